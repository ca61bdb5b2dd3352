/** The map from convergence to confidence: data with a name, so that a report can say by what it was calibrated. */

/** A fitted map; all numbers are basis points. */
export type ConfidenceMap = {
  /** Names the map and its version; a report carries it. */
  readonly name: string;
  /** What it was learned on. */
  readonly origin: string;
  /** At a convergence, how often the first suspect was right; both rise, and between two knots it is a line. */
  readonly knots: readonly { readonly convergence: number; readonly first: number }[];
  /** Where the first was wrong, how often the second, the third, … was right; never rising. */
  readonly shares: readonly number[];
};

/** The map that ships, as `scripts/fit-confidence.ts` printed it. */
export const confidenceMap: ConfidenceMap = {
  name: 'confidence/1',
  origin: '293 bugs of 8 projects of Defects4J and BugsJS',
  knots: [
    { convergence: 0, first: 3_333 },
    { convergence: 2_280, first: 5_098 },
    { convergence: 4_212, first: 6_200 },
    { convergence: 5_779, first: 7_400 },
    { convergence: 7_511, first: 8_800 },
    { convergence: 8_387, first: 9_200 },
    { convergence: 9_271, first: 9_400 },
  ],
  shares: [5_522, 1_044, 447, 298, 298, 298, 298, 298, 149],
};
