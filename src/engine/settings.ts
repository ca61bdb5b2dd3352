/** What can be set for a workspace, and the file it is set in. */

/** The settings of a workspace. */
export type Settings = {
  /** Where the ledger lies: `sqlite:FILE` or `postgres://…`. Without it: `.penumbra/ledger.db` in the workspace. */
  readonly store?: string;
  /** The command that runs the tests, for `penumbra prove`. */
  readonly run?: string;
};

/** The name of the settings file in a workspace. */
export const SETTINGS_FILE = 'penumbra.yaml';
