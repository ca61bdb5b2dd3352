/** Every way to write a policy wrong: where it is shown and what is advised. */
import { describe, expect, test } from 'vitest';
import { changeSample, samplePolicy } from '../../../test/guard/sample-policy.ts';
import { lintPolicy, loadPolicy } from '../index.ts';
import { policyRules } from './finding.ts';

function findingsOf(text: string): readonly string[] {
  return lintPolicy(text).map(
    ({ line, column, rule, message, remedy }) => `${line}:${column} ${rule}: ${message} -> ${remedy}`,
  );
}

type Case = readonly [what: string, from: string, to: string, ...findings: string[]];

const cases: readonly Case[] = [
  [
    'broken YAML',
    'modes: [work]',
    'modes: [work',
    '3:1 yaml: flow sequence in block collection must be sufficiently indented and end with a ] -> correct the YAML',
  ],
  ['an alias', 'shed: {}', 'shed: *x', '5:9 yaml: `*x` needs to be written out -> correct the YAML'],
  [
    'a key twice',
    '    yard/den: [has_contract]',
    '    yard: never',
    '16:5 duplicate-key: the key `yard` is given twice -> join the two or remove one',
  ],
  [
    'a field twice',
    'policy: sample',
    'policy: a\npolicy: b',
    '2:1 duplicate-key: the key `policy` is given twice -> join the two or remove one',
  ],
  [
    'an unknown field',
    'modes: [work]',
    'mods: [work]',
    '1:1 missing: the policy has no `modes` -> add `modes:`',
    '2:1 unknown-field: `mods` is not a field (did you mean `modes`?) -> the fields here are policy, modes, roots, tools, sets, visibility, operations, registry, exec, contracts, accepted',
  ],
  [
    'an unknown field of a set',
    'area: WRITE,',
    'area: WRITE, aria: 1,',
    '11:30 unknown-field: `aria` is not a field (did you mean `area`?) -> the fields here are area, commands, whole_root',
  ],
  [
    'a missing field of a set',
    '{ area: WRITE, commands: { file: write } }',
    '{ area: WRITE }',
    '11:3 missing: `sets.file_write` has no `commands` -> add `commands:`',
  ],
  [
    'an unknown area',
    'area: WRITE',
    'area: WRIET',
    '11:23 wrong-value: `sets.file_write.area` needs one of READ, WRITE, DELETE, GIT, EXEC -> write one of READ, WRITE, DELETE, GIT, EXEC',
  ],
  [
    'a list for a mapping',
    'visibility:\n  work:\n    yard: always\n    yard/den: [has_contract]',
    'visibility: []',
    '13:13 wrong-value: `visibility` needs a mapping of at most 512 entries -> write a mapping of at most 512 entries',
  ],
  [
    'a number for a name',
    'modes: [work]',
    'modes: [7]',
    '2:9 wrong-value: `modes.0` needs a name of ASCII letters, digits, dashes and underscores that begins with a letter -> write a name of ASCII letters, digits, dashes and underscores that begins with a letter',
  ],
  [
    'nothing for a mapping',
    '{ file: write }',
    '',
    '11:30 wrong-value: `sets.file_write.commands` needs a mapping of at most 512 entries -> write a mapping of at most 512 entries',
  ],
  [
    'the namespace root',
    'policy: sample',
    'policy: sample\nregistry: root',
    '2:11 wrong-value: `registry` needs a namespace of small letters other than `root` -> write a namespace of small letters other than `root`',
  ],
  [
    'a namespace like a drive',
    'policy: sample',
    'policy: sample\nregistry: c',
    '2:11 wrong-value: `registry` needs a namespace of small letters other than `root` -> write a namespace of small letters other than `root`',
  ],
  [
    'two components',
    'yard/den',
    'yard/den/x',
    '16:5 wrong-value: `yard/…` needs one plain component after its slash -> rows name a root or a root/directory, and have no wildcards',
  ],
  [
    'a component that climbs',
    'yard/den',
    'yard/..',
    '16:5 wrong-value: `yard/…` needs one plain component after its slash -> rows name a root or a root/directory, and have no wildcards',
  ],
  [
    'a visibility of no kind',
    'yard: always',
    'yard: maybe',
    '15:11 wrong-value: `yard` needs `always`, `never` or a list of conditions -> write always, never, or conditions in brackets',
  ],
  [
    'a visibility of no conditions',
    '[has_contract]\noperations',
    '[]\noperations',
    '16:15 wrong-value: `yard` needs `always`, `never` or a list of conditions -> write always, never, or conditions in brackets',
  ],
  [
    'a place without rows',
    'yard:\n      - allow: READ\n      - { allow: file_write, when: [has_contract] }',
    'yard: []',
    '19:5 missing: `yard` has no rows -> add `- allow: …`, or remove the place',
  ],
  [
    'a mode twice',
    'modes: [work]',
    'modes: [work, work]',
    '2:15 repeated-name: `work` is named twice -> leave one of them out',
  ],
  [
    'a spelling of two roots',
    'shed: {}',
    'shed: { legacy: ROOT_YARD }',
    '5:19 repeated-name: `ROOT_YARD` is the legacy spelling of two roots -> give each root its own',
  ],
  [
    'an unknown mode of visibility',
    'visibility:\n  work',
    'visibility:\n  wrok',
    '14:3 unknown-mode: `wrok` is not a mode of this policy (did you mean `work`?) -> use one of work, or add it to `modes`',
  ],
  [
    'an unknown mode of operations',
    'operations:\n  work',
    'operations:\n  play',
    '18:3 unknown-mode: `play` is not a mode of this policy -> use one of work, or add it to `modes`',
  ],
  [
    'an unknown root of visibility',
    'yard/den',
    'yrad/den',
    '16:5 unknown-root: `yrad` is not a root of this policy (did you mean `yard`?) -> use one of yard, shed, or add it to `roots`',
  ],
  [
    'an unknown root of operations',
    'yard:\n      -',
    'moon:\n      -',
    '19:5 unknown-root: `moon` is not a root of this policy -> use one of yard, shed, or add it to `roots`',
  ],
  [
    'an unknown tool',
    '{ exec: run }',
    '{ exce: run }',
    '8:10 pair-in-no-set: command `exec run` is in no base set -> add it to one of the `sets`',
    '12:35 unknown-tool: `exce` is not a tool of this policy (did you mean `exec`?) -> use one of file, exec, or add it to `tools`',
  ],
  [
    'an unknown command',
    '{ file: write }',
    '{ file: [write, wipe] }',
    '11:56 unknown-command: `wipe` is not a command of `file` -> use one of read, write, or add it to `tools.file`',
  ],
  [
    'an unknown command of the whole root',
    '{ file: write }',
    '{ file: write }, whole_root: [read]',
    '11:70 unknown-command: `read` is not a command of this set -> use one of write, or add it to `sets.file_write.commands`',
  ],
  [
    'an unknown set',
    'allow: file_write',
    'allow: [file_writes]',
    '21:19 unknown-set: `file_writes` is not a base set (did you mean `file_write`?) -> use one of file_read, file_write, exec, READ, WRITE, EXEC',
  ],
  [
    'an area without sets',
    'allow: file_write',
    'allow: GIT',
    '21:18 unknown-set: `GIT` is not a base set -> use one of file_read, file_write, exec, READ, WRITE, EXEC',
  ],
  [
    'an unknown condition of visibility',
    '[has_contract]\noperations',
    '[has_contact]\noperations',
    '16:16 unknown-condition: `has_contact` is not a condition (did you mean `has_contract`?) -> use has_contract, contract_covers, path_in_registry, entry_in_registry, exec_allowed, command_whitelisted, exec_signed, person_approves, mask_worn, role_is, or register it with `defineConditions`',
  ],
  [
    'an unknown condition of a row',
    'when: [has_contract]',
    'when: luck',
    '21:36 unknown-condition: `luck` is not a condition -> use has_contract, contract_covers, path_in_registry, entry_in_registry, exec_allowed, command_whitelisted, exec_signed, person_approves, mask_worn, role_is, or register it with `defineConditions`',
  ],
  [
    'a condition without its argument',
    'when: [has_contract]',
    'when: [role_is]',
    '21:37 unknown-condition: `role_is` needs a role, or several with `|` between them in brackets -> write it like `role_is(…)`',
  ],
  [
    'a condition with an argument too many',
    'when: [has_contract]',
    'when: [has_contract(x)]',
    '21:37 unknown-condition: `has_contract(x)` takes nothing in brackets -> write `has_contract`',
  ],
  [
    'a command in no set',
    'file: [read, write]',
    'file: [read, write, wipe]',
    '7:23 pair-in-no-set: command `file wipe` is in no base set -> add it to one of the `sets`',
  ],
  [
    'a command in two sets',
    '{ file: write }',
    '{ file: [write, read] }',
    '11:56 pair-in-two-sets: command `file read` is in two base sets, `file_read` and `file_write` -> keep it in one of them',
  ],
  [
    'a command in an area that it does not fit',
    'area: EXEC',
    'area: GIT',
    '12:40 wrong-area: `exec run` runs programs, and stands in a set of area GIT -> move it to a set of area EXEC',
  ],
  [
    'a condition on an area of reads',
    '- allow: READ',
    '- { allow: READ, when: [has_contract] }',
    '20:18 condition-on-read: `READ` reads, and reading has no conditions -> give reads a row of their own, and say in `visibility` who sees the place',
  ],
  [
    'a condition on a set that reads',
    'allow: file_write',
    'allow: [file_write, file_read]',
    '21:31 condition-on-read: `file_read` reads, and reading has no conditions -> give reads a row of their own, and say in `visibility` who sees the place',
  ],
  [
    'exec without a condition',
    '- allow: READ',
    '- allow: [READ, exec]',
    '20:23 exec-without-condition: `exec` runs programs without a condition -> add `when: [exec_allowed]`',
  ],
  [
    'running programs where none is named',
    '- allow: READ',
    '- allow: READ\n      - { allow: exec, when: [exec_allowed] }',
    '21:9 exec-without-section: row `work yard 2` runs programs, but the policy has no `exec` section, so none can run -> add `exec:`, remove the row, or accept it: `accept: exec-without-section work yard 2` with `because: …`',
  ],
  [
    'a rule that runs a shell',
    'visibility:',
    'exec: { scratch: shed, sandbox: off, rules: [{ program: bash }] }\nvisibility:',
    '13:57 unsafe-rule: `bash` runs whatever it is given: it is a shell -> leave it out; a script in the scratch area runs when a person approves it',
  ],
  [
    'a rule that builds',
    'visibility:',
    'exec: { scratch: shed, sandbox: off, rules: [{ program: make }] }\nvisibility:',
    '13:57 unsafe-rule: `make` runs the steps that the build files of its directory hold, and the rule has no `loads_code_from` -> leave it out, or name the roots whose code and settings it may load: `loads_code_from: [ROOT]`; it runs only there',
  ],
  [
    'a rule that builds what agents write',
    'visibility:',
    'exec: { scratch: shed, sandbox: off, rules: [{ program: make, loads_code_from: yard }] }\nvisibility:',
    '13:46 agent-written-code: rule `make in yard` loads code and settings that agents can write there -> take the place out of `loads_code_from`, grant no writing there, or accept it: `accept: agent-written-code make in yard` with `because: …`',
  ],
  [
    'a program of its own',
    'visibility:',
    'exec: { scratch: shed, sandbox: off, rules: [{ program: gizmo, flags: [-x=any] }] }\nvisibility:',
    '13:46 unknown-program: nothing is known about the program of rule `gizmo`: it may run others, or code and settings of its directory -> name in `loads_code_from` where it may load code, remove the rule, or accept it: `accept: unknown-program gizmo` with `because: …`',
    '13:46 open-words: rule `gizmo` hands words of any kind to its program, which may take them for settings or for code -> let the words be of the kind `path`, `name` or `number`, or accept it: `accept: open-words gizmo` with `because: …`',
  ],
  [
    'a secret for programs',
    'visibility:',
    'exec: { scratch: shed, sandbox: off, environment: [API_TOKEN] }\nvisibility:',
    '13:52 secret-in-environment: `API_TOKEN` is passed to programs, and looks like a secret -> leave it out; programs that agents start get no secrets',
  ],
  [
    'a name that no program is passed',
    'visibility:',
    'exec: { scratch: shed, sandbox: off, environment: [LD_PRELOAD] }\nvisibility:',
    '13:52 withheld-name: `LD_PRELOAD` makes programs load other code -> leave it out; a program runs as it was pinned',
  ],
  [
    'a place visible and unreadable',
    'yard/den: [has_contract]',
    'shed: always',
    '16:5 visible-unreadable: `work shed` is visible, but nothing there can be read -> grant reading, remove the row, or accept it: `accept: visible-unreadable work shed` with `because: …`',
  ],
  [
    'a row out of sight',
    'operations:\n  work:',
    'operations:\n  work:\n    shed: [{ allow: READ }]',
    '19:12 unreachable-row: no address reaches row `work shed 1` -> make its place visible, remove the row, or accept it: `accept: unreachable-row work shed 1` with `because: …`',
  ],
  [
    'a row behind another',
    '- { allow: file_write,',
    '- allow: file_read\n      - { allow: file_write,',
    '21:9 unreachable-row: no address reaches row `work yard 2` -> make its place visible, remove the row, or accept it: `accept: unreachable-row work yard 2` with `because: …`',
  ],
  [
    'changes where nothing is protected',
    ', protected: [lock]',
    '',
    '4:3 unprotected-root: files of `yard` are changed, and none is protected: also those that build servers, editors and installers run -> add `protected: default` to the root, or accept it: `accept: unprotected-root yard` with `because: …`',
  ],
  [
    'contracts without a bound',
    'when: [has_contract]',
    'when: [contract_covers]',
    '21:9 unbounded-contracts: row `work yard 2` rests on contracts, and an agent’s own can cover anything -> add `contracts:` with `most_targets`, `plain_names` and `longest_minutes`, or accept it: `accept: unbounded-contracts work yard 2` with `because: …`',
  ],
  [
    'a protected path that leads out',
    '[lock]',
    '[lock, ../key]',
    '4:48 wrong-value: `../key` is no pattern of paths below a root -> write `default`, or patterns of paths with plain names and `/` between them',
  ],
  [
    'a row that grants and asks',
    '{ allow: file_write,',
    '{ ask: file_write, allow: file_write,',
    '21:28 unknown-field: `allow` is not a field -> the fields here are ask, when',
  ],
  [
    'a question before reading',
    '- allow: READ',
    '- ask: READ',
    '20:14 condition-on-read: `READ` reads, and reading has no conditions -> give reads a row of their own, and say in `visibility` who sees the place',
  ],
  [
    'a place that waits for a person to be seen',
    'yard/den: [has_contract]',
    'yard/den: [person_approves]',
    '16:16 condition-on-read: what is seen cannot wait for a person -> write `ask:` in a row of the operations',
  ],
  [
    'a bound that is none',
    'visibility:',
    'contracts: { plain_names: -1 }\nvisibility:',
    '13:27 wrong-value: `contracts.plain_names` needs a whole number from 0 to 16 -> write a whole number from 0 to 16',
  ],
  [
    'an acceptance of nothing',
    'policy: sample',
    'policy: sample\naccepted: [{ accept: unreachable-row work moon 1, because: so }]',
    '2:22 unused-accept: `unreachable-row work moon 1` accepts nothing that was found -> remove it',
  ],
  [
    'an acceptance without a reason',
    'policy: sample',
    'policy: sample\naccepted: [{ accept: x }]',
    '2:12 missing: `accepted.0` has no `because` -> add `because:`',
  ],
];

