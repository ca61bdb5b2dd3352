/** The bounds of parsing. All count work or memory and none counts time, so the same text is cut the same everywhere. */

/** The documented bounds. */
export const parserLimits = {
  /** How many characters of a text are parsed. */
  textLength: 512 * 1024,
  /** How deep a tree is copied; what is nested deeper is left out. */
  depth: 200,
  /**
   * How much a source may cost while no rule fits it: the sum of the offsets at which the parser reports that it is
   * looking for a way on. Each such step takes time in proportion to what was read, so the sum grows as the time does.
   */
  errorWork: 2_000_000,
  /**
   * How many reports of a hundred steps each the parser may make, at first and for each thousand characters. People's
   * sources take up to twenty; one that takes far more has several meanings at every place, and all are followed.
   */
  firstReports: 200,
  reportsPerThousand: 24,
  /** How long a piece is, in characters, of a source that cost too much as a whole, and how many may cost too much. */
  pieceLength: 16 * 1024,
  refusedPieces: 4,
  /** How many pages of 64 KiB a parser's memory begins with, and how many it may grow to. */
  firstPages: 512,
  mostPages: 4_096,
} as const;
