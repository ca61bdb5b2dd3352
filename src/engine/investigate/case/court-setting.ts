/** How the court sits in an investigation: its settings. */
import { type CourtConfig, courtDefaults } from '../../../court/index.ts';

/** The settings of trials; `investigate` lets the court sit unless it is told not to. */
export const courtConfig: CourtConfig = Object.freeze({ ...courtDefaults, enabled: true });

/** Where models sit, time says nothing about a case: each ask is bounded by itself, and a replayed trial takes no time. */
export const modelCourtConfig: CourtConfig = Object.freeze({ ...courtConfig, ttlMs: 2 ** 31 - 1 });
