/** Which tree a run was made on. */
import type { Id } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { findRun } from './find-run.ts';
import { readRunRecord } from './run-record.ts';

/** A run and the digest of its tree's root. */
export type RunTree = { readonly run: Id<'run'>; readonly digest: string };

/** Returns the run that a text names with its tree. */
export async function treeOfRun(ledger: Ledger, name: string): Promise<RunTree> {
  const run = await findRun(ledger.store, name);
  const { inputs } = await readRunRecord(ledger, run);
  return { run, digest: inputs.tree };
}