describe('a policy', () => {
  test('is told of a mode that has no rows', () => {
    const [first] = findingsOf(changeSample('visibility:', 'visibility:\n  idle: {}'));
    expect(first).toContain('14:3 unknown-mode');
  });

  test('without faults has no findings', () => {
    expect(findingsOf(samplePolicy)).toEqual([]);
  });

  test.each(cases)('with %s is shown where and told how', (_what, from, to, ...findings) => {
    expect(findingsOf(changeSample(from, to))).toEqual(findings);
  });

  test('can break no rule that these cases leave out', () => {
    const met = new Set(cases.flatMap(([, , , ...findings]) => findings.map((one) => one.split(/[ :]+/)[2])));
    expect(Object.keys(policyRules).filter((rule) => !met.has(rule))).toEqual([]);
  });

  test('is silent on a finding that was accepted with a reason', () => {
    const text = changeSample('yard/den: [has_contract]', 'shed: always');
    const accepted = 'accepted:\n  - accept: visible-unreadable work shed\n    because: it is empty\n';
    expect(findingsOf(text + accepted)).toEqual([]);
    expect(loadPolicy(text + accepted).accepted).toEqual([
      { finding: 'visible-unreadable work shed', because: 'it is empty' },
    ]);
  });

  test('may hide a place that could not be read', () => {
    expect(findingsOf(changeSample('yard/den: [has_contract]', 'shed: never'))).toEqual([]);
  });

  test('reaches every row where a registry can put its entries anywhere', () => {
    const hidden = changeSample('operations:\n  work:', 'operations:\n  work:\n    shed: [{ allow: READ }]');
    expect(findingsOf(`registry: mod\n${hidden}`)).toEqual([]);
  });
});
