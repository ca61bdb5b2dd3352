// Compares the embedded store with the reference in memory: any sequence of batches and rewrites has the same outcomes
// and leads to the same state.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { PenumbraError } from '../../src/kernel/index.ts';
import {
  type Batch,
  type IndexEntry,
  type Precondition,
  type Rewrite,
  type Store,
  toObject,
} from '../../src/ledger/index.ts';
import { createMemoryStore, describeStore } from '../../src/testing/index.ts';

const directory = mkdtempSync(join(tmpdir(), 'penumbra-model-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** One step: batches that arrive at once, or a maintenance session. */
type Step =
  | { readonly kind: 'commits'; readonly batches: readonly Batch[] }
  | { readonly kind: 'session'; readonly rewrites: readonly Rewrite[]; readonly isKept: boolean };

// Few names and contents, so that steps meet each other.
const log = fc.constantFrom('a', 'A', 'a!', 'b');
const value = fc.constantFrom('1', '2', '{"x":3}');
const object = fc.constantFrom(...['', '1', '2', '3', 'x'.repeat(40_000)].map(toObject));
const id = object.map((stored) => stored.id);
const atMs = fc.integer({ min: 0, max: 20 });
const member: fc.Arbitrary<IndexEntry> = fc.record({
  index: fc.constantFrom('i', 'i!'),
  key: fc.constantFrom('k', 'K'),
  member: fc.constantFrom('m', 'm~'),
});
const few = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 3 });

const precondition: fc.Arbitrary<Precondition> = fc.oneof(
  fc.record({ kind: fc.constant('head-is' as const), log, value: fc.option(value) }),
  fc.record({ kind: fc.constant('head-is-not' as const), log, value }),
  fc.record({ kind: fc.constant('log-length' as const), log, length: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('object-present' as const), id }),
  fc
    .tuple(fc.constantFrom('member-present' as const, 'member-absent' as const), member)
    .map(([kind, entry]) => ({ kind, ...entry })),
);

const batch: fc.Arbitrary<Batch> = fc.record({
  atMs,
  requires: fc.array(precondition, { maxLength: 2, size: 'xsmall' }),
  puts: few(object),
  appends: few(fc.record({ log, value })),
  adds: few(member),
});

const entries = few(value).map((values) =>
  values.map((each, index) => ({ sequence: index + 1, stamp: index * 7 + 1, value: each })),
);
const rewrite: fc.Arbitrary<Rewrite> = fc.record({
  puts: few(object),
  tombstones: few(
    fc.record({
      id,
      reason: fc.constantFrom('dropped' as const, 'erased' as const),
      agent: fc.constantFrom('x', 'y'),
    }),
  ),
  removals: few(id),
  logs: few(fc.record({ log, entries })),
  adds: few(member),
  memberRemovals: few(member),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('commits' as const),
      batches: fc.array(batch, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('session' as const),
      rewrites: few(rewrite),
      isKept: fc.boolean(),
    }),
  },
);

async function take(store: Store, step: Step): Promise<unknown> {
  if (step.kind === 'commits')
    return Promise.all(step.batches.map((each) => store.commit(each).catch(codeOf)));
  const session = await store.maintain();
  for (const each of step.rewrites) await session.apply(each);
  const inside = await describeStore(session);
  await (step.isKept ? session.commit() : session.abandon());
  return inside;
}

function codeOf(error: unknown): string {
  if (error instanceof PenumbraError) return error.code;
  throw error;
}

let places = 0;

test('the embedded store does what the reference does, whatever is asked of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const file = join(directory, String(++places), 'ledger.db');
      const reference = createMemoryStore();
      const store = await openSqliteStore({ file });
      try {
        for (const each of steps) {
          expect(await take(store, each)).toEqual(await take(reference, each));
          expect(await describeStore(store)).toEqual(await describeStore(reference));
        }
        expect(await store.checkStructure()).toEqual([]);
      } finally {
        await store.close();
      }
    }),
    { numRuns: 100 },
  );
});
