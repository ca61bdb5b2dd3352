/** The machine's clock, for whoever composes the program. */

import { randomBytes } from 'node:crypto';
import type { Clock, Randomness } from '../kernel/index.ts';

/** Tells the machine's time. */
export const systemClock: Clock = { now: () => Date.now() };

/** Supplies bytes that nobody can foresee. */
export const systemRandomness: Randomness = { bytes: (count) => randomBytes(count) };
