/**
 * The fitted evidence: for each world the weights of the features, and the map from log-odds to confidence.
 * `penumbra calibrate fit --out` writes `shipped-fit.json`. For measuring, it is replaced by a fit to other
 * projects.
 */

import type { CauseWorld } from '../../record/index.ts';
import type { FeatureName } from './evidence-features.ts';
import shippedFit from './shipped-fit.json' with { type: 'json' };

/** The fit for one world, in whole numbers. */
export type FittedWorldEvidence = {
  /** The weight of a feature at its full value, in thousandths of a nat. */
  readonly weights: Readonly<Record<string, number>>;
  /** The log-odds that the first suspect is right are `slope * x + intercept`, both in thousandths. */
  readonly platt: { readonly slope: number; readonly intercept: number };
};

/** A fit. Every report that uses it includes its name. */
export type FittedEvidence = {
  readonly name: string;
  readonly origin: string;
  readonly worlds: Readonly<Record<'change' | 'latent', FittedWorldEvidence>>;
};

let current: FittedEvidence = shippedFit;

/** Returns the fit this process ranks by. */
export function fittedEvidence(): FittedEvidence {
  return current;
}

/** Returns the fit for a world; an unknown world is treated as one where nothing changed. */
export function fittedFor(world: CauseWorld): FittedWorldEvidence {
  return world === 'change' ? current.worlds.change : current.worlds.latent;
}

/** Replaces the fit for the rest of the process. Only for measuring, never within an investigation. */
export function replaceFit(fit: FittedEvidence): void {
  current = fit;
}

/** A named set of weights. */
export interface RankingWeights {
  /** The name and version of the set, included in reports. */
  readonly name: string;
  /**
   * The weight of a feature at its full value, in thousandths of a nat of log-odds. Whole numbers; what makes
   * a file less likely, such as being on the test side, is negative. A missing feature weighs nothing.
   */
  readonly weights: Readonly<Partial<Record<FeatureName, number>>>;
}

export function weightsOf(world: CauseWorld): RankingWeights {
  return { name: fittedEvidence().name, weights: fittedFor(world).weights };
}
