/** Opens the ledger of a workspace for work on runs. */
import type { Ledger } from '../../ledger/index.ts';
import { type OpenLedgerOptions, openLedger } from '../open-ledger.ts';
import { runFrameTypes } from './run-frame-types.ts';

/** Opens a ledger that knows the types of runs, and closes it whatever happens. */
export async function withRuns<Result>(
  options: OpenLedgerOptions,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const ledger = { ...(await openLedger(options)), types: runFrameTypes };
  try {
    return await work(ledger);
  } finally {
    await ledger.store.close();
  }
}
