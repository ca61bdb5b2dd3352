/** The court from outside: is this conclusion tried, and what does the trial say of it? */
import { deepFreeze, PenumbraError } from '../kernel/index.ts';
import { type WalkerState, WalkPause } from '../pipeline/index.ts';
import { shouldActivate } from './court-config.ts';
import type { CourtSubject } from './court-subject.ts';
import { holdTrial, type TrialOptions } from './hold-trial.ts';
import { type CourtResult, readOutcome } from './trial-outcome.ts';

/**
 * Tries a conclusion where its confidence calls for it. A trial that is paused rejects with `WalkPause`; it goes on
 * from the state that `onStep` was last given.
 */
export async function runCourt(subject: CourtSubject, options: TrialOptions): Promise<CourtResult> {
  if (!shouldActivate(subject.confidence, options.config)) return notTried(subject, options);
  const state = await holdTrial(subject, options);
  requireEnded(state);
  return readOutcome(subject, state);
}

function notTried({ conclusion }: CourtSubject, { remands = 0 }: TrialOptions): CourtResult {
  const original = structuredClone(conclusion);
  return deepFreeze({
    activated: false,
    decision: null,
    original,
    final: original,
    flipped: false,
    path: [],
    rounds: 0,
    remands,
  });
}

function requireEnded({ status, reason, fault, id }: WalkerState): void {
  if (status === 'paused') throw new WalkPause(reason ?? 'the trial is paused');
  if (status === 'cancelled')
    throw new PenumbraError('agent-failed', `the trial of \`${id}\` was called off: ${reason}`, {
      hint: 'resume it from its last step',
    });
  if (fault) throw new PenumbraError(fault.code, fault.message, { data: { node: fault.node } });
}
