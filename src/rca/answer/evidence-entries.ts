/** The evidence listed in a report: what supports the suspects, strongest first, each with its frame. */
import {
  type BasisPoints,
  compareCodePoints,
  fromBasisPoints,
  ONE_IN_BASIS_POINTS,
} from '../../kernel/index.ts';
import type { ReportEvidence, ReportSuspect } from '../../record/index.ts';
import {
  type EvidenceFamily,
  evidenceFeatures,
  type FeatureName,
  type FeatureValues,
  FULL,
  featureNames,
} from '../ranking/evidence-features.ts';
import { type RankingWeights, weightsOf } from '../ranking/fitted-evidence.ts';
import { weightedSum } from '../ranking/rank-candidates.ts';
import type { AnsweredCase, HeldEvidence } from './answered-case.ts';

const MOST_ENTRIES = 10;

/** Returns the evidence for the suspects, one entry each, preceded by the recalled cause if there is one. */
export function evidenceEntries(
  { evidence, recalled, base }: Pick<AnsweredCase, 'evidence' | 'recalled' | 'base'>,
  suspects: readonly ReportSuspect[],
): readonly ReportEvidence[] {
  const weights = weightsOf(base?.world ?? 'unknown');
  const paths = new Set(suspects.map(({ path }) => path));
  const entries = evidence
    .filter(({ block }) => paths.has(block.path))
    .map((held) => ({ held, weight: weightOf(held.block.features, featureNames, weights) }))
    .sort(
      (left, right) =>
        right.weight - left.weight ||
        compareCodePoints(left.held.block.path, right.held.block.path) ||
        compareCodePoints(left.held.handle, right.held.handle),
    );
  // Later visits examine the same files again; a file is represented by its strongest evidence.
  const strongest = new Map<string, ReportEvidence>();
  for (const { held, weight } of entries) {
    if (!strongest.has(held.block.path)) strongest.set(held.block.path, toEntry(held, weight, weights));
  }
  return [...recalledEntry(recalled), ...strongest.values()].slice(0, MOST_ENTRIES);
}

function toEntry({ handle, block }: HeldEvidence, weight: number, weights: RankingWeights): ReportEvidence {
  return {
    handle,
    kind: strongestFamily(block.features, weights),
    path: block.path,
    ...(block.line !== undefined && { line: block.line }),
    quote: block.quote ?? '',
    weight: fromBasisPoints(weight as BasisPoints),
  };
}

function recalledEntry(recalled: AnsweredCase['recalled']): readonly ReportEvidence[] {
  if (recalled === undefined) return [];
  const { frame, block } = recalled;
  const weight = fromBasisPoints(block.confidence as BasisPoints);
  return [{ handle: frame, kind: 'prior-cause', quote: block.summary, weight }];
}

/** The share of the possible evidence for a file that is present, in basis points. */
function weightOf(
  features: FeatureValues,
  names: readonly FeatureName[],
  { weights }: RankingWeights,
): number {
  const worth = (name: FeatureName) => Math.max(0, weights[name] ?? 0);
  const most = names.reduce((sum, name) => sum + worth(name) * FULL, 0);
  const own = names.reduce((sum, name) => sum + worth(name) * features[name], 0);
  return most === 0 ? 0 : Math.min(ONE_IN_BASIS_POINTS, Math.floor((ONE_IN_BASIS_POINTS * own) / most));
}

/** The family with the most weight; a prior only if no other has any. */
function strongestFamily(features: FeatureValues, weights: RankingWeights): EvidenceFamily {
  let best: { readonly family: EvidenceFamily; readonly weight: number } = { family: 'prior', weight: 0 };
  for (const family of new Set(featureNames.map((name) => evidenceFeatures[name].family))) {
    const names = featureNames.filter((name) => evidenceFeatures[name].family === family);
    // Sums, not shares: a family with one strong feature does not outweigh one with many.
    const weight = weightedSum(features, weights, names);
    if (family !== 'prior' && weight > best.weight) best = { family, weight };
  }
  return best.family;
}
