// A shop that is investigated into stores of its own, as by people with a clone each, and what the stores hold.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openLedger } from '../../src/engine/index.ts';
import { exportArchive, importArchive, type Ledger } from '../../src/ledger/index.ts';
import { layShop } from '../support/lay-shop.ts';

/** What is investigated, and into which store. */
export type ShopStore = {
  readonly workspace: string;
  readonly reports: readonly string[];
  readonly memory: 'off';
  readonly store: string;
};

const folder = mkdtempSync(join(tmpdir(), 'penumbra-elsewhere-'));
const workspace = join(folder, 'shop');
let isBuilt = false;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names a store for the shop that nothing was written to. */
export function shopStore(name: string): ShopStore {
  if (!isBuilt) layShop(workspace);
  isBuilt = true;
  const reports = ['stock.xml', 'orders.xml'].map((file) => join(workspace, 'reports', file));
  return { workspace, reports, memory: 'off', store: `sqlite:${join(folder, `${name}.db`)}` };
}

/** Works on the ledger in a store. */
export async function inLedger<Result>(
  at: ShopStore,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const { workspace: where, store } = at;
  const ledger = await openLedger({ workspace: where, store });
  try {
    return await work(ledger);
  } finally {
    await ledger.store.close();
  }
}

/** Imports all that one store holds into another. */
export async function mergeInto(into: ShopStore, from: ShopStore): Promise<void> {
  await inLedger(from, ({ store: theirs }) =>
    inLedger(into, ({ store: ours }) => importArchive(ours, exportArchive(theirs))),
  );
}
