/** The bounds of what one call of a tool reads and answers; what is left out is said in the reply. */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented bounds; sizes in bytes unless the name says otherwise. */
export const toolLimits = {
  /** The longest name of a tool or command, in characters. */
  nameLength: 100,
  /** How much of an address is noted for the record, in characters. */
  notedAddressLength: 8 * KIBI,
  /** How much text of a file one reply holds, at most and where nothing is said. */
  replyBytes: MEBI,
  defaultReplyBytes: 256 * KIBI,
  /** How much of a file is looked through for a range of lines. */
  rangedFileBytes: 16 * MEBI,
  /** The highest line that can be asked for. */
  lineNumber: 10_000_000,
  /** How many entries a listing, and how many paths a status shows. */
  listedEntries: 5_000,
  /** How many entries are looked at for a pattern. */
  walkedEntries: 100_000,
  /** How far down a listing goes, at most and where nothing is said, in directories. */
  listedDepth: 32,
  defaultTreeDepth: 3,
  /** How many entries a tree shows where nothing is said. */
  defaultTreeEntries: 500,
  /** The longest pattern of paths, in characters. */
  globLength: 1_000,
  /** The largest file that is written, edited or patched, and the largest patch. */
  changedFileBytes: 4 * MEBI,
  patchBytes: MEBI,
  /** How many hunks of a patch are looked for elsewhere than where they say. */
  searchedHunks: 20,
  /** How many entries a directory that is removed whole can have; each is put to the gate and on record. */
  removedEntries: 1_000,
  /** The longest text that is searched for, in characters. */
  patternLength: 200,
  /** How many hits a search shows, at most and where nothing is said. */
  hits: 1_000,
  defaultHits: 100,
  /** How much of a line a hit shows, in characters. */
  hitLength: 200,
  /** How much of each file, and of all files together, is searched. */
  searchedFileBytes: 2 * MEBI,
  searchedBytes: 512 * MEBI,
  /** How many commits a log shows, at most and where nothing is said, and how many paths of each. */
  loggedCommits: 1_000,
  defaultLoggedCommits: 50,
  loggedPaths: 50,
  /** How much of a commit's first line is shown, in characters. */
  subjectLength: 300,
  /** How many files are compared for one reply, and how long their paths are together, in characters. */
  comparedPaths: 500,
  comparedPathsLength: 128 * KIBI,
  /** How much text of differences one reply holds, and with how many lines around them at most. */
  diffBytes: 256 * KIBI,
  diffContextLines: 100,
  /** How much of what is about to be committed is hashed for the record. */
  committedDiffBytes: 8 * MEBI,
  /** How many lines are traced to their commits at once, and how much of each is shown, in characters. */
  blamedLines: 1_000,
  blamedLineLength: KIBI,
  /** How many paths can be named in one call, and how long each can be, in characters. */
  namedPaths: 500,
  namedPathLength: 4 * KIBI,
  /** The longest message and name of a commit, in characters. */
  messageLength: 16 * KIBI,
  authorLength: 200,
  /** The largest source that facts are read of. */
  sourceBytes: 16 * MEBI,
} as const;
