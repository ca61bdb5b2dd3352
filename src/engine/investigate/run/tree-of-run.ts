/** Which tree a run was made on. */
import type { Id } from '../../../kernel/index.ts';
import type { Ledger } from '../../../ledger/index.ts';
import { findRun } from './find-run.ts';
import { readRunRecord } from './run-record.ts';

/** Returns the run that a text names with the digest of its tree's root. */
export async function treeOfRun(
  ledger: Ledger,
  name: string,
): Promise<{ readonly run: Id<'run'>; readonly digest: string }> {
  const run = await findRun(ledger.store, name);
  const { inputs } = await readRunRecord(ledger, run);
  return { run, digest: inputs.tree };
}
