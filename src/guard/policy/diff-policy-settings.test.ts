/** Which settings beside the rows show or grant more, and which less. */
import { expect, test } from 'vitest';
import { diffPolicySettings, loadPolicy } from '../index.ts';

const text = `
policy: sample
registry: mod
modes: [work]
roots: { yard: { hidden: [.git, keys] }, shed: {} }
tools: { exec: run, file: read }
sets:
  read: { area: READ, commands: { file: read } }
  exec: { area: EXEC, commands: { exec: run } }
visibility: { work: { yard: always } }
operations:
  work:
    yard: [{ allow: READ }, { allow: exec, when: [exec_allowed] }]
exec:
  scratch: yard
  sandbox: preferred
  sees: [shed]
  environment: [LANG]
  timeout_seconds: 300
  output_bytes: 1000000
  rules:
    - { name: count, program: wc, flags: [-l], operands: { kind: path, most: 5 } }
`;

function changesTo(from: string, to: string): readonly string[] {
  expect(text).toContain(from);
  const changes = diffPolicySettings(loadPolicy(text), loadPolicy(text.replace(from, to)));
  return changes.map((change) => `${change.setting}: ${change.from} -> ${change.to} ${change.effect}`);
}

test.each([
  ['policy: sample', 'policy: other', []],
  ['[.git, keys]', '[keys]', ['yard hides .git: yes -> null wider']],
  ['shed: {}', 'shed: { hidden: [x] }', ['shed hides x: null -> yes narrower']],
  ['shed: {}', 'shed: { protected: [x] }', ['shed protects x: null -> yes narrower']],
  [
    'exec:\n',
    'contracts: { most_targets: 2 }\nexec:\n',
    ['bounds of an agent’s own contract: null -> given narrower'],
  ],
  ['registry: mod', 'registry: item', ['registry: mod -> item other']],
  ['registry: mod\n', '', ['registry: mod -> null narrower']],
  ['sandbox: preferred', 'sandbox: off', ['exec sandbox: preferred -> off wider']],
  ['sandbox: preferred', 'sandbox: required', ['exec sandbox: preferred -> required narrower']],
  ['sees: [shed]', 'sees: []', ['exec sees shed: yes -> null narrower']],
  ['[LANG]', '[LANG, TZ]', ['exec passes on TZ: null -> yes wider']],
  ['timeout_seconds: 300', 'timeout_seconds: 400', ['exec time-out in ms: 300000 -> 400000 wider']],
  ['output_bytes: 1000000', 'output_bytes: 1000', ['exec output in bytes: 1000000 -> 1000 narrower']],
  ['scratch: yard', 'scratch: shed', ['exec scratch: yard -> shed other']],
  ['flags: [-l]', 'flags: [-w]', ['exec rule count: as it was -> another other']],
  [
    'name: count',
    'name: tally',
    ['exec rule count: given -> null narrower', 'exec rule tally: null -> given wider'],
  ],
  [text.slice(text.indexOf('exec:\n')), '', ['exec: given -> null narrower']],
] as [string, string, string[]][])('from %j to %j', (from, to, changes) => {
  expect(changesTo(from, to)).toEqual(changes);
});

test('bounds of contracts move either way', () => {
  const bounded = (bounds: string) =>
    loadPolicy(text.replace('exec:\n', `contracts: { ${bounds} }\nexec:\n`));
  const from = bounded('most_targets: 2, plain_names: 2, longest_minutes: 2');
  const to = bounded('most_targets: 1, plain_names: 1, longest_minutes: 3');
  expect(diffPolicySettings(from, to).map(({ setting, effect }) => `${setting} ${effect}`)).toEqual([
    'contract targets narrower',
    'contract plain names wider',
    'contract life in ms wider',
  ]);
  expect(diffPolicySettings(from, loadPolicy(text))).toMatchObject([{ to: null, effect: 'wider' }]);
});
