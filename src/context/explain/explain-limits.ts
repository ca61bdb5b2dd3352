/** The bounds of an explanation; what lies beyond them is counted, not shown. */

/** The documented bounds. */
export const explainLimits = {
  /** How many frames stand one upon the other at most, from the one that is explained downwards. */
  depth: 64,
  /** How many inputs are listed at most, over all frames. */
  inputs: 5_000,
  /** How many paths are listed at most for one content. */
  paths: 100,
  /** How many dependants are listed at most. */
  dependants: 1_000,
} as const;
