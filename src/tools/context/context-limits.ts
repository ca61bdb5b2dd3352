/** The limits of what one call of `context` reads and returns. The reply says if something was left out. */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented limits. */
export const contextLimits = {
  /** The maximum and default number of frames in a reply. */
  frames: 1_000,
  defaultFrames: 100,
  /** The maximum total size of contents in a reply, in bytes. */
  contentBytes: MEBI,
  /** The maximum token budget of a composition. */
  tokens: 1_000_000,
  /** The maximum length of a content to put, of a query, and of a synthesis policy, in characters. */
  putLength: MEBI,
  queryLength: 4 * KIBI,
  policyLength: 4 * KIBI,
  /** The maximum number of names in a list of sources, types or agents. */
  names: 100,
  /**
   * How many frames are followed to find out whether something is based on hidden content. Beyond that, it
   * counts as hidden.
   */
  followedFrames: 500_000,
  /** How many frames are read at once. */
  readAtOnce: 1_000,
  /** The maximum number of addresses per content, and of frames listed as left out or stale. */
  addresses: 100,
  listed: 1_000,
} as const;
