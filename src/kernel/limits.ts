/** All limits of the ledger and its formats, by name. Exceeding one is an error and never truncates. */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented limits; sizes in bytes unless the name says otherwise. */
export const limits = {
  /** Nesting depth of canonical JSON. */
  jsonDepth: 512,
  /** Size of a stored object. */
  objectBytes: 64 * MEBI,
  /** Size of a log entry's value. */
  logValueBytes: 64 * KIBI,
  /** Length of a name of a log, index, key or member. */
  nameLength: 255,
  /** Puts, appends, adds and preconditions in a batch. */
  batchOperations: 10_000,
  /** Total object bytes in a batch. */
  batchBytes: 256 * MEBI,
  /** Rows in a page of a range. */
  pageRows: 1_000,
  /** Inputs of a basis. */
  basisInputs: 10_000,
  /** Size of a subject's id. */
  subjectIdBytes: 16 * KIBI,
} as const;
