/** Which walk a case takes next: a function of how far it has come, so that a resumed run decides as the first one did. */
import { shouldActivate } from '../../court/index.ts';
import type { StartOptions, WalkerState } from '../../pipeline/index.ts';
import type { CaseProgress } from './case-progress.ts';
import { courtConfig } from './court-setting.ts';
import { lightConclusion } from './light-conclusion.ts';
import { remandFeedback } from './remand.ts';

/** A walk to take or to go on with. */
export type PlannedWalk = {
  readonly name: string;
  readonly pipeline: 'light' | 'court';
  /** How the light path starts, where it does not start at its beginning. */
  readonly start: StartOptions;
  /** Where a walk that was stopped goes on. */
  readonly state?: WalkerState;
};

/** Returns the next walk of a case, or null where it has come to its end. */
export function nextWalk(
  progress: CaseProgress,
  { hasCourt }: { readonly hasCourt: boolean },
): PlannedWalk | null {
  const { walk } = progress;
  if (walk === null) return { name: 'light-1', pipeline: 'light', start: {} };
  const { pipeline, pass } = readName(walk.name);
  if (walk.state.status === 'walking') return { name: walk.name, pipeline, start: {}, state: walk.state };
  return pipeline === 'light' ? afterLight(progress, pass, hasCourt) : afterCourt(progress, pass);
}

function readName(name: string): { readonly pipeline: PlannedWalk['pipeline']; readonly pass: number } {
  const [pipeline, pass] = name.split('-') as [PlannedWalk['pipeline'], string];
  return { pipeline, pass: Number(pass) };
}

/** An uncertain conclusion is tried; a duplicate takes the outcome of its cause, and a recommendation waits for a person. */
function afterLight(progress: CaseProgress, pass: number, hasCourt: boolean): PlannedWalk | null {
  const conclusion = lightConclusion(progress);
  if (!hasCourt || conclusion === null || !shouldActivate(conclusion.confidence, courtConfig)) return null;
  return { name: `court-${pass}`, pipeline: 'court', start: {} };
}

/** What was sent back is looked at again from where the court said, with its questions. */
function afterCourt({ walk }: CaseProgress, pass: number): PlannedWalk | null {
  const feedback = remandFeedback(walk?.state ?? null);
  if (feedback === null || !walk) return null;
  const { remands, court_ms } = walk.state.counters;
  const counters = { remands: remands + 1, court_ms };
  return { name: `light-${pass + 1}`, pipeline: 'light', start: { start: feedback.target, counters } };
}
