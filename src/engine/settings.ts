/** What can be set for a workspace, and the file it is set in. */

import type { CourtConfig } from '../court/index.ts';

/**
 * What a verdict does: `advisory` ones are told beside the answer, `binding` ones put an amended place first and set the
 * status.
 */
export type CourtEffect = 'advisory' | 'binding';

/** How the court sits; what is left out is as it ships. */
export type CourtSettings = Partial<CourtConfig> & { readonly effect?: CourtEffect };

/** The settings of a workspace. */
export type Settings = {
  /** Where the ledger lies: `sqlite:FILE` or `postgres://…`. Without it: `.penumbra/ledger.db` in the workspace. */
  readonly store?: string;
  /** The command that runs the tests, for `penumbra prove`. */
  readonly run?: string;
  /** The adversarial review of uncertain conclusions. */
  readonly court?: CourtSettings;
};

/** The name of the settings file in a workspace. */
export const SETTINGS_FILE = 'penumbra.yaml';
