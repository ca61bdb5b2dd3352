/** Reads what an oracle knows now and builds a working set from it. Nothing is written. */
import type { CanonicalValue } from '../../../kernel/index.ts';
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
  /** Opens the payload of a locked item that is kept sealed; the guard watches for what it returns. */
  readonly reveal?: (payload: CanonicalValue) => CanonicalValue;
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
  { frames = [], reveal }: WorkingSetOptions,
): Promise<OracleReading> {
  requireCursor(cursor);
  const counter = requireCounter(oracle.counters, policy.budget.counter);
  const view = await oracle.read();
  const collected = collectCandidates(view, cursor, frames);
  const candidates =
    reveal === undefined
      ? collected
      : collected.map((one) => (one.isLocked ? { ...one, payload: reveal(one.payload) } : one));
  const built = buildWorkingSet({ candidates, state: view.state, cursor, policy, counter });
  return { view, policy, candidates, built };
}
