/**
 * A case whose log was merged from two ledgers. Where both had the same steps it goes on from the farthest; where they
 * went on differently neither is the case's history, and it does not go on.
 */
import { type CanonicalValue, canonicalHash, cite, type Id, PenumbraError } from '../../kernel/index.ts';
import { everyEntry, type StoreReader } from '../../ledger/index.ts';
import {
  type CaseProgress,
  type KeptProgress,
  progressLog,
  readEntry,
  readKeptProgress,
  readProgress,
  stepsTaken,
  type WrittenProgress,
} from './case-progress.ts';
import type { KeptState } from './kept-state.ts';

/** Reads how far a case has come, or throws `log-corrupt` where two histories of it were merged. */
export async function readHistory(
  store: StoreReader,
  of: { readonly run: Id<'run'>; readonly case: string },
): Promise<WrittenProgress> {
  const log = progressLog(of.run, of.case);
  const read = await readProgress(store, log);
  // A log that was never merged has one entry for each step, and need not be read.
  if (read.entries <= stepsTaken(read.progress)) return read;
  const { farthest, partedAt } = await compareHistories(store, log);
  if (partedAt !== null) throw partedError(of, partedAt);
  // Going on is still on the condition that the log ends as it was read.
  return { ...read, progress: await farthestProgress(store, farthest, read) };
}

async function compareHistories(
  store: StoreReader,
  log: string,
): Promise<{ readonly farthest: string; readonly partedAt: number | null }> {
  const told = new Map<number, string>();
  let [farthest, most] = ['', 0];
  let partedAt = Number.POSITIVE_INFINITY;
  for await (const { value } of everyEntry(store, log)) {
    const kept = await readKeptProgress(store, value);
    const [steps, history] = [stepsTaken(kept), historyOf(kept)];
    if ((told.get(steps) ?? history) !== history) partedAt = Math.min(partedAt, steps);
    told.set(steps, history);
    if (steps >= most) [farthest, most] = [value, steps];
  }
  return { farthest, partedAt: Number.isFinite(partedAt) ? partedAt : null };
}

async function farthestProgress(
  store: StoreReader,
  farthest: string,
  { entry, progress }: WrittenProgress,
): Promise<CaseProgress> {
  return farthest === entry ? progress : readEntry(store, farthest);
}

/** Who answered what, and where it led; how long it took may differ between two that walked the same way. */
function historyOf({ walk, replies, zones }: KeptProgress): string {
  const way = walk && [walk.pipeline, walk.pass, wayOf(walk.state)];
  return canonicalHash([replies, zones, way]);
}

function wayOf({ definition, status, node, terminal, history, inner }: KeptState): CanonicalValue {
  return [definition, status, node, terminal, history, inner && wayOf(inner)];
}

function partedError(
  { run, case: caseId }: { readonly run: Id<'run'>; readonly case: string },
  step: number,
): PenumbraError {
  return new PenumbraError(
    'log-corrupt',
    `two histories of ${cite(caseId)} were merged: they part at step ${step}`,
    {
      data: { run, case: caseId, step },
      hint: `go on from before it, in a run of its own: \`penumbra resume ${run} --from ${step}\``,
    },
  );
}
