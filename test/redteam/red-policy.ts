// The policy that attacks are made against: a place for each answer the matrix can give, and the tools by their own names.

/** A desk to write at beside a shelf to read from, a den nobody sees, mods seen by the registry, and scratch to run in. */
export const redPolicy = `policy: redteam
registry: mod
modes: [work, rest]
roots:
  repo: { legacy: ROOT_REPO, hidden: [.git] }
  data: {}
  mods: {}
tools:
  file: [read, list, write, edit, rename, patch, delete]
  dir: [pwd, cd, list, tree]
  git: [status, diff, log, blame, show, add, commit, push, pull]
  search: [text, symbols]
  context: [get, compose, history, explain, put, synthesize, regenerate]
  exec: [run]
sets:
  file_read: { area: READ, commands: { file: [read, list] } }
  dir_read: { area: READ, commands: { dir: [pwd, cd, list, tree] } }
  git_read: { area: READ, commands: { git: [status, diff, log, blame, show] } }
  search_read: { area: READ, commands: { search: [text, symbols] } }
  context_read: { area: READ, commands: { context: [get, compose, history, explain] } }
  context_write: { area: WRITE, commands: { context: [put, synthesize, regenerate] } }
  file_write: { area: WRITE, commands: { file: [write, edit, rename, patch] } }
  file_delete: { area: DELETE, commands: { file: [delete] } }
  git_mutate: { area: GIT, commands: { git: [add, commit, push, pull] }, whole_root: [push, pull] }
  exec: { area: EXEC, commands: { exec: [run] } }
exec:
  scratch: data/wip
  sandbox: preferred
  sees: [repo, data]
  environment: [TZ]
  timeout_seconds: 20
  rules:
    - { name: count, program: wc, flags: [-l], operands: { kind: path, most: 3 } }
visibility:
  work:
    repo: always
    repo/den: never
    data: always
    mods: [path_in_registry]
  rest: { repo: always }
operations:
  work:
    repo: [{ allow: READ }]
    repo/desk: [{ allow: READ }, { allow: [file_write, file_delete, git_mutate] }]
    repo/shelf: [{ allow: READ }]
    repo/vow:
      - allow: READ
      - { allow: [file_write, file_delete, git_mutate], when: [has_contract, contract_covers] }
    data: [{ allow: READ }, { allow: exec, when: [exec_allowed] }]
    data/wip:
      - allow: READ
      - allow: [file_write, file_delete]
      - { allow: exec, when: [exec_allowed] }
    mods: [{ allow: READ }]
  rest:
    repo: [{ allow: file_read }]
`;
