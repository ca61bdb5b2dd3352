/**
 * Ranks the candidates of a case by one integer score each, in a total order, and measures how settled the
 * ranking is. Scores are log-odds in thousandths of a nat, shifted so that none is negative; ties are broken
 * by path.
 */
import { compareCodePoints, expDown, FIXED_UNIT, ONE_IN_BASIS_POINTS } from '../../kernel/index.ts';
import type { FileSide } from '../paths/file-side.ts';
import {
  type EvidenceFamily,
  evidenceFeatures,
  evidenceLimits,
  type FeatureName,
  type FeatureValues,
  FULL,
  featureNames,
} from './evidence-features.ts';
import type { RankingWeights } from './fitted-evidence.ts';

/** A candidate file with its evidence. */
export interface Candidate {
  readonly path: string;
  readonly side: FileSide;
  readonly features: FeatureValues;
}

interface RankedCandidate extends Candidate {
  readonly score: number;
}

/** A ranking with measures of how settled it is. */
export interface Ranking {
  readonly weights: string;
  /** The best candidates, best first. */
  readonly ranked: readonly RankedCandidate[];
  /** How much less likely the second candidate is than the first, in basis points; 0 without candidates. */
  readonly margin: number;
  /** The families of evidence in which no other candidate beats the first. */
  readonly agreeing: readonly EvidenceFamily[];
  /** The families of evidence in which another candidate beats the first. */
  readonly dissenting: readonly EvidenceFamily[];
}

/** Ranks candidates by weights. Their input order does not matter. */
export function rankCandidates(candidates: readonly Candidate[], weights: RankingWeights): Ranking {
  const base = lowestSum(weights);
  const scored = candidates.map((candidate) => ({
    ...candidate,
    score: weightedSum(candidate.features, weights, featureNames) - base,
  }));
  scored.sort((left, right) => right.score - left.score || compareCodePoints(left.path, right.path));
  const [first, second] = scored;
  return {
    weights: weights.name,
    ranked: scored.slice(0, evidenceLimits.candidates),
    margin: first === undefined ? 0 : marginOf(first.score, second?.score ?? 0),
    ...votes(scored, weights),
  };
}

/** The weighted sum of the given features, in thousandths of a nat. */
export function weightedSum(
  features: FeatureValues,
  { weights }: RankingWeights,
  names: readonly FeatureName[],
): number {
  const sum = names.reduce((all, name) => all + (weights[name] ?? 0) * features[name], 0);
  return Math.floor(sum / FULL);
}

/** Returns what each family of evidence adds to a candidate's log-odds, in thousandths of a nat. */
export function worthOf(
  features: FeatureValues,
  weights: RankingWeights,
): Readonly<Partial<Record<EvidenceFamily, number>>> {
  const families = Map.groupBy(featureNames, (name) => evidenceFeatures[name].family);
  return Object.fromEntries(
    [...families].map(([family, names]) => [family, weightedSum(features, weights, names)]),
  );
}

/**
 * The lowest possible sum: everything that counts against a candidate holds, and nothing that counts for it.
 */
function lowestSum({ weights }: RankingWeights): number {
  return featureNames.reduce((sum, name) => sum + Math.min(0, weights[name] ?? 0), 0);
}

function marginOf(first: number, second: number): number {
  const ratio = Math.floor((ONE_IN_BASIS_POINTS * expDown(first - second)) / FIXED_UNIT);
  return ONE_IN_BASIS_POINTS - ratio;
}

/**
 * Determines which families favour the first candidate. A family without a score abstains, and so does the
 * prior, which is no evidence.
 */
function votes(
  [first, ...others]: readonly Candidate[],
  weights: RankingWeights,
): Pick<Ranking, 'agreeing' | 'dissenting'> {
  const agreeing: EvidenceFamily[] = [];
  const dissenting: EvidenceFamily[] = [];
  for (const family of new Set(featureNames.map((name) => evidenceFeatures[name].family))) {
    if (family === 'prior') continue;
    const names = featureNames.filter((name) => evidenceFeatures[name].family === family);
    const own = first === undefined ? 0 : weightedSum(first.features, weights, names);
    const best = others.reduce(
      (most, { features }) => Math.max(most, weightedSum(features, weights, names)),
      0,
    );
    if (best > own) dissenting.push(family);
    else if (own > 0) agreeing.push(family);
  }
  return { agreeing, dissenting };
}
