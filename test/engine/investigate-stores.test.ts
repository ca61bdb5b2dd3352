// The same investigation on both databases: equal reports, equal steps, and equal again in another order of arguments,
// and a ledger that moved from one to the other goes on as if nothing had happened.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exportToFile, importArchive, openArchive } from '../../src/commands/index.ts';
import { listRuns } from '../../src/commands/runs.ts';
import { openLedger } from '../../src/engine/index.ts';
import { investigate } from '../../src/investigation/index.ts';
import { validateLedger } from '../../src/ledger/index.ts';
import { sharedDatabases } from '../crash/test-stores.ts';
import { layShop } from '../support/lay-shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'penumbra-stores-'));
const workspace = join(folder, 'shop');
layShop(workspace);
const reports = ['catalogue.xml', 'orders.xml', 'stock.xml'].map((name) => join(workspace, 'reports', name));
const stores = await Promise.all(Object.values(sharedDatabases).map((create) => create()));
const [sqlite, postgres] = stores.map(({ address }) => address);

afterAll(async () => {
  for (const store of stores) await store.remove();
  rmSync(folder, { recursive: true });
});

const run = (store: string | undefined, named = reports) =>
  investigate({ workspace, reports: named, ...(store !== undefined && { store }) });

test('both databases come to the same report by the same steps', async () => {
  const first = await run(sqlite);
  const second = await run(postgres, reports.toReversed());
  expect(second.document).toEqual(first.document);
  expect(second.model).toEqual(first.model);
  expect([first.isNew, second.isNew]).toEqual([true, true]);
});

test('a run that was exported and imported is known where it arrives, and so is what it learned', async () => {
  const archive = join(folder, 'ledger.pen');
  const store = `sqlite:${join(folder, 'other.db')}`;
  const from = await openLedger({ workspace, store: postgres as string });
  await exportToFile(from.store, archive);
  await from.store.close();
  const to = await openLedger({ workspace, store });
  {
    await using chunks = await openArchive(archive);
    await importArchive(to.store, chunks);
  }
  expect((await validateLedger(to.store)).faults).toEqual([]);
  await to.store.close();
  expect((await listRuns({ workspace, store })).length).toBe(1);
  const again = await run(store);
  expect(again.document).toEqual((await run(postgres)).document);
  expect(again.document.summary.known).toBeGreaterThan(0);
});
