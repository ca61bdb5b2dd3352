/** The bounds of a contract: enough for a piece of work that a person can read at one sitting. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The documented bounds; lengths are in characters, times in milliseconds. */
export const contractLimits = {
  targets: 100,
  edits: 100,
  planLines: 15,
  lineLength: 500,
  intentLength: 2_000,
  /** The whole contract in canonical form; with its signature it is one entry of a log. */
  draftLength: 24 * 1024,
  /** All targets in canonical form; they are kept with every call that rests on them. */
  targetsLength: 6 * 1024,
  shortestMs: MINUTE_MS,
  defaultMs: 8 * HOUR_MS,
  longestMs: 7 * DAY_MS,
  /** How many values it holds, counted at any depth; more than all of its fields at their bounds. */
  values: 1_000,
  /** How many faults of one text are told. */
  faults: 100,
} as const;
