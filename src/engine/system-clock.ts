/** The machine's clock, for whoever composes the program. */
import type { Clock } from '../kernel/index.ts';

/** Tells the machine's time. */
export const systemClock: Clock = { now: () => Date.now() };
