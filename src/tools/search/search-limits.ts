/** The bounds of searching for symbols; a search that meets one says that it was cut. */

const MEBI = 1024 * 1024;

/** The documented bounds. */
export const searchLimits = {
  /** How many files that hold the name are parsed, how large one may be, and how many bytes they have together. */
  parsedFiles: 500,
  parsedFileBytes: MEBI,
  parsedBytes: 32 * MEBI,
  /** How much of a file is as much work as looking at one entry of a directory. */
  bytesPerUnit: 16 * 1024,
} as const;
