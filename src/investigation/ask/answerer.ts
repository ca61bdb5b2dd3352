/** Who answers where no model is asked. */
import type { Versioned } from '../../ledger/index.ts';

/** The heuristics, as artifacts and events name them. */
export const answerer: Versioned = Object.freeze({ name: 'heuristic', version: '1' });
