/** Reads what an oracle knows now and builds a working set from it. Nothing is written. */
import { requireCursor, type StoryCursor } from '../facts/story-cursor.ts';
import type { Oracle } from '../knowledge/oracle.ts';
import { requireCounter } from '../knowledge/token-counter.ts';
import type { OracleView } from '../log/oracle-view.ts';
import type { OraclePolicy } from '../policy.ts';
import { type BuiltWorkingSet, buildWorkingSet } from './build-working-set.ts';
import type { Candidate, ComposedFrame } from './candidate.ts';
import { collectCandidates } from './collect-candidates.ts';

/** What is told at one cursor beside what the oracle knows. */
export type WorkingSetOptions = {
  /** Frames of the context; their order does not matter. */
  readonly frames?: readonly ComposedFrame[];
};

/** What an oracle knew, and what came of it. */
export type OracleReading = {
  readonly view: OracleView;
  readonly policy: OraclePolicy;
  readonly candidates: readonly Candidate[];
  readonly built: BuiltWorkingSet;
};

/** Builds a working set from what an oracle knows now. */
export async function readAndBuild(
  oracle: Oracle,
  cursor: StoryCursor,
  policy: OraclePolicy,
  { frames = [] }: WorkingSetOptions,
): Promise<OracleReading> {
  requireCursor(cursor);
  const counter = requireCounter(oracle.counters, policy.budget.counter);
  const view = await oracle.read();
  const candidates = collectCandidates(view, cursor, frames);
  const built = buildWorkingSet({ candidates, state: view.state, cursor, policy, counter });
  return { view, policy, candidates, built };
}
