/** How the court sits in an investigation: its settings. */
import { type CourtConfig, courtDefaults } from '../../../court/index.ts';

/** The settings of trials; `investigate` lets the court sit unless it is told not to. */
export const courtConfig: CourtConfig = Object.freeze({ ...courtDefaults, enabled: true });
