/** Every bound of the intake, by name: a report is foreign text, so nothing of it is kept without one. */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The intake's bounds; lengths in characters (UTF-16 units) unless the name says otherwise. */
export const intakeLimits = {
  /** How much of a source is looked at to tell its encoding and format. */
  prefixBytes: 4 * KIBI,
  /** How much of a failure's text is kept: stack and message body. */
  stackLength: 64 * KIBI,
  /** How much of a failure's message is kept. */
  messageLength: 16 * KIBI,
  /** How much of a test's or a suite's output is kept, for each stream. */
  outputLength: 64 * KIBI,
  /** How much of an attribute's value is kept: a message is the longest that is used. */
  attributeLength: 16 * KIBI,
  /** How much of a test's name, a type or another short text is kept. */
  nameLength: 2 * KIBI,
  /** How many attributes of one element are read. */
  attributes: 64,
  /** How long the name of an element or attribute may be before the rest of it is dropped. */
  tagNameLength: 128,
  /** How deep elements may nest; a deeper document is not read further. */
  depth: 256,
  /** How many properties of one test or suite are kept. */
  properties: 256,
  /** How many further failures and retries of one test are kept. */
  attempts: 8,
  /** How many failing tests of all sources are kept; more are counted. */
  failures: 10_000,
  /** How much text all kept failures hold together before further ones are kept leaner. */
  totalLength: 64 * MEBI,
  /** How much of each text a failure keeps once the total is reached. */
  leanLength: 512,
  /** How many failed tests, and how many passed ones, are remembered to see that a test was run again. */
  identities: 10_000,
} as const;
