// Random work for a store, and what it comes to: two stores given the same steps must answer alike.

import fc from 'fast-check';
import { expect } from 'vitest';
import { PenumbraError } from '../../src/kernel/index.ts';
import { type Batch, type Precondition, type Rewrite, type Store, toObject } from '../../src/ledger/index.ts';
import { createMemoryStore, describeStore } from '../../src/testing/index.ts';

/** One step: batches that arrive at once, or a maintenance session that is committed or abandoned. */
export type StoreStep =
  | { readonly batches: readonly Batch[] }
  | { readonly rewrites: readonly Rewrite[]; readonly isKept: boolean };

// Few names and contents, so that steps meet each other; case and punctuation tell a collation that is not by bytes.
const log = fc.constantFrom('a', 'A', 'a!', '~');
const value = fc.constantFrom('1', '"\\\\"', '{"x":[null,"}"]}');
const object = fc.constantFrom(...['', '1', '2', '3', 'x'.repeat(40_000)].map(toObject));
const id = object.map((stored) => stored.id);
const member = fc.record({
  index: fc.constantFrom('i', 'I'),
  key: fc.constantFrom('k', 'k!'),
  member: fc.constantFrom('m', 'm~'),
});
const few = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 3 });
const kind = <Kind extends Precondition['kind']>(...kinds: readonly Kind[]) => fc.constantFrom(...kinds);

const precondition: fc.Arbitrary<Precondition> = fc.oneof(
  fc.record({ kind: kind('head-is'), log, value: fc.option(value) }),
  fc.record({ kind: kind('head-is-not'), log, value }),
  fc.record({ kind: kind('log-length'), log, length: fc.nat(3) }),
  fc.record({ kind: kind('object-present'), id }),
  fc.tuple(kind('member-present', 'member-absent'), member).map(([of, entry]) => ({ kind: of, ...entry })),
);

const batch: fc.Arbitrary<Batch> = fc.record({
  atMs: fc.nat(20),
  requires: fc.array(precondition, { maxLength: 2, size: 'xsmall' }),
  puts: few(object),
  appends: few(fc.record({ log, value })),
  adds: few(member),
});

const entries = few(value).map((values) =>
  values.map((each, index) => ({ sequence: index + 1, stamp: index * 7 + 1, value: each })),
);
const reason = fc.constantFrom('dropped' as const, 'erased' as const);
const rewrite: fc.Arbitrary<Rewrite> = fc.record({
  puts: few(object),
  tombstones: few(fc.record({ id, reason, agent: fc.constantFrom('x', 'y') })),
  removals: few(id),
  logs: few(fc.record({ log, entries })),
  adds: few(member),
  memberRemovals: few(member),
});

/** Makes sequences of steps; where batches on different logs have no order between them, one comes at a time. */
export function anySteps({ batchesAtOnce }: { readonly batchesAtOnce: number }): fc.Arbitrary<StoreStep[]> {
  const batches = fc.array(batch, { minLength: 1, maxLength: batchesAtOnce });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ batches }) },
    { weight: 1, arbitrary: fc.record({ rewrites: few(rewrite), isKept: fc.boolean() }) },
  );
  return fc.array(step, { maxLength: 12 });
}

/** Takes the same steps on an empty store and on the reference, and compares answers and state after each. */
export async function expectLikeReference(store: Store, steps: readonly StoreStep[]): Promise<void> {
  const reference = createMemoryStore();
  for (const step of steps) {
    expect(await take(store, step)).toEqual(await take(reference, step));
    expect(await describeStore(store)).toEqual(await describeStore(reference));
  }
  expect(await store.checkStructure()).toEqual([]);
}

async function take(store: Store, step: StoreStep): Promise<unknown> {
  if ('batches' in step) return Promise.all(step.batches.map((each) => store.commit(each).catch(codeOf)));
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
