/**
 * The exhibits of a trial. The list is fixed once discovery has ended, or after the indictment on the fast track; what
 * changes later is only which of them are struck.
 */
import { type CanonicalValue, ONE_IN_BASIS_POINTS, taggedHash, toBasisPoints } from '../../kernel/index.ts';
import type { BroughtEvidence, CourtArtifactData, EvidenceClass } from './court-artifacts.ts';

/** A piece of evidence as both sides see it: without anybody's words. */
type Exhibit = {
  readonly index: number;
  readonly handle: string;
  readonly class: EvidenceClass;
  readonly weight: number;
};

/** An exhibit and whether the expert has struck it. */
export type StandingExhibit = Exhibit & { readonly struck: boolean };

/** The list of a trial. */
export type FrozenExhibits = {
  readonly hash: string;
  readonly exhibits: readonly Exhibit[];
  /** How many of them, from the first, were brought for the charge; the rest was found in discovery. */
  readonly charged: number;
};

/** Makes the list of what the prosecution brought and discovery found. */
export function freezeExhibits(
  indictment: Pick<CourtArtifactData<'indictment'>, 'evidence'>,
  discovery?: Pick<CourtArtifactData<'discovery'>, 'further_evidence'>,
): FrozenExhibits {
  const brought = [...indictment.evidence, ...(discovery?.further_evidence ?? [])];
  const exhibits = brought.map(toExhibit);
  const preimage = exhibits.map((exhibit) => ({ ...exhibit, weight: toBasisPoints(exhibit.weight) }));
  const hash = taggedHash('penumbra/exhibits/1', preimage as readonly CanonicalValue[]);
  return Object.freeze({ hash, exhibits, charged: indictment.evidence.length });
}

/** Returns the exhibits that are struck after the rounds so far. */
export function strikesOf(hearing: CourtArtifactData<'hearing_record'> | undefined): readonly number[] {
  return hearing?.rounds.at(-1)?.strikes ?? [];
}

/** Marks the exhibits that are struck. */
export function markStruck(
  { exhibits }: FrozenExhibits,
  strikes: readonly number[],
): readonly StandingExhibit[] {
  return exhibits.map((exhibit) => ({ ...exhibit, struck: strikes.includes(exhibit.index) }));
}

/** Returns what is left of a strength in basis points when exhibits of the charge are struck: the share of its weight. */
export function strengthAfterStrikes(
  points: number,
  { exhibits, charged }: FrozenExhibits,
  strikes: readonly number[],
): number {
  const own = exhibits.slice(0, charged);
  const total = totalWeight(own);
  if (total === 0) return points;
  return Math.floor((points * totalWeight(own.filter(({ index }) => !strikes.includes(index)))) / total);
}

function totalWeight(exhibits: readonly Exhibit[]): number {
  return exhibits.reduce((sum, { weight }) => sum + toBasisPoints(weight), 0);
}

function toExhibit({ handle, weight, class: kind }: BroughtEvidence, index: number): Exhibit {
  // INVARIANT (no handle, no weight): what cannot be looked up counts for nothing.
  const points = handle === '' ? 0 : toBasisPoints(weight);
  return Object.freeze({ index, handle, class: kind, weight: points / ONE_IN_BASIS_POINTS });
}
