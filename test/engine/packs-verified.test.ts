// Packs compiled again from the ledger alone: the same bytes, on both databases, and what is different is found.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { explainNamedPack, showPacks, verifyPacks } from '../../src/commands/packs/index.ts';
import { parsePack } from '../../src/disclosure/lens/index.ts';
import { createOracle } from '../../src/disclosure/oracle/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import { investigate } from '../../src/investigation/index.ts';
import { digestOf, type Id } from '../../src/kernel/index.ts';
import { caseSubject } from '../../src/pipeline/index.ts';
import { sharedDatabases } from '../crash/test-stores.ts';
import { layShop } from '../support/lay-shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'penumbra-packs-'));
const workspace = join(folder, 'shop');
layShop(workspace);
const stores = await Promise.all(Object.values(sharedDatabases).map((create) => create()));

afterAll(async () => {
  for (const store of stores) await store.remove();
  rmSync(folder, { recursive: true });
});

const reports = [join(workspace, 'reports')];
const named = Object.keys(sharedDatabases).map((name, index) => ({
  name,
  store: stores[index]?.address ?? '',
}));
const [{ store } = { store: '' }] = named;

test.each(named)('every pack of a run comes out the same, in $name', async ({ store: each }) => {
  const { model } = await investigate({ workspace, store: each, reports });
  const handedOut = model.cases.flatMap(({ steps }) => steps.flatMap(({ packs }) => packs));
  const done: number[] = [];
  const onProgress = (progress: { readonly done: number }) => done.push(progress.done);
  const found = await verifyPacks({ workspace, store: each, onProgress });
  expect(found).toEqual({
    ok: true,
    run: model.run,
    checked: handedOut.length,
    unchecked: 0,
    differences: [],
  });
  expect(handedOut.length).toBeGreaterThan(0);
  expect(done.at(-1)).toBe(handedOut.length);
});

test('every handle in a pack of a run, at any depth, can be cited', async () => {
  const { model } = await investigate({ workspace, store, reports });
  const ledger = await openLedger({ workspace, store });
  const untold = new Set<string>();
  for (const { packs } of model.cases.flatMap(({ steps }) => steps)) {
    for (const { pack, consumer } of packs) {
      const [bytes] = await ledger.store.getMany([digestOf(pack)]);
      const { citations, ...told } = parsePack({ bytes: bytes as Uint8Array, hash: digestOf(pack) });
      const handles = new Set(Object.values(citations));
      const quoted = JSON.stringify(told).match(/frame:[0-9a-f]+/g) ?? [];
      expect(
        quoted.filter((handle) => !handles.has(handle)),
        consumer,
      ).toEqual([]);
      if (JSON.stringify(told).includes('untold:')) untold.add(consumer);
    }
  }
  await ledger.store.close();
  // What was found out rests on evidence that this step is not told.
  expect(untold).toContain('correlate');
});

test('verifying, listing and explaining leave the ledger as it is', async () => {
  const statistics = async () => {
    const ledger = await openLedger({ workspace, store });
    const counted = await ledger.store.statistics();
    await ledger.store.close();
    return counted;
  };
  const { model } = await investigate({ workspace, store, reports });
  const name = model.cases[0]?.id ?? '';
  const before = await statistics();
  expect((await verifyPacks({ workspace, store })).ok).toBe(true);
  expect(await showPacks({ workspace, store, name })).toHaveProperty('list.case', name);
  expect((await explainNamedPack({ workspace, store, name, step: 1 })).counts.told).toBeGreaterThan(0);
  expect(await statistics()).toEqual(before);
});

test('what an oracle learned since is named as the first difference of each pack that would tell it', async () => {
  const ledger = await openLedger({ workspace, store });
  const { model, run } = await investigate({ workspace, store, reports });
  const changed = model.cases[0]?.id as string;
  const oracle = createOracle(ledger.store, {
    world: caseSubject(run as Id<'run'>, changed).id,
    clock: ledger.clock,
  });
  await oracle.appendFact({
    kind: 'failure',
    payload: { case_id: changed, note: 'known only later' },
    provenance: { source: 'intake', eventIds: [], ruleRefs: [] },
    visibility: 'public',
    precision: 'unlocked',
  });
  await ledger.store.close();
  const found = await verifyPacks({ workspace, store });
  expect(found.ok).toBe(false);
  expect(new Set(found.differences.map((difference) => difference.case))).toEqual(new Set([changed]));
  expect(found.differences[0]).toMatchObject({
    step: 1,
    consumer: 'recall',
    difference: expect.stringMatching(/^truth/),
  });
  expect(JSON.stringify(found)).not.toContain('known only later');
  expect((await verifyPacks({ workspace, store, case: model.cases[1]?.id as string })).ok).toBe(true);
});
