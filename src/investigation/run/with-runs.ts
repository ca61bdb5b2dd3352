/** Opens the ledger of a workspace for work on its runs. */

import { type OpenLedgerOptions, openLedger } from '../../engine/index.ts';
import type { Ledger } from '../../ledger/index.ts';

/** Opens a ledger, and closes it whatever happens. */
export async function withRuns<Result>(
  options: OpenLedgerOptions,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const ledger = await openLedger(options);
  try {
    return await work(ledger);
  } finally {
    await ledger.store.close();
  }
}
