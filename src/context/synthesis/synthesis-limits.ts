/** How large a synthesis and its policy may be; sizes in bytes unless the name says otherwise. */

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/** The documented limits; what decides a text is part of a policy's version and changes only with it. */
export const synthesisLimits = {
  /** The longest text that concatenation and filtering make; whole sections that do not fit are left out. */
  textBytes: 4 * MEBI,
  /** How many lines of a child a summary shows beside headings, if the policy does not say. */
  summaryLines: 8,
  /** The most lines of a child that a policy may ask for. */
  mostSummaryLines: 1_000,
  /** How many lines of a child a summary chooses from; those after them are left out. */
  sourceLines: 20_000,
  /** The longest summary, if the policy does not say. */
  summaryBytes: 16 * KIBI,
  /** The least that a policy may allow a summary, so that what was left out can still be said. */
  leastSummaryBytes: 2 * KIBI,
  /** How many items a list of a filter has. */
  filterItems: 64,
  /** The longest item of a filter, in characters. */
  filterItemLength: 1_000,
  /** The longest policy that a person types, in characters. */
  typedLength: 64 * KIBI,
} as const;
