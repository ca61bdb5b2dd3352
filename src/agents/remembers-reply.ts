/**
 * Stickiness at work: whether one of an agent's own earlier replies in a case enters its next pack as a memory block.
 * There is no other conversation, so this is all an agent knows of what it said before.
 */
import type { Stickiness } from './identity.ts';

/** Where a reply lies on the way a case has taken. */
export type EarlierReply = {
  readonly stickiness: Stickiness;
  /** The zone of each step of the case so far, or null outside of zones; the last is the step about to be asked. */
  readonly zones: readonly (string | null)[];
  /** The step that gave the reply, counted from 0. */
  readonly step: number;
};

/** Tells whether a reply is remembered: 0 never, 1 within the zone, 2 also on return to it, 3 always. */
export function remembersReply({ stickiness, zones, step }: EarlierReply): boolean {
  const isEarlier = step >= 0 && step < zones.length - 1;
  if (!isEarlier || stickiness === 0) return false;
  if (stickiness === 3) return true;
  const here = zones.at(-1) ?? null;
  const between = stickiness === 1 ? zones.slice(step) : zones.slice(step, step + 1);
  return here !== null && between.every((zone) => zone === here);
}
