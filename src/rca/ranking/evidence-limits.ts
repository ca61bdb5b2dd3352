/** The bounds of evidence; past them something is left out, the same way every time. */

/** The documented bounds. */
export const evidenceLimits = {
  /** How many files a commit may touch and still relate them; larger ones move or format everything. */
  commitFiles: 200,
  /** How many failures of a case are looked at; the rest of a flood says the same. */
  failures: 50,
  /** How many candidates a case keeps. */
  candidates: 50,
} as const;
