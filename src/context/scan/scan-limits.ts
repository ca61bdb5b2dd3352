/** The limits of a scan, by name. What is beyond one is reported as skipped. */

const KIBI = 1024;
const MEBI = KIBI * KIBI;
const GIBI = KIBI * MEBI;

/** The documented limits; sizes in bytes unless the name says otherwise. */
export const scanLimits = {
  /** The largest file that is hashed, unless a scan is given another limit. */
  fileBytes: 16 * GIBI,
  /** How much of a file is in memory at once. */
  chunkBytes: MEBI,
  /** The largest file of ignore rules. */
  rulesBytes: MEBI,
  /** How often a file that changes while it is read is read again. */
  readAttempts: 3,
  /** The largest list of tracked files that is taken from git. */
  trackedBytes: GIBI,
} as const;
