/** The bounds of what a policy says about running programs, and of the command lines that are run. */

/** The documented bounds; sizes in bytes unless the name says otherwise. */
export const execLimits = {
  /** How many words a command line has. */
  words: 256,
  /** The longest word. */
  wordBytes: 8 * 1024,
  /** The longest time a program runs, and that where the policy names none, in seconds. */
  timeoutSeconds: 3_600,
  defaultTimeoutSeconds: 600,
  /** How much output is kept, at most and where the policy says nothing. */
  outputBytes: 4 * 1024 * 1024,
  defaultOutputBytes: 1024 * 1024,
  /** The largest script that a person is asked about. */
  scriptBytes: 1024 * 1024,
  /** How many entries of a seen root are looked at for what is hidden in it. */
  walkedEntries: 200_000,
} as const;
