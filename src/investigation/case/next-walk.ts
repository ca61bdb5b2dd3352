/**
 * Decides which walk a case takes next, purely from its progress, so that a resumed run decides as the
 * original did.
 */
import { type CourtConfig, shouldActivate } from '../../court/index.ts';
import type { CaseProgress, CaseWalk, StartOptions, WalkerState, WalkName } from '../../pipeline/index.ts';
import { type CasePipeline, lightConclusion, remandFeedback } from '../run/case-progress.ts';

/** A walk to start or to continue. */
export type PlannedWalk = WalkName & {
  readonly pipeline: CasePipeline;
  /** Where the light path starts, if not at its beginning. */
  readonly start: StartOptions;
  /** The state from which an interrupted walk continues. */
  readonly state?: WalkerState;
};

/** Returns the next walk of a case, or null if the case is finished. */
export function nextWalk(progress: CaseProgress, court: CourtConfig): PlannedWalk | null {
  const { walk } = progress;
  if (walk === null) return { pipeline: 'light', pass: 1, start: {} };
  if (walk.state.status === 'walking') return { ...walk, pipeline: walk.pipeline as CasePipeline, start: {} };
  if (walk.pipeline === 'court') return afterCourt(walk);
  return afterLight(progress, walk, court);
}

/**
 * An uncertain conclusion goes to court; a duplicate takes its cause's outcome, and a recommendation waits
 * for a person.
 */
function afterLight(progress: CaseProgress, { pass }: CaseWalk, court: CourtConfig): PlannedWalk | null {
  const conclusion = lightConclusion(progress);
  if (conclusion === null || !shouldActivate(conclusion.confidence, court)) return null;
  return { pipeline: 'court', pass, start: {} };
}

/** A remanded case is walked again from the node the court named, with its questions. */
function afterCourt({ pass, state }: CaseWalk): PlannedWalk | null {
  const feedback = remandFeedback(state);
  if (feedback === null) return null;
  const { remands, court_ms } = state.counters;
  const counters = { remands: remands + 1, court_ms };
  return { pipeline: 'light', pass: pass + 1, start: { start: feedback.target, counters } };
}
