/**
 * The weights that make one score of a candidate's features: data with a name, so that a report can say by which
 * weights it ranked and `calibrate fit` can bring others.
 */
import type { FeatureName } from './evidence-features.ts';

/** Weights and what they are called. */
export interface RankingWeights {
  /** Names the set and its version; a report carries it. */
  readonly name: string;
  /** How they came about. */
  readonly origin: string;
  /** Whole numbers, none negative: evidence speaks for a file, never against it. */
  readonly weights: Readonly<Record<FeatureName, number>>;
}

/** The weights that ship: every feature counts alike, which nothing had to be fitted for. */
export const evenWeights: RankingWeights = {
  name: 'even/1',
  origin: 'all features alike',
  weights: {
    stackDepth: 1,
    stackShare: 1,
    bodyTerms: 1,
    fileTerms: 1,
    messageTerms: 1,
    bodyNames: 1,
    naming: 1,
    folder: 1,
    together: 1,
    togetherShare: 1,
    recency: 1,
    reach: 1,
    size: 1,
  },
};
