/** The bounds of what one call of `context` reads and answers; what is left out is said in the reply. */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented bounds. */
export const contextLimits = {
  /** How many frames a reply shows, at most and where nothing is said. */
  frames: 1_000,
  defaultFrames: 100,
  /** How many bytes of contents a reply shows. */
  contentBytes: MEBI,
  /** How many tokens a composition can be asked for. */
  tokens: 1_000_000,
  /** How many characters a content that is put has, a query, and a policy of synthesis. */
  putLength: MEBI,
  queryLength: 4 * KIBI,
  policyLength: 4 * KIBI,
  /** How many names a list of sources, types or agents has. */
  names: 100,
  /** How many frames are followed to find out whether something rests on what is hidden; beyond, it is taken to. */
  followedFrames: 500_000,
  /** How many frames are read at once. */
  readAtOnce: 1_000,
  /** How many addresses are listed for one content, and how many frames are told of as left out or stale. */
  addresses: 100,
  listed: 1_000,
} as const;
