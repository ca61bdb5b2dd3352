/** A ledger that is gone with the process, for runs that nobody goes back to. */
import { createMemoryStore, defineFrameTypes, type Ledger } from '../../ledger/index.ts';

/** Makes an empty ledger in memory. */
export function memoryLedger(): Ledger {
  return { store: createMemoryStore(), types: defineFrameTypes(), clock: { now: () => 0 } };
}
