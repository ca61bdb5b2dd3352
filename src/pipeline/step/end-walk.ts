/** The ways a walk ends or stops, each as the state it leaves behind. */
import { PenumbraError } from '../../kernel/index.ts';
import { EXHAUSTED } from '../definition/definition.ts';
import { reasonText } from './reason-text.ts';
import type { WalkerState, WalkFault } from './walker-state.ts';

/** Ends a walk at a terminal. */
export function finishWalk(state: WalkerState, terminal: string): WalkerState {
  return { ...state, status: terminal === EXHAUSTED ? 'exhausted' : 'done', terminal };
}

/** Ends a walk that has used up what it was given. */
export function exhaustWalk(state: WalkerState, reason: string): WalkerState {
  return { ...state, status: 'exhausted', terminal: EXHAUSTED, reason: reasonText(reason) };
}

/** Ends a walk that cannot go on. */
export function failWalk(state: WalkerState, fault: WalkFault): WalkerState {
  return { ...state, status: 'failed', fault: { ...fault, message: reasonText(fault.message) } };
}

/** Ends a walk that nobody waits for any more; the reason is whatever it was called off with. */
export function cancelWalk(state: WalkerState, reason: unknown): WalkerState {
  return { ...state, status: 'cancelled', reason: reasonText(reason) };
}

/** Stops a walk where it stands, to be taken up again. */
export function pauseWalk(state: WalkerState, reason: string): WalkerState {
  return { ...state, status: 'paused', reason: reasonText(reason) };
}

/** Takes up a walk that was paused; one that has ended stays ended. */
export function resumeWalk(state: WalkerState): WalkerState {
  if (state.status === 'walking') return state;
  if (state.status !== 'paused')
    throw new PenumbraError('usage', `the walk \`${state.id}\` is ${state.status} and cannot go on`, {
      hint: 'start a new walk',
    });
  return { ...state, status: 'walking', reason: null };
}
