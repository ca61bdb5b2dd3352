/** Written from policies/*.yaml by shipped-policies.test.ts (`vitest --update`); change those files, not this one. */

/** The texts of the shipped policies, by name: here, so that the core needs no file system. */
export const shippedPolicies = Object.freeze({
  investigate: `# The policy of \`penumbra investigate\`: the case comes first, the repository is opened at the investigation, and the
# operator's own command runs only where the operator asked for it. Nothing here changes the repository.
policy: investigate

modes:
  - bare # the case and the scratch area
  - forge # and the repository
  - run # and the operator's command

roots:
  # Checkouts keep tokens in .git/config, clones inside clones too; history is read through \`git\` and \`context\`.
  # Nothing here changes files; should a row be added that does, what others run still needs a person.
  repo: { hidden: [.git], protected: default }
  case: { protected: default }
  scratch: {}

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
  context_put: { area: WRITE, commands: { context: [put] } }
  context_synthesize: { area: WRITE, commands: { context: [synthesize, regenerate] } }
  file_write: { area: WRITE, commands: { file: [write, edit, rename, patch] } }
  file_delete: { area: DELETE, commands: { file: [delete] } }
  git_mutate:
    area: GIT
    commands: { git: [add, commit, push, pull] }
    whole_root: [push, pull]
  exec: { area: EXEC, commands: { exec: [run] } }

# No program is known by rule: what runs is the operator's own command, or a script that a person approved.
exec:
  scratch: scratch
  sandbox: preferred

visibility:
  bare:
    case: always
    scratch: always
  forge:
    case: always
    scratch: always
    repo: always
    repo/.penumbra: never
  run:
    case: always
    scratch: always
    repo: always
    repo/.penumbra: never

operations:
  bare:
    case:
      - allow: [file_read, dir_read, context_read]
      - { allow: context_put, when: [role_is(writer|synthesis)] }
      - { allow: context_synthesize, when: [role_is(synthesis)] }
    scratch: [{ allow: [file_read, dir_read] }]
  forge:
    case:
      - allow: [file_read, dir_read, context_read]
      - { allow: context_put, when: [role_is(writer|synthesis)] }
      - { allow: context_synthesize, when: [role_is(synthesis)] }
    scratch: [{ allow: [file_read, dir_read] }]
    repo:
      - allow: READ
      - { allow: context_put, when: [role_is(writer|synthesis)] }
      - { allow: context_synthesize, when: [role_is(synthesis)] }
  run:
    case:
      - allow: [file_read, dir_read, context_read]
      - { allow: context_put, when: [role_is(writer|synthesis)] }
      - { allow: context_synthesize, when: [role_is(synthesis)] }
    # The command runs on a clone in here: who could write here could choose what the operator runs.
    scratch:
      - allow: [file_read, dir_read]
      - { allow: exec, when: [exec_allowed] }
    repo:
      - allow: READ
      - { allow: context_put, when: [role_is(writer|synthesis)] }
      - { allow: context_synthesize, when: [role_is(synthesis)] }
`,
});
