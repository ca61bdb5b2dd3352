/** The machine's chance, for whoever composes the program. */
import { randomBytes } from 'node:crypto';
import type { Randomness } from '../kernel/index.ts';

/** Supplies bytes that nobody can foresee. */
export const systemRandomness: Randomness = { bytes: (count) => randomBytes(count) };
