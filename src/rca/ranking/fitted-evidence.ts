/**
 * What was learned about evidence: for each world the weights of the features, and the map from log-odds to confidence.
 * `shipped-fit.json` is what `penumbra calibrate fit --out` wrote; measuring replaces it by what other projects teach.
 */

import type { CauseWorld } from '../../record/index.ts';
import type { FeatureName } from './evidence-features.ts';
import shippedFit from './shipped-fit.json' with { type: 'json' };

/** What was learned for one world; whole numbers throughout. */
export type FittedWorldEvidence = {
  /** What a feature that holds fully is worth, in thousandths of a nat. */
  readonly weights: Readonly<Record<string, number>>;
  /** The chance that the first suspect is right has log-odds of `slope * x + intercept`, in thousandths. */
  readonly platt: { readonly slope: number; readonly intercept: number };
};

/** A fit: its name goes into every report that rests on it. */
export type FittedEvidence = {
  readonly name: string;
  readonly origin: string;
  readonly worlds: Readonly<Record<'change' | 'latent', FittedWorldEvidence>>;
};

let current: FittedEvidence = shippedFit;

/** Returns the fit that this process ranks by. */
export function fittedEvidence(): FittedEvidence {
  return current;
}

/** Returns what was learned for a world; one that is not known is taken for one in which nothing changed. */
export function fittedFor(world: CauseWorld): FittedWorldEvidence {
  return world === 'change' ? current.worlds.change : current.worlds.latent;
}

/** Ranks by another fit for the rest of the process; for measuring, never within an investigation. */
export function replaceFit(fit: FittedEvidence): void {
  current = fit;
}

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
