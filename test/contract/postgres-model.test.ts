// Compares the store in PostgreSQL with the reference in memory: any sequence of batches and rewrites has the same
// outcomes and leads to the same state.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/index.ts';
import { PenumbraError } from '../../src/kernel/index.ts';
import { type Batch, type Precondition, type Rewrite, type Store, toObject } from '../../src/ledger/index.ts';
import { createMemoryStore, describeStore } from '../../src/testing/index.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { ask } from './postgres-own-server.ts';

/** One step: a batch, or a maintenance session that is committed or abandoned. */
type Step = { readonly batch: Batch } | { readonly rewrites: readonly Rewrite[]; readonly isKept: boolean };

// Few names and contents, so that steps meet each other; case and punctuation tell a collation that is not by bytes.
const log = fc.constantFrom('a', 'A', 'a!', '~');
const value = fc.constantFrom('1', '"\\\\"', '{"x":[null,"}"]}');
const object = fc.constantFrom(...['', '1', '2', 'x'.repeat(40_000)].map(toObject));
const id = object.map((stored) => stored.id);
const member = fc.record({
  index: fc.constantFrom('i', 'I'),
  key: fc.constantFrom('k', 'k!'),
  member: fc.constantFrom('m', 'M'),
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
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ batch }) },
  { weight: 1, arbitrary: fc.record({ rewrites: few(rewrite), isKept: fc.boolean() }) },
);

async function take(store: Store, step: Step): Promise<unknown> {
  if ('batch' in step) return store.commit(step.batch).catch(codeOf);
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

test('the store in PostgreSQL does what the reference does, whatever is asked of it', async () => {
  const { url, drop } = await createDatabase();
  const store = await openPostgresStore({ url });
  const checkSteps = async (steps: readonly Step[]) => {
    await ask(
      url,
      'TRUNCATE penumbra.object, penumbra.tombstone, penumbra.log, penumbra.entry, penumbra.member',
    );
    const reference = createMemoryStore();
    for (const each of steps) {
      expect(await take(store, each)).toEqual(await take(reference, each));
      expect(await describeStore(store)).toEqual(await describeStore(reference));
    }
    expect(await store.checkStructure()).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), checkSteps), { numRuns: 30 });
  await store.close();
  await drop();
});
