/** The machine's clock and randomness, for code that composes the program. */

import { randomBytes } from 'node:crypto';
import type { Clock, Randomness } from '../kernel/index.ts';

/** Returns the machine's time. */
export const systemClock: Clock = { now: () => Date.now() };

/** Supplies unpredictable bytes. */
export const systemRandomness: Randomness = { bytes: (count) => randomBytes(count) };
