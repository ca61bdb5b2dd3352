/** The bounds of stack traces, which are foreign text of any size. */

/** Lengths in characters (UTF-16 units). */
export const stackLimits = {
  /** How many lines are read. */
  lines: 20_000,
  /** How much of a line is read; no trace has longer ones that mean something. */
  lineLength: 2_000,
  /** How many frames of one exception are kept, the innermost. */
  frames: 1_000,
  /** How many causes are kept. */
  causes: 50,
  /** How much of a message is kept. */
  messageLength: 4_000,
} as const;
