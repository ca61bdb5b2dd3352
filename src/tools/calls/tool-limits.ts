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
  /** The largest source that facts are read of. */
  sourceBytes: 16 * MEBI,
} as const;
