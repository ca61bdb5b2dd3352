/**
 * The strength of each side, in basis points. For evidence with fitted weights, a place is as strong as its
 * likelihood relative to the others, and a challenge that only rereads the same evidence adds nothing.
 * Without fitted weights, each piece removes a share of the remaining doubt, by its class; those shares are
 * set by hand.
 */
import { chanceOf, expDown, FIXED_UNIT, firstLogOdds, ONE_IN_BASIS_POINTS } from '../../kernel/index.ts';
import type { BroughtEvidence, Challenge, EvidenceClass } from '../trial/court-artifacts.ts';
import {
  type Candidate,
  classOfFamily,
  type EvidenceFamily,
  familyStrength,
  speakingFamilies,
  wholeOf,
} from './evidence-families.ts';
import type { CourtPack, PackExhibit } from './read-court-pack.ts';

/** The share of doubt removed by a piece of full weight, by class. */
const shareOfClass: Readonly<Record<EvidenceClass, number>> = {
  executed: 9_700,
  primary: 7_500,
  corroborating: 4_500,
  circumstantial: 2_500,
};

/** The share of doubt added by a challenge, by severity. */
const shareOfChallenge: Readonly<Record<Challenge['severity'], number>> = {
  fatal: 9_000,
  weakening: 3_000,
  minor: 1_000,
};

/** A piece of evidence with its weight in basis points. */
export type WeighedEvidence = Omit<BroughtEvidence, 'weight'> & { readonly weight: number };

/** Returns the evidence in a pack that supports a place, one piece for each kind. */
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
    weight: weightOf(candidate, family),
    class: classOfFamily[family],
  }));
  return [...executed, ...gathered.filter(({ weight }) => weight > 0)];
}

/** The share of the doubt about a place that one kind of evidence removes. */
function weightOf(candidate: Candidate, family: EvidenceFamily): number {
  if (candidate.worth === undefined) return familyStrength(candidate, family);
  const left = expDown(Math.max(0, wholeOf(candidate.worth[family])));
  return ONE_IN_BASIS_POINTS - Math.floor((ONE_IN_BASIS_POINTS * left) / FIXED_UNIT);
}

/**
 * Returns the strength of the case for a place. Experiments count separately. With fitted evidence, it is the
 * likelihood of the place relative to the others, reduced by the share that was struck.
 */
export function strengthFor(
  pack: CourtPack,
  path: string | undefined,
  pieces: readonly (Pick<PackExhibit, 'class' | 'weight'> & { readonly struck?: boolean })[],
): number {
  const standing = pieces.filter(({ struck }) => struck !== true);
  const likely = path === undefined ? null : likelihoodOf(pack, path);
  if (likely === null) return strengthOf(standing);
  const argued = (own: readonly (typeof pieces)[number][]) =>
    own.reduce((sum, { class: kind, weight }) => sum + (kind === 'executed' ? 0 : weight), 0);
  const whole = argued(pieces);
  const left = whole === 0 ? 0 : Math.floor((likely * argued(standing)) / whole);
  return Math.max(left, strengthOf(standing.filter((piece) => piece.class === 'executed')));
}

/** The likelihood of a place relative to all others; null if the evidence has no fitted weights. */
function likelihoodOf(pack: CourtPack, path: string): number | null {
  const { candidates } = pack;
  const candidate = candidates.find((one) => one.path === path);
  if (candidate === undefined || !isFitted(pack)) return null;
  const others = candidates.filter((one) => one !== candidate).map(worthOf);
  return chanceOf(firstLogOdds([worthOf(candidate), ...others.sort((left, right) => right - left)]));
}

/** Returns whether the evidence has fitted weights, in which case rereading it weighs nothing. */
export function isFitted({ candidates }: CourtPack): boolean {
  return candidates.length > 0 && candidates.every(({ worth }) => worth !== undefined);
}

function worthOf({ worth = {} }: Candidate): number {
  return Object.values(worth).reduce((sum, one) => sum + wholeOf(one), 0);
}

/** Returns the combined strength of pieces of evidence. */
export function strengthOf(pieces: readonly Pick<PackExhibit, 'class' | 'weight'>[]): number {
  return combine(
    pieces.map(({ class: kind, weight }) => Math.floor((weight * shareOfClass[kind]) / ONE_IN_BASIS_POINTS)),
  );
}

/** Returns the strength of the defense: its alternative or its standing challenges, whichever is stronger. */
export function defenseStrength(
  pack: CourtPack,
  brief: {
    readonly challenges: readonly Challenge[];
    readonly alternative_location?: string | undefined;
  },
): number {
  const { alternative_location: place } = brief;
  const alternative = place === undefined ? 0 : strengthFor(pack, place, supportOf(pack, place));
  const standing = standingChallenges(pack, brief.challenges).filter(
    ({ severity }) => severity !== 'minor' || !isFitted(pack),
  );
  return Math.max(alternative, combine(standing.map(({ severity }) => shareOfChallenge[severity])));
}

/** Returns the challenges against exhibits that were not struck. */
export function standingChallenges(
  { charged }: CourtPack,
  challenges: readonly Challenge[],
): readonly Challenge[] {
  return challenges.filter(({ evidence_index }) => charged[evidence_index]?.struck === false);
}

function combine(shares: readonly number[]): number {
  // Sorted, because rounding down makes the order matter.
  const left = shares
    .toSorted((a, b) => a - b)
    .reduce(
      (doubt, share) => Math.floor((doubt * (ONE_IN_BASIS_POINTS - share)) / ONE_IN_BASIS_POINTS),
      ONE_IN_BASIS_POINTS,
    );
  return ONE_IN_BASIS_POINTS - left;
}
