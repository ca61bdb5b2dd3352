/** The bounds of composing itself; exceeding one is a clear error, never a cut. */

/** The documented bounds. */
export const composeLimits = {
  /** How long a path may be, in characters. */
  pathLength: 16 * 1024,
  /** How long a query may be, in characters; it also keeps scores safe integers. */
  queryLength: 4 * 1024,
  /** How many related paths or subjects one request names. */
  paths: 10_000,
  /** How many types or agents one list of a request names. */
  names: 1_000,
  /** How many frames are gathered before any bound of the request is looked at. */
  gatheredFrames: 100_000,
  /** How many bytes of content are gathered before any bound of the request is looked at. */
  gatheredBytes: 512 * 1024 * 1024,
  /** How many nodes are read at once. */
  readsAtOnce: 16,
} as const;
