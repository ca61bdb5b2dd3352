/**
 * A cut through a ledger: how far each log goes at one instant. Objects only join a ledger and batches are whole, so
 * all that a cut refers to is there for whoever reads the objects after it.
 */
import type { Sha256 } from '../../kernel/index.ts';
import { everyHead } from '../store/pages.ts';
import type { Store, StoreReader } from '../store/store.ts';
import { withMaintenance } from '../store/with-maintenance.ts';

/** The length and digest of every log, by name in order. */
export type LedgerCut = ReadonlyMap<string, { readonly sequence: number; readonly digest: Sha256 }>;

const QUIET_ATTEMPTS = 3;

/**
 * Takes a cut. Heads come in pages, so one listing may mix instants; two equal listings in a row prove that between
 * them the ledger was exactly so. Where writers never pause, they are kept out while the heads are listed.
 */
export async function takeCut(store: Store): Promise<LedgerCut> {
  let earlier = await listCut(store);
  for (let attempt = 0; attempt < QUIET_ATTEMPTS; attempt++) {
    const cut = await listCut(store);
    if (isSameCut(earlier, cut)) return cut;
    earlier = cut;
  }
  return withMaintenance(store, listCut);
}

async function listCut(reader: StoreReader): Promise<LedgerCut> {
  const cut = new Map<string, { readonly sequence: number; readonly digest: Sha256 }>();
  for await (const { log, sequence, digest } of everyHead(reader)) cut.set(log, { sequence, digest });
  return cut;
}

function isSameCut(a: LedgerCut, b: LedgerCut): boolean {
  return a.size === b.size && [...a].every(([log, { digest }]) => b.get(log)?.digest === digest);
}
