/** Every limit of the ledger and its formats, by name. Exceeding one is a clear error, never a cut. */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented limits; sizes in bytes unless the name says otherwise. */
export const limits = {
  /** How deep canonical JSON may nest. */
  jsonDepth: 512,
  /** The largest object the ledger stores. */
  objectBytes: 64 * MEBI,
  /** The largest value of one log entry. */
  logValueBytes: 64 * KIBI,
  /** The longest name of a log or index, key or member. */
  nameLength: 255,
  /** How many puts, appends, adds and preconditions one batch holds together. */
  batchOperations: 10_000,
  /** How many object bytes one batch holds together. */
  batchBytes: 256 * MEBI,
  /** How many rows one page of a range holds at most. */
  pageRows: 1_000,
  /** How many inputs a basis names. */
  basisInputs: 10_000,
  /** The longest id of a subject. */
  subjectIdBytes: 16 * KIBI,
} as const;
