/** The gate: which row decides, in which order failures are told, and what a reply carries. */
import { describe, expect, test } from 'vitest';
import { type EnforceRequest, enforce, loadPolicy, type RequestContext } from '../index.ts';

const policy = loadPolicy(`
policy: sample
modes: [work, rest]
roots: { yard: {}, shed: {} }
tools: { file: [read, write, delete], git: [commit, push], exec: run }
sets:
  read: { area: READ, commands: { file: read } }
  write: { area: WRITE, commands: { file: write } }
  delete: { area: DELETE, commands: { file: delete } }
  git: { area: GIT, commands: { git: [commit, push] }, whole_root: push }
  exec: { area: EXEC, commands: { exec: run } }
visibility: { work: { yard: always } }
operations:
  work:
    yard:
      - allow: [READ, delete]
      - { allow: [write, git], when: [has_contract, contract_covers, role_is(writer)] }
      - { allow: exec, when: [exec_allowed, mask_worn(key)] }
    yard/open:
      - allow: write
      - { allow: delete, when: [mask_worn(key)] }
      - allow: delete
    yard/desk:
      - { allow: write, when: [contract_covers] }
`);

const covering = { id: 'c1', root: 'yard', operations: ['WRITE' as const], targets: ['**'] };
const partial = { ...covering, targets: ['a'] };

function ask(request: Partial<EnforceRequest>, context: RequestContext = {}) {
  return enforce({ policy, mode: 'work', tool: 'file', command: 'read', root: 'yard', context, ...request });
}

type Case = [Partial<EnforceRequest>, RequestContext, code: string, failed?: readonly string[]];

const write = { command: 'write' };
const git = { tool: 'git' };
const run = { tool: 'exec', command: 'run' };

const cases: readonly Case[] = [
  [{}, {}, 'EN-READ-S-001'],
  [{ command: 'wipe' }, {}, 'EN-GATE-D-001', []],
  [{ tool: 'fiel' }, {}, 'EN-GATE-D-001', []],
  [{ tool: 'constructor', command: 'name' }, {}, 'EN-GATE-D-001', []],
  [{ tool: 'exec', command: 'read' }, {}, 'EN-GATE-D-001', []],
  [{ root: 'shed' }, {}, 'EN-READ-D-001', []],
  [{ root: 'moon' }, {}, 'EN-READ-D-001', []],
  [{ mode: 'rest' }, {}, 'EN-READ-D-001', []],
  [{ mode: 'play' }, {}, 'EN-READ-D-001', []],
  [{ root: 'shed', ...write }, { contract: covering }, 'EN-WRITE-D-001', []],
  [write, {}, 'EN-WRITE-D-002', ['has_contract', 'contract_covers', 'role_is(writer)']],
  [write, { role: 'writer' }, 'EN-WRITE-D-002', ['has_contract', 'contract_covers']],
  [write, { contract: partial, paths: ['b'] }, 'EN-OPEN-D-002', ['contract_covers', 'role_is(writer)']],
  [write, { contract: covering, paths: ['b'] }, 'EN-WRITE-D-003', ['role_is(writer)']],
  [write, { contract: covering, paths: ['b'], role: 'writer' }, 'EN-WRITE-S-001'],
  [write, { contract: partial, paths: ['a', 'b'], role: 'writer' }, 'EN-OPEN-D-002', ['contract_covers']],
  [write, { contract: partial, role: 'writer' }, 'EN-OPEN-D-002', ['contract_covers']],
  [{ ...write, subdirectory: 'desk' }, {}, 'EN-OPEN-D-002', ['contract_covers']],
  [{ command: 'delete' }, {}, 'EN-DELETE-S-001'],
  [{ ...git, command: 'commit' }, { contract: partial, paths: ['a'], role: 'writer' }, 'EN-GIT-S-001'],
  [
    { ...git, command: 'push' },
    { contract: partial, paths: ['a'], role: 'writer' },
    'EN-OPEN-D-002',
    ['contract_covers'],
  ],
  [{ ...git, command: 'push' }, { contract: covering, paths: ['a'], role: 'writer' }, 'EN-GIT-S-001'],
  [run, {}, 'EN-EXEC-D-003', ['exec_allowed', 'command_whitelisted', 'exec_signed', 'mask_worn(key)']],
  [run, { exec: { isSigned: true } }, 'EN-EXEC-D-003', ['mask_worn(key)']],
  [run, { exec: { isSigned: true }, masks: ['key'] }, 'EN-EXEC-S-001'],
  [{ ...write, subdirectory: 'open' }, {}, 'EN-WRITE-S-001'],
  [
    { ...write, subdirectory: 'other' },
    {},
    'EN-WRITE-D-002',
    ['has_contract', 'contract_covers', 'role_is(writer)'],
  ],
  // The first row that holds it decides, and a failed condition falls through neither to the next nor to the root.
  [{ command: 'delete', subdirectory: 'open' }, {}, 'EN-DELETE-D-003', ['mask_worn(key)']],
  [{ command: 'delete', subdirectory: 'open' }, { masks: ['key'] }, 'EN-DELETE-S-001'],
  [{ subdirectory: 'open' }, {}, 'EN-READ-S-001'],
];

describe('a request', () => {
  test.each(cases)('%j with %j is answered %s', (request, context, code, failed) => {
    const reply = ask(request, context);
    expect([reply.code, reply.data.failed_conditions]).toEqual([code, failed]);
  });

  test('is denied by a message of its code', () => {
    expect(ask({ command: 'write' }).message).toBe('Writing here needs an open contract.');
  });
});

describe('a reply', () => {
  test('carries the policy, the contract, the call and the row that decided', () => {
    const context = { contract: covering, paths: ['a'], role: 'writer', session: { id: 's' } };
    expect(ask({ command: 'write', traceId: 't' }, context)).toEqual({
      type: 'S',
      code: 'EN-WRITE-S-001',
      message: 'Writing is granted.',
      data: {
        mode: 'work',
        tool: 'file',
        command: 'write',
        root: 'yard',
        subdirectory: null,
        rule: 'work yard 2',
      },
      trace: { trace_id: 't', session_id: 's' },
      meta: { layer: 'EN', tool: 'file', policy: policy.hash, contract_id: 'c1' },
    });
  });

  test('of a denial names the row whose conditions failed, or none', () => {
    expect(ask({ command: 'write' }).data.rule).toBe('work yard 2');
    expect(ask({ root: 'shed' }).data.rule).toBeNull();
  });
});

test('only a policy that was loaded decides', () => {
  const forged = { ...policy, hash: policy.hash };
  expect(() => ask({ policy: forged })).toThrow('a policy comes from `loadPolicy`');
});
