// A view over a ledger reads as the ledger with what was written since, and leaves the ledger as it was.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeStore } from '../../testing/store-contract/store-check.ts';
import type { Batch, IndexEntry } from './batch.ts';
import { createMemoryStore } from './memory-store.ts';
import { createOverlayStore } from './overlay-store.ts';
import { toObject } from './stored-object.ts';

const none = { logs: new Set<string>(), members: new Set<string>() };
const name = fc.constantFrom('a', 'b', 'b/c', 'd');
const batch: fc.Arbitrary<Batch> = fc.record({
  atMs: fc.integer({ min: 1, max: 5 }),
  puts: fc.array(
    fc.constantFrom('x', 'y', 'z').map((text) => toObject(new TextEncoder().encode(text))),
    { maxLength: 2 },
  ),
  appends: fc.array(fc.record({ log: name, value: fc.constantFrom('1', '2') }), { maxLength: 3 }),
  adds: fc.array(fc.record({ index: name, key: name, member: name }), { maxLength: 2 }),
  requires: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('head-is' as const), log: name, value: fc.constantFrom(null, '1', '2') }),
      fc.record({
        kind: fc.constant('log-length' as const),
        log: name,
        length: fc.integer({ min: 0, max: 2 }),
      }),
      fc.record({
        kind: fc.constantFrom('member-present' as const, 'member-absent' as const),
        index: name,
        key: name,
        member: name,
      }),
    ),
    { maxLength: 1 },
  ),
});

test('it is what the ledger would be after the same batches, and the ledger stays as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch), fc.array(batch), async (before, after) => {
      const [base, whole] = [createMemoryStore(), createMemoryStore()];
      for (const one of before) for (const store of [base, whole]) await store.commit(one);
      const untouched = await describeStore(base);
      const view = createOverlayStore(base, none);
      for (const one of after) expect(await view.commit(one)).toEqual(await whole.commit(one));
      expect(await describeStore(view)).toEqual(await describeStore(whole));
      expect(await describeStore(base)).toEqual(untouched);
    }),
  );
});

test('a hidden log begins anew, and the others are there', async () => {
  const base = createMemoryStore();
  await base.commit({ atMs: 1, appends: ['run/1', 'run/2', 'memory'].map((log) => ({ log, value: '1' })) });
  const view = createOverlayStore(base, { ...none, logs: new Set(['run/1']) });
  expect((await view.listHeads({})).map(({ log }) => log)).toEqual(['memory', 'run/2']);
  expect(await view.head('run/1')).toBeNull();
  await view.commit({ atMs: 2, appends: [{ log: 'run/1', value: '2' }] });
  expect((await view.readLog('run/1', {})).map(({ value }) => value)).toEqual(['2']);
  expect((await base.readLog('run/1', {})).map(({ value }) => value)).toEqual(['1']);
});

test('a hidden member may be added again', async () => {
  const base = createMemoryStore();
  const [hidden, other] = ['one', 'two'].map((member) => ({ index: 'basis', key: 'k', member })) as [
    IndexEntry,
    IndexEntry,
  ];
  await base.commit({ atMs: 1, adds: [hidden, other] });
  const view = createOverlayStore(base, { ...none, members: new Set(['one']) });
  expect(await view.listMembers('basis', 'k', {})).toEqual(['two']);
  const absent = { kind: 'member-absent', ...hidden } as const;
  expect(await view.commit({ atMs: 2, requires: [absent], adds: [hidden] })).toMatchObject({
    committed: true,
  });
  expect(await view.commit({ atMs: 2, requires: [absent] })).toMatchObject({ committed: false });
  expect(await view.listIndexEntries({})).toEqual([hidden, other]);
});

test('it cannot be rewritten', () =>
  expect(createOverlayStore(createMemoryStore(), none).maintain()).rejects.toThrow('cannot be rewritten'));
