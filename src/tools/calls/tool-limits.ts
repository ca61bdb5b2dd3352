/** The limits of what one call of a tool reads and returns. The reply says if something was left out. */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented limits; sizes are in bytes unless the name says otherwise. */
export const toolLimits = {
  /** The maximum length of a tool or command name, in characters. */
  nameLength: 100,
  /** How much of an address is recorded, in characters. */
  notedAddressLength: 8 * KIBI,
  /** The maximum and default amount of text in one reply. */
  replyBytes: MEBI,
  defaultReplyBytes: 256 * KIBI,
  /** How much of a file is searched for a range of lines. */
  rangedFileBytes: 16 * MEBI,
  /** The highest line number. */
  lineNumber: 10_000_000,
  /** The maximum number of entries in a listing, and of paths in a status. */
  listedEntries: 5_000,
  /** The maximum number of entries examined for a pattern. */
  walkedEntries: 100_000,
  /** The maximum and default depth of a listing, in directories. */
  listedDepth: 32,
  defaultTreeDepth: 3,
  /** The default number of entries in a tree. */
  defaultTreeEntries: 500,
  /** The maximum length of a path pattern, in characters. */
  globLength: 1_000,
  /** The maximum size of a file that is written, edited or patched, and of a patch. */
  changedFileBytes: 4 * MEBI,
  patchBytes: MEBI,
  /** The maximum number of hunks that are searched for at other positions. */
  searchedHunks: 20,
  /**
   * The maximum number of entries in a directory that is removed whole. Each is submitted to the gate and
   * recorded.
   */
  removedEntries: 1_000,
  /** The maximum length of a search text, in characters. */
  patternLength: 200,
  /** The maximum and default number of search hits. */
  hits: 1_000,
  defaultHits: 100,
  /** How much of a line a hit shows, in characters. */
  hitLength: 200,
  /** How much is searched of each file, and of all files together. */
  searchedFileBytes: 2 * MEBI,
  searchedBytes: 512 * MEBI,
  /** The maximum and default number of commits in a log, and the number of paths per commit. */
  loggedCommits: 1_000,
  defaultLoggedCommits: 50,
  loggedPaths: 50,
  /** How much of a commit's first line is shown, in characters. */
  subjectLength: 300,
  /**
   * The maximum number of files compared for one reply, and the total length of their paths in characters.
   */
  comparedPaths: 500,
  comparedPathsLength: 128 * KIBI,
  /** The maximum size of the differences in one reply, and the maximum number of context lines. */
  diffBytes: 256 * KIBI,
  diffContextLines: 100,
  /** How much of the differences to be committed is hashed for the record. */
  committedDiffBytes: 8 * MEBI,
  /** The maximum number of lines traced at once, and how much of each is shown, in characters. */
  blamedLines: 1_000,
  blamedLineLength: KIBI,
  /** The maximum number of paths named in one call, and the length of each, in characters. */
  namedPaths: 500,
  namedPathLength: 4 * KIBI,
  /** The maximum length of a commit message and of an author's name, in characters. */
  messageLength: 16 * KIBI,
  authorLength: 200,
  /** The maximum size of a source that facts are extracted from. */
  sourceBytes: 16 * MEBI,
} as const;
