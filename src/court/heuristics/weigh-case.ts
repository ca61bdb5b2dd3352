/**
 * How strong each side is, in basis points. Pieces of evidence are taken as independent: each removes a share of the
 * doubt that is left. The numbers below are chosen, not yet fitted.
 */
import { ONE_IN_BASIS_POINTS } from '../../kernel/index.ts';
import type { BroughtEvidence, Challenge, EvidenceClass } from '../trial/court-artifacts.ts';
import { classOfFamily, familyStrength, speakingFamilies } from './evidence-families.ts';
import type { CourtPack, PackExhibit } from './read-court-pack.ts';

/** The share of doubt a piece of full weight removes, by class. */
const shareOfClass: Readonly<Record<EvidenceClass, number>> = {
  executed: 9_700,
  primary: 7_500,
  corroborating: 4_500,
  circumstantial: 2_500,
};

/** The share of doubt a challenge brings, by severity. */
const shareOfChallenge: Readonly<Record<Challenge['severity'], number>> = {
  fatal: 9_000,
  weakening: 3_000,
  minor: 1_000,
};

/** A piece of evidence with its weight in basis points. */
export type WeighedEvidence = Omit<BroughtEvidence, 'weight'> & { readonly weight: number };

/** Returns what in a pack speaks for a place, one piece for each kind of evidence. */
export function supportOf({ candidates, experiments }: CourtPack, path: string): readonly WeighedEvidence[] {
  const executed = experiments
    .filter((experiment) => experiment.blames && experiment.path === path)
    .map(({ handle }) => ({
      description: `a run blames ${path}`,
      handle,
      weight: ONE_IN_BASIS_POINTS,
      class: 'executed' as const,
    }));
  const candidate = candidates.find((one) => one.path === path);
  if (!candidate) return executed;
  const gathered = speakingFamilies(candidate).map((family) => ({
    description: `${family} evidence speaks for ${path}`,
    handle: candidate.handle,
    weight: familyStrength(candidate, family),
    class: classOfFamily[family],
  }));
  return [...executed, ...gathered];
}

/** Returns the strength of pieces of evidence together. */
export function strengthOf(pieces: readonly Pick<PackExhibit, 'class' | 'weight'>[]): number {
  return combine(
    pieces.map(({ class: kind, weight }) => Math.floor((weight * shareOfClass[kind]) / ONE_IN_BASIS_POINTS)),
  );
}

/** Returns the strength of the defense: of its alternative or of its standing challenges, whichever is more. */
export function defenseStrength(
  pack: CourtPack,
  brief: {
    readonly challenges: readonly Challenge[];
    readonly alternative_location?: string | undefined;
  },
): number {
  const { alternative_location: place } = brief;
  const alternative = place === undefined ? 0 : strengthOf(supportOf(pack, place));
  const standing = standingChallenges(pack, brief.challenges);
  return Math.max(alternative, combine(standing.map(({ severity }) => shareOfChallenge[severity])));
}

/** Returns the challenges against exhibits that are not struck. */
export function standingChallenges(
  { charged }: CourtPack,
  challenges: readonly Challenge[],
): readonly Challenge[] {
  return challenges.filter(({ evidence_index }) => charged[evidence_index]?.struck === false);
}

function combine(shares: readonly number[]): number {
  // Sorted, since rounding down makes the order matter.
  const left = shares
    .toSorted((a, b) => a - b)
    .reduce(
      (doubt, share) => Math.floor((doubt * (ONE_IN_BASIS_POINTS - share)) / ONE_IN_BASIS_POINTS),
      ONE_IN_BASIS_POINTS,
    );
  return ONE_IN_BASIS_POINTS - left;
}
