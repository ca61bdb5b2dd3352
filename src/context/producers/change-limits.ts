/** The bounds of what is said of recent changes; each commit has its own, so that what is kept of it never depends on others. */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented bounds. */
export const changeLimits = {
  /** How many commits are looked at: where nothing is known of a base, and after a known one. */
  commits: 30,
  commitsAfterBase: 200,
  /** How many files of a commit are listed, and of how many the lines are told. */
  files: 5_000,
  filesWithHunks: 500,
  /** How many lines of one file, and how many characters of one file and of one commit are told. */
  linesOfFile: 4_000,
  hunkLengthOfFile: 256 * KIBI,
  hunkLengthOfCommit: MEBI,
  /** How many characters a subject and the name of an author have. */
  subjectLength: 300,
  authorLength: 200,
  /** The largest file that is compared token by token, and how many bytes of one commit are. */
  comparedFileBytes: 512 * KIBI,
  comparedBytes: 16 * MEBI,
} as const;
