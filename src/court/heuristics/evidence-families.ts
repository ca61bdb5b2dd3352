/** The kinds of evidence a candidate has, how strongly each speaks for it, and who leads when one kind is left out. */
import { compareCodePoints } from '../../kernel/index.ts';
import type { EvidenceClass } from '../trial/court-artifacts.ts';

/** A file that may hold the cause, as a pack shows it. */
export type Candidate = {
  readonly handle: string;
  readonly path: string;
  readonly side: string;
  /** Whole numbers from 0 to 1000 by name. */
  readonly features: { readonly [name: string]: number };
  /** What each kind of evidence adds to the candidate's log-odds, in thousandths of a nat, as it was ranked by. */
  readonly worth?: { readonly [family: string]: number };
  readonly isStale: boolean;
};

/** The kinds of evidence; a prior says what is likely of any file and is no evidence. */
export const evidenceFamilies = [
  'change',
  'stack',
  'text',
  'naming',
  'relations',
  'history',
  'prior',
] as const;

/** A kind of evidence. */
export type EvidenceFamily = (typeof evidenceFamilies)[number];

/** How directly each kind speaks: what the failing run itself showed, what the code says, what merely happened near. */
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

/** Returns the kind of evidence a feature belongs to; one nobody knows decides nothing. */
export function familyOf(feature: string): EvidenceFamily {
  return prefixes.find(([prefix]) => feature.startsWith(prefix))?.[1] ?? 'prior';
}

/** Returns how strongly one kind of evidence speaks for a candidate, in basis points: the mean of its features. */
export function familyStrength({ features }: Candidate, family: EvidenceFamily): number {
  const values = Object.keys(features)
    .filter((name) => familyOf(name) === family)
    .map((name) => unitsOf(features[name]));
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length === 0 ? 0 : Math.floor((sum * POINTS_PER_UNIT) / values.length);
}

/** Returns the kinds of evidence that speak for a candidate at all. */
export function speakingFamilies(candidate: Candidate): readonly EvidenceFamily[] {
  return evidenceFamilies.filter((family) => family !== 'prior' && familyStrength(candidate, family) > 0);
}

/** Returns who leads when a kind of evidence is left out, or with all of it. */
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

/** What is left of a candidate's score without one kind; evidence that does not say what it is worth counts evenly. */
function scoreWithout({ features, worth }: Candidate, family: EvidenceFamily | null): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  if (worth !== undefined)
    return sum(Object.keys(worth).map((name) => (name === family ? 0 : wholeOf(worth[name]))));
  return sum(Object.keys(features).map((name) => (familyOf(name) === family ? 0 : unitsOf(features[name]))));
}

/** Returns a whole number, or 0 for what is none. */
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
