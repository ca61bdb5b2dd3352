// Recompiling a working set gives the same bytes and guard, and does not change the ledger.
import { expect, test } from 'vitest';
import { cursor, fact, policy, sampleOracle, secret } from '../../../../test/lens/sample-world.ts';
import { createMemoryStore } from '../../../ledger/index.ts';
import { auditWorkingSet, rebuildWorkingSet } from './audit-working-set.ts';
import { composeContent } from './collect-candidates.ts';
import { compileWorkingSet } from './compile-working-set.ts';

const frames = [
  composeContent({ handle: `frame:${'a'.repeat(64)}` as never, agent: 'scan', payload: 'open' }, undefined),
];

test('it has the bytes, guard and audit of the first time, and writes nothing', async () => {
  const store = createMemoryStore();
  const oracle = await sampleOracle(store);
  await oracle.appendFacts([secret('Vermithrax'), fact('it is Vermithrax'), fact('a torn map')]);
  const before = await store.statistics();
  const { set, audit } = await rebuildWorkingSet(oracle, cursor, policy, { frames });
  const audited = await auditWorkingSet(oracle, cursor, policy, { frames });
  expect(await store.statistics()).toEqual(before);
  expect(audit()).toEqual(audited);
  expect(audited.items.map(({ outcome }) => outcome).toSorted()).toEqual([
    'derived-lock',
    'locked',
    'locked',
    'offered',
  ]);
  const compiled = await compileWorkingSet(oracle, cursor, policy, { frames });
  expect(set.bytes).toEqual(compiled.bytes);
  expect(set.guard.scan('vermi-thrax')).toEqual(compiled.guard.scan('vermi-thrax'));
  // What is on record now are the policies and the derived lock, which a rebuild had left out.
  expect(await store.statistics()).not.toEqual(before);
});

test('frames are told at the call that names them, and at no other', async () => {
  const oracle = await sampleOracle();
  const told = await compileWorkingSet(oracle, cursor, policy, { frames });
  const untold = await compileWorkingSet(oracle, cursor, policy);
  expect(told.id).not.toBe(untold.id);
});
