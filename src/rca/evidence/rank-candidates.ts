/**
 * Ranks the candidates of a case: one integer score each, a total order, and how settled the ranking is. Production
 * code comes first, then what lies beside it, then tests; within a side by score, then by path.
 */
import { compareCodePoints } from '../../kernel/index.ts';
import {
  type EvidenceFamily,
  evidenceFeatures,
  type FeatureName,
  type FeatureValues,
  featureNames,
} from './evidence-features.ts';
import { evidenceLimits } from './evidence-limits.ts';
import type { FileSide } from './file-side.ts';
import type { Candidate } from './gather-evidence.ts';
import { evenWeights, type RankingWeights } from './ranking-weights.ts';

/** A candidate with its score. */
export interface RankedCandidate extends Candidate {
  readonly score: number;
}

/** A ranking and what tells how settled it is. */
export interface Ranking {
  /** The name of the weights. */
  readonly weights: string;
  /** The best candidates, best first. */
  readonly ranked: readonly RankedCandidate[];
  /** How far the second stands behind the first, in basis points of the first's score; 0 where there is no first. */
  readonly margin: number;
  /** The families of evidence in which no other candidate is ahead of the first. */
  readonly agreeing: readonly EvidenceFamily[];
  /** The families of evidence in which another candidate is ahead. */
  readonly dissenting: readonly EvidenceFamily[];
}

const SIDES: Readonly<Record<FileSide, number>> = { production: 0, beside: 1, test: 2 };
const WHOLE_MARGIN = 10_000;

/** Ranks candidates by weights, in any order given. */
export function rankCandidates(
  candidates: readonly Candidate[],
  weights: RankingWeights = evenWeights,
): Ranking {
  const scored = candidates.map((candidate) => ({
    ...candidate,
    score: weightedSum(candidate.features, weights, featureNames),
  }));
  scored.sort(
    (left, right) =>
      SIDES[left.side] - SIDES[right.side] ||
      right.score - left.score ||
      compareCodePoints(left.path, right.path),
  );
  const [first] = scored;
  const rivals = scored.filter(({ side }) => side === first?.side);
  return {
    weights: weights.name,
    ranked: scored.slice(0, evidenceLimits.candidates),
    margin: marginOf(first?.score ?? 0, rivals[1]?.score ?? 0),
    ...votes(rivals, weights),
  };
}

function weightedSum(
  features: FeatureValues,
  { weights }: RankingWeights,
  names: readonly FeatureName[],
): number {
  return names.reduce((sum, name) => sum + weights[name] * features[name], 0);
}

function marginOf(first: number, second: number): number {
  return first === 0 ? 0 : Math.floor((WHOLE_MARGIN * (first - second)) / first);
}

/** Asks each family for its best; one that has nothing to say does not vote, nor does a prior, which is no evidence. */
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
