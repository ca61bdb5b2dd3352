/** The bounds of what is made from syntax trees; past them something is left out, the same way every time. */

/** The documented bounds. */
export const syntaxLimits = {
  /** How many characters a signature has. */
  signatureLength: 200,
  /** How many characters of a header are looked at. */
  headerLength: 8_000,
  /** How many symbols of a source are listed. */
  symbols: 5_000,
  /** How many characters an imported name has; longer ones are data. */
  specifierLength: 300,
  /** How many characters a digest has. */
  digestLength: 1_500,
  /** How many characters a digest tells of what a source says about itself, and how many of a list of names. */
  aboutLength: 400,
  listLength: 700,
  /** How long a line of a document may be to be looked at. */
  lineLength: 1_000,
  /** How many bytes of a JSON file are read for its keys. */
  jsonBytes: 512 * 1024,
} as const;
