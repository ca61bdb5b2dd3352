/** Declared against done, from the records of a session. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeContractRoom, sampleDraft } from '../../../test/guard/contract-room.ts';
import type { AuditRecord } from '../audit/audit-record.ts';
import type { Contract } from '../conditions/contract.ts';
import { auditContract } from './audit-contract.ts';

const contract: Contract = {
  ...sampleDraft,
  operations: ['WRITE', 'DELETE'],
  edits: [
    { path: 'src/a/*.ts', operation: 'WRITE' },
    { path: 'src/a/old', operation: 'DELETE' },
    { path: 'src/a/new', operation: 'WRITE' },
  ],
  id: 'contract:1',
  session: 'session',
  mode: 'forge',
  createdMs: 1,
  expiresMs: 2,
  baseCommit: null,
  policy: 'p',
};

type Said = { readonly [field: string]: unknown };
type Call = readonly [names: string, decision: string, paths: readonly string[], said?: Said];

/** Makes records of calls: `tool command`, the decision, and the paths that were put to the gate. */
async function recordsOf(...calls: readonly Call[]) {
  const { trail, records } = await makeContractRoom();
  for (const [names, decision, paths, said = {}] of calls) {
    const [tool = '', command = ''] = names.split(' ');
    const asked = { mode: 'forge', tool, command, root: 'repo', context: { paths } };
    await trail.record({
      ...{ session: 'session', mode: 'forge', tool, command, addresses: [], decision, answer: null },
      ...{ rule: null, failedConditions: [], policy: 'p' as AuditRecord['policy'], intent: null },
      ...{ contract: 'contract:1', requests: [asked] },
      ...said,
    });
  }
  return records;
}

async function* each(records: readonly AuditRecord[]) {
  yield* records;
}

async function check(...calls: readonly Call[]) {
  return auditContract(contract, each(await recordsOf(...calls)));
}

const WRITE = 'EN-WRITE-S-001';

describe('a closing audit', () => {
  test('of nothing done says that all is undone', async () => {
    expect(await check()).toEqual({
      contract: 'contract:1',
      declared: contract.edits,
      done: [],
      undeclared: [],
      undone: ['src/a/*.ts', 'src/a/new', 'src/a/old'],
      refused: [],
      incomplete: 0,
    });
  });

  test('tells what was done, what was not declared, and what was refused', async () => {
    const audit = await check(
      ['file write', WRITE, ['src/a/x.ts']],
      ['file write', WRITE, ['src/a/x.ts']],
      ['file rename', WRITE, ['src/a/y', 'src/a/new']],
      ['git add', 'EN-GIT-S-001', ['src/a/x.ts']],
      ['file delete', 'EN-DELETE-S-001', ['src/a/x.ts']],
      ['file write', 'EN-OPEN-D-002', ['src/b'], { answer: 'EN-OPEN-D-002' }],
      ['file write', 'EN-OPEN-D-002', ['src/c'], { answer: 'EN-OPEN-D-002' }],
      ['exec run', 'EN-EXEC-D-003', [''], { answer: 'EN-EXEC-D-003' }],
    );
    expect(audit.done).toEqual([
      { path: 'src/a/new', operation: 'WRITE', command: 'file rename' },
      { path: 'src/a/x.ts', operation: 'DELETE', command: 'file delete' },
      { path: 'src/a/x.ts', operation: 'GIT', command: 'git add' },
      { path: 'src/a/x.ts', operation: 'WRITE', command: 'file write' },
      { path: 'src/a/y', operation: 'WRITE', command: 'file rename' },
    ]);
    // Deleting is not what writing declares, though the path is the same.
    expect(audit.undeclared).toEqual(['src/a/x.ts', 'src/a/y']);
    expect(audit.undone).toEqual(['src/a/old']);
    expect(audit.refused).toEqual([
      { code: 'EN-EXEC-D-003', count: 1 },
      { code: 'EN-OPEN-D-002', count: 2 },
    ]);
  });

  const asked = (command: string, path: string) => {
    return { mode: 'forge', tool: 'file', command, root: 'repo', context: { paths: [path] } };
  };

  test('leaves out a place that an own tool only reads', async () => {
    const requests = [asked('append', 'src/a/new'), asked('read', 'src/a/seeds')];
    const { done } = await check(['file append', WRITE, [], { requests }]);
    expect(done).toEqual([{ path: 'src/a/new', operation: 'WRITE', command: 'file append' }]);
  });

  test('counts what was moved out of a place as deleted there', async () => {
    const requests = [
      asked('rename', 'src/a/old'),
      asked('rename', 'src/a/new'),
      asked('delete', 'src/a/old'),
    ];
    const audit = await check(['file rename', WRITE, [], { requests }]);
    expect(audit.done).toEqual([
      { path: 'src/a/new', operation: 'WRITE', command: 'file rename' },
      { path: 'src/a/old', operation: 'DELETE', command: 'file rename' },
    ]);
    expect([audit.undeclared, audit.undone]).toEqual([[], ['src/a/*.ts']]);
  });

  test.each<[string, string, Said]>([
    ['of another contract', WRITE, { contract: 'contract:2' }],
    ['without a contract', WRITE, { contract: null }],
    ['of another session', WRITE, { session: 'other' }],
    ['that ended before anything was done', WRITE, { answer: 'MCP-FILE-I-005' }],
    ['that read', 'EN-READ-S-001', {}],
    ['refused by someone else', 'WA-RES-I-003', {}],
    ['about the session', 'contract close prepared', {}],
  ])('passes over a call %s', async (_name, decision, said) => {
    expect(await check(['file write', decision, ['src/a/x.ts'], said])).toEqual(await check());
  });

  test('says where a record does not hold all paths', async () => {
    const cut = { requests: [], cut: { requests: { count: 1, hash: null } } };
    expect(await check(['file write', WRITE, [], cut])).toMatchObject({ done: [], incomplete: 1 });
  });

  test('is the same for any order of the records', async () => {
    const records = await recordsOf(
      ['file write', WRITE, ['src/a/x.ts', '\u{1f600}', '\uffee']],
      ['file write', WRITE, ['src/a/new']],
      ['file delete', 'EN-DELETE-S-001', ['src/a/old']],
      ['file write', 'EN-OPEN-D-002', ['src/b']],
      ['git push', 'EN-OPEN-D-002', ['']],
      ['git push', 'EN-GIT-D-001', ['']],
    );
    const expected = JSON.stringify(await auditContract(contract, each(records)));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(records, { minLength: records.length }), async (shuffled) => {
        expect(JSON.stringify(await auditContract(contract, each(shuffled)))).toBe(expected);
      }),
    );
  });
});
