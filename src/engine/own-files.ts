/** The files that a run itself writes: the ledger, and what it was told to write beside it. */
import type { Ledger } from '../ledger/index.ts';

/** Returns the program's own files; a ledger in a database server has none here. */
export function ownFiles({ store }: Ledger, outputs: readonly string[] = []): readonly string[] {
  const ledger = ['', '-wal', '-shm'].map((suffix) => `${store.location}${suffix}`);
  return [...ledger, ...outputs];
}
