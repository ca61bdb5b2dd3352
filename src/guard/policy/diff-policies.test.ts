/** What a person reads offline: the table of a policy, what changes between two, and requests decided again. */
import { describe, expect, test } from 'vitest';
import { diffPolicies, enforce, loadPolicy, policyTable, replayRequests } from '../index.ts';

const text = `
policy: sample
modes: [work]
roots: { yard: {}, shed: {} }
tools: { file: [read, write] }
sets:
  read: { area: READ, commands: { file: read } }
  write: { area: WRITE, commands: { file: write } }
visibility:
  work:
    yard: always
    yard/den: [has_contract]
operations:
  work:
    yard:
      - allow: read
      - { allow: write, when: [has_contract, role_is(writer)] }
`;
const policy = loadPolicy(text);
const tableLines = (table: ReturnType<typeof policyTable>) =>
  table.map(
    ({ root, subdirectory, visible, tool, command, area, granted, rule }) =>
      `${root}/${subdirectory} ${visible} ${tool} ${command} ${area} ${granted} ${rule}`,
  );

test('a table has a row for every mode, place and command', () => {
  expect(tableLines(policyTable(policy))).toEqual([
    'yard/null always file read READ always work yard 1',
    'yard/null always file write WRITE has_contract,role_is(writer) work yard 2',
    'yard/den has_contract file read READ always work yard 1',
    'yard/den has_contract file write WRITE has_contract,role_is(writer) work yard 2',
    'shed/null never file read READ never null',
    'shed/null never file write WRITE never null',
  ]);
});

describe('the difference of two policies', () => {
  const changesTo = (from: string, to: string) => {
    expect(text).toContain(from);
    return diffPolicies(policy, loadPolicy(text.replace(from, to))).map(
      ({ root, subdirectory, tool, command, from: was, to: is, effect, toReach }) =>
        `${root}/${subdirectory} ${tool} ${command}: ${was} -> ${is} ${effect}${/whole/.test(`${toReach}`) ? ' (whole root)' : ''}`,
    );
  };

  test('is none where they decide alike', () => {
    expect(diffPolicies(policy, policy)).toEqual([]);
    expect(changesTo('policy: sample', 'policy: other')).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ['[has_contract]\n', 'always\n', ['yard/den null null: has_contract -> always wider']],
    [
      '{ file: write }',
      '{ file: write }, whole_root: write',
      [
        'yard/null file write: has_contract,role_is(writer) -> has_contract,role_is(writer) narrower (whole root)',
        'yard/den file write: has_contract,role_is(writer) -> has_contract,role_is(writer) narrower (whole root)',
      ],
    ],
    ['[has_contract]\n', 'never\n', ['yard/den null null: has_contract -> never narrower']],
    [
      ', role_is(writer)]',
      ']',
      [
        'yard/null file write: has_contract,role_is(writer) -> has_contract wider',
        'yard/den file write: has_contract,role_is(writer) -> has_contract wider',
      ],
    ],
    [
      'role_is(writer)]',
      'role_is(reader)]',
      [
        'yard/null file write: has_contract,role_is(writer) -> has_contract,role_is(reader) other',
        'yard/den file write: has_contract,role_is(writer) -> has_contract,role_is(reader) other',
      ],
    ],
    [
      '    yard:\n      -',
      '    yard/lot: [{ allow: write, when: [has_contract, role_is(writer), mask_worn(x)] }]\n    yard:\n      -',
      [
        'yard/lot file write: has_contract,role_is(writer) -> has_contract,role_is(writer),mask_worn(x) narrower',
      ],
    ],
    ['roots: { yard: {}, shed: {} }', 'roots: { yard: {} }', []],
    ['yard: always', 'yard: always\n    shed: always', ['shed/null null null: never -> always wider']],
  ])('from %j to %j is %j', (from, to, changes) => {
    expect(changesTo(from, to)).toEqual(changes);
  });
});

test('recorded requests are decided again, and told apart from what was recorded', () => {
  const request = {
    mode: 'work',
    tool: 'file',
    command: 'write',
    root: 'yard',
    subdirectory: null,
    context: {},
  };
  const { code } = enforce({ ...request, policy });
  expect(code).toBe('EN-WRITE-D-002');
  const failedConditions = ['has_contract', 'role_is(writer)'];
  expect(
    replayRequests(policy, [
      { request, code },
      { request: { ...request, command: 'read' }, code: 'EN-READ-D-001' },
      { request },
    ]),
  ).toEqual([
    { index: 0, code, failedConditions, recorded: code, isSame: true },
    { index: 1, code: 'EN-READ-S-001', failedConditions: [], recorded: 'EN-READ-D-001', isSame: false },
    { index: 2, code, failedConditions, recorded: null, isSame: null },
  ]);
});
