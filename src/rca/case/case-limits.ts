/** The bounds of a case, lengths in characters: what a case keeps, and what of it an agent is told. */

/** What the record of a case keeps; together about half a million characters. */
export const caseLimits = {
  /** How many failures are kept. */
  failures: 50,
  /** How long all kept failures are together; the first is kept whatever its length. */
  failuresLength: 300_000,
  /** How many tests are named. */
  tests: 1_000,
  /** How long all their names are together. */
  testsLength: 150_000,
  /** How many suites around a test are kept. */
  suites: 16,
  /** How many properties of the environment are kept, of the first failure alone. */
  properties: 64,
  propertyLength: 500,
  nameLength: 1_000,
} as const;

/** How long the texts of the failure are that speaks for a case, and those of the others. */
export const textLimits = {
  first: { message: 8_000, stack: 32_000, output: 8_000 },
  further: { message: 1_000, stack: 6_000, output: 300 },
} as const;

/** What an agent is told of a case. */
export const factLimits = {
  tests: 20,
  message: 4_000,
  name: 500,
  frames: 40,
  trace: 8_000,
  output: 4_000,
  properties: 40,
  property: 200,
} as const;
