/** The weights that make one score of a candidate's features: learned data with a name, one set for each world. */
import type { CauseWorld } from '../../record/index.ts';
import type { FeatureName } from './evidence-features.ts';
import { fittedEvidence, fittedFor } from './fitted-evidence.ts';

/** Weights and what they are called. */
export interface RankingWeights {
  /** Names the set and its version; a report carries it. */
  readonly name: string;
  /**
   * What a feature that holds fully is worth, in thousandths of a nat of log-odds. Whole numbers; what makes a file
   * less likely, such as lying on the side of the tests, is negative. A feature that is not named is worth nothing.
   */
  readonly weights: Readonly<Partial<Record<FeatureName, number>>>;
}

/** Returns the weights for a world. */
export function weightsOf(world: CauseWorld): RankingWeights {
  return { name: fittedEvidence().name, weights: fittedFor(world).weights };
}
