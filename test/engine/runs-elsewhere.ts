// A shop that is investigated into stores of its own, as by people with a clone each, and what the stores hold.

import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

// Files that share a worker share it; the runner's own folder for temporary files is removed at the end.
const folder = mkdtempSync(join(tmpdir(), 'penumbra-elsewhere-'));
const workspace = join(folder, 'shop');

/** Names a store for the shop that nothing was written to. */
export function shopStore(name: string): ShopStore {
  if (!existsSync(workspace)) layShop(workspace);
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
