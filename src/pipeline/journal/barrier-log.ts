/**
 * Recorded barriers: once all cases of a run have reached one or ended, their progress is recorded. Cases are
 * compared by this record, so comparisons do not depend on timing or on killed processes.
 */
import {
  type ContentId,
  canonicalText,
  contentId,
  digestOf,
  type Id,
  parseCanonical,
} from '../../kernel/index.ts';
import { type Ledger, readWholeLog, toObject } from '../../ledger/index.ts';
import type { Artifact } from '../nodes/artifact.ts';
import { readArtifact } from '../nodes/artifact.ts';
import type { WalkStatus } from '../step/walker-state.ts';
import { progressLog, readProgressAt } from './case-progress.ts';
import { readKept } from './kept-state.ts';

/** An opened barrier: its node, and the steps each case had taken, in case order. */
export type OpenBarrier = {
  readonly node: string;
  readonly cases: readonly { readonly case: string; readonly steps: number }[];
};

/** The progress of a case when a barrier was opened. */
export type ComparedCase = {
  readonly case: string;
  readonly status: WalkStatus;
  readonly outputs: { readonly [node: string]: Artifact };
};

/** Returns the opened barriers of a run in order. */
export async function readBarriers({ store }: Ledger, run: Id<'run'>): Promise<readonly OpenBarrier[]> {
  const entries = await readWholeLog(store, barrierLog(run));
  const ids = entries.map(({ value }) => (parseCanonical(value) as { readonly barrier: ContentId }).barrier);
  const kept = await Promise.all(ids.map((id) => readKept(store, id)));
  return kept as unknown as readonly OpenBarrier[];
}

/** Opens the next barrier; if another process opened one meanwhile, uses that. */
export async function openBarrier(
  ledger: Ledger,
  run: Id<'run'>,
  { after, barrier }: { readonly after: OpenBarrier | null; readonly barrier: OpenBarrier },
): Promise<void> {
  const log = barrierLog(run);
  const value = after === null ? null : barrierValue(after);
  await ledger.store.commit({
    atMs: ledger.clock.now(),
    requires: [{ kind: 'head-is', log, value }],
    puts: [toObject(canonicalText(barrier))],
    appends: [{ log, value: barrierValue(barrier) }],
  });
}

/** Reads the progress of cases when a barrier was opened, in order. */
export async function readCompared(
  { store }: Ledger,
  run: Id<'run'>,
  { cases }: OpenBarrier,
): Promise<readonly ComparedCase[]> {
  const compared: ComparedCase[] = [];
  for (const { case: caseId, steps } of cases) {
    const state = (await readProgressAt(store, progressLog(run, caseId), steps))?.walk?.state;
    const outputs = Object.entries(state?.outputs ?? {}).map(([node, made]) => [node, readArtifact(made)]);
    compared.push({ case: caseId, status: state?.status ?? 'walking', outputs: Object.fromEntries(outputs) });
  }
  return compared;
}

/** Returns the name of the log of a run's barriers. */
export function barrierLog(run: Id<'run'>): string {
  return `barriers/${digestOf(run)}`;
}

/** Returns the log entry for an opened barrier. */
export function barrierValue(barrier: OpenBarrier): string {
  return canonicalText({ barrier: contentId(canonicalText(barrier)) });
}
