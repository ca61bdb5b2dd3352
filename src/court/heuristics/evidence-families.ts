/**
 * The kinds of evidence of a candidate, how strongly each supports it, and which candidate leads when one
 * kind is left out.
 */
import { compareCodePoints } from '../../kernel/index.ts';
import type { EvidenceClass } from '../trial/court-artifacts.ts';

/** A file that may contain the cause, as shown in a pack. */
export type Candidate = {
  readonly handle: string;
  readonly path: string;
  readonly side: string;
  /** Features by name, as whole numbers from 0 to 1000. */
  readonly features: { readonly [name: string]: number };
  /** What each kind of evidence added to the candidate's log-odds in the ranking, in thousandths of a nat. */
  readonly worth?: { readonly [family: string]: number };
  readonly isStale: boolean;
};

/** The kinds of evidence. A prior says how likely any file is and is not evidence. */
export const evidenceFamilies = [
  'change',
  'stack',
  'text',
  'naming',
  'relations',
  'history',
  'prior',
] as const;

export type EvidenceFamily = (typeof evidenceFamilies)[number];

/** How direct each kind is: shown by the failing run itself, shown by the code, or merely nearby. */
export const classOfFamily: Readonly<Record<EvidenceFamily, EvidenceClass>> = Object.freeze({
  change: 'primary',
  stack: 'primary',
  text: 'corroborating',
  naming: 'corroborating',
  relations: 'corroborating',
  history: 'circumstantial',
  prior: 'circumstantial',
});

const prefixes: readonly (readonly [string, EvidenceFamily])[] = [
  ['change', 'change'],
  ['testEdited', 'change'],
  ['testTouched', 'change'],
  ['testTraced', 'change'],
  ['stack', 'stack'],
  ['compiler', 'stack'],
  ['named', 'text'],
  ['body', 'text'],
  ['file', 'text'],
  ['message', 'text'],
  ['naming', 'naming'],
  ['folder', 'naming'],
  ['together', 'history'],
  ['recency', 'history'],
  ['reach', 'relations'],
];

const sides: readonly string[] = ['production', 'beside', 'test'];

const POINTS_PER_UNIT = 10;

/** Returns the kind of evidence a feature belongs to; an unknown feature counts as a prior. */
export function familyOf(feature: string): EvidenceFamily {
  return prefixes.find(([prefix]) => feature.startsWith(prefix))?.[1] ?? 'prior';
}

/**
 * Returns how strongly one kind of evidence supports a candidate, in basis points: the mean of its features.
 */
export function familyStrength({ features }: Candidate, family: EvidenceFamily): number {
  const values = Object.keys(features)
    .filter((name) => familyOf(name) === family)
    .map((name) => unitsOf(features[name]));
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length === 0 ? 0 : Math.floor((sum * POINTS_PER_UNIT) / values.length);
}

/** Returns the kinds of evidence that support a candidate at all. */
export function speakingFamilies(candidate: Candidate): readonly EvidenceFamily[] {
  return evidenceFamilies.filter((family) => family !== 'prior' && familyStrength(candidate, family) > 0);
}

/** Returns the leading candidate without one kind of evidence, or with all of them. */
export function leaderWithout(
  candidates: readonly Candidate[],
  family: EvidenceFamily | null,
): Candidate | null {
  const ordered = candidates.toSorted(
    (a, b) =>
      scoreWithout(b, family) - scoreWithout(a, family) ||
      sideRank(a) - sideRank(b) ||
      compareCodePoints(a.path, b.path),
  );
  return ordered[0] ?? null;
}

/** A candidate's score without one kind of evidence; evidence without fitted weights counts evenly. */
function scoreWithout({ features, worth }: Candidate, family: EvidenceFamily | null): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  if (worth !== undefined)
    return sum(Object.keys(worth).map((name) => (name === family ? 0 : wholeOf(worth[name]))));
  return sum(Object.keys(features).map((name) => (familyOf(name) === family ? 0 : unitsOf(features[name]))));
}

/** Returns the value if it is a whole number, otherwise 0. */
export function wholeOf(value: number | undefined): number {
  return value !== undefined && Number.isSafeInteger(value) ? value : 0;
}

function sideRank({ side }: Candidate): number {
  const rank = sides.indexOf(side);
  return rank < 0 ? sides.length : rank;
}

function unitsOf(value: number | undefined): number {
  return value !== undefined && Number.isSafeInteger(value) ? Math.min(1_000, Math.max(0, value)) : 0;
}
