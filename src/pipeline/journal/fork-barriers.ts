/** The barriers of a run that its fork keeps: those that every case of the fork has come to. */
import { type CanonicalValue, cite, type Id, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { barrierValue, type OpenBarrier, readBarriers } from './barrier-log.ts';

/** Returns the entries of the barriers that stay open; cases that were compared at one go back behind it together or not at all. */
export async function forkBarriers(
  ledger: Ledger,
  run: Id<'run'>,
  kept: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const opened = await readBarriers(ledger, run);
  const closed = opened.findIndex(({ cases }) => cases.some((one) => (kept.get(one.case) ?? 0) < one.steps));
  const open = closed < 0 ? opened : opened.slice(0, closed);
  for (const barrier of opened.slice(open.length)) requireNobodyPast(barrier, kept);
  return open.map((barrier) => barrierValue(barrier));
}

function requireNobodyPast({ node, cases }: OpenBarrier, kept: ReadonlyMap<string, number>): void {
  const past = cases.find((one) => (kept.get(one.case) ?? 0) > one.steps);
  if (past === undefined) return;
  const data: CanonicalValue = { barrier: node, case: past.case, steps: past.steps };
  throw new PenumbraError('usage', `${cite(past.case)} was compared at ${cite(node)}, which is done again`, {
    data,
    hint: `let ${cite(past.case)} keep at most ${past.steps} steps, too`,
  });
}
