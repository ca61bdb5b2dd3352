/** Which walk a case takes next: a function of how far it has come, so that a resumed run decides as the first one did. */
import { type CourtConfig, shouldActivate } from '../../court/index.ts';
import type { CaseProgress, CaseWalk, StartOptions, WalkerState, WalkName } from '../../pipeline/index.ts';
import { type CasePipeline, lightConclusion, remandFeedback } from '../run/case-progress.ts';

/** A walk to take or to go on with. */
export type PlannedWalk = WalkName & {
  readonly pipeline: CasePipeline;
  /** How the light path starts, where it does not start at its beginning. */
  readonly start: StartOptions;
  /** Where a walk that was stopped goes on. */
  readonly state?: WalkerState;
};

/** Returns the next walk of a case, or null where it has come to its end. */
export function nextWalk(progress: CaseProgress, court: CourtConfig): PlannedWalk | null {
  const { walk } = progress;
  if (walk === null) return { pipeline: 'light', pass: 1, start: {} };
  if (walk.state.status === 'walking') return { ...walk, pipeline: walk.pipeline as CasePipeline, start: {} };
  if (walk.pipeline === 'court') return afterCourt(walk);
  return afterLight(progress, walk, court);
}

/** An uncertain conclusion is tried; a duplicate takes the outcome of its cause, and a recommendation waits for a person. */
function afterLight(progress: CaseProgress, { pass }: CaseWalk, court: CourtConfig): PlannedWalk | null {
  const conclusion = lightConclusion(progress);
  if (conclusion === null || !shouldActivate(conclusion.confidence, court)) return null;
  return { pipeline: 'court', pass, start: {} };
}

/** What was sent back is looked at again from where the court said, with its questions. */
function afterCourt({ pass, state }: CaseWalk): PlannedWalk | null {
  const feedback = remandFeedback(state);
  if (feedback === null) return null;
  const { remands, court_ms } = state.counters;
  const counters = { remands: remands + 1, court_ms };
  return { pipeline: 'light', pass: pass + 1, start: { start: feedback.target, counters } };
}
