/**
 * The checks of discovery: what could speak against any reading of the failure. They do not know the charge: each names
 * the candidates it hits, and the defense sees later whether the charged one is among them.
 */
import { compareCodePoints, sortByCodePoint } from '../../kernel/index.ts';
import type { CourtArtifactData, EvidenceClass } from '../trial/court-artifacts.ts';
import { MISSING_EVIDENCE } from '../trial/gap-brief.ts';
import type { CourtPack, PackFailure } from './read-court-pack.ts';

/** A check, what came of it, and what it rests on. */
export type Check = CourtArtifactData<'discovery'>['checks'][number];

/** The names of the checks that name the candidates they hit. */
export const candidateChecks = {
  singleSourced: 'single-sourced',
  partOfFailures: 'explains-part-of-the-failures',
  outsidePath: 'outside-the-failing-path',
  unchanged: 'unchanged-in-known-history',
  stale: 'stale',
} as const;

/** The names of the checks that read the failure itself another way. */
export const readingChecks = {
  passedAgain: 'passed-when-repeated',
  environment: 'reads-as-environment',
} as const;

/** The beginning of the names of the checks that leave a kind of evidence out. */
export const RANK_WITHOUT = 'rank-without-';

const MOST_HANDLES = 50;
const LONGEST_RESULT = 2_000;
const FULL_SHARE = 1_000;
const ENVIRONMENT =
  /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ENOSPC|EMFILE|ETIMEDOUT)\b|connection (refused|reset)|no space left|out of memory|name resolution|network is unreachable/i;

/** Makes every check that has something to say, in a fixed order. */
export function exculpatoryChecks(pack: CourtPack): readonly Check[] {
  return [...rankChecks(pack), ...hitChecks(pack), ...readings(pack), ...missing(pack)];
}

/** Tells whether a failure names what a test runs on rather than what it tests. */
export function readsAsEnvironment({ type, message }: Pick<PackFailure, 'type' | 'message'>): boolean {
  return ENVIRONMENT.test(`${type} ${message}`);
}

function rankChecks({ candidates }: CourtPack): readonly Check[] {
  return evidenceFamilies.flatMap((family) => {
    if (!candidates.some((candidate) => familyStrength(candidate, family) > 0)) return [];
    const leader = leaderWithout(candidates, family);
    return leader ? [check(`${RANK_WITHOUT}${family}`, leader.path, [leader.handle])] : [];
  });
}

function hitChecks({ candidates, failure, base }: CourtPack): readonly Check[] {
  const isOnPath = (features: CourtPack['candidates'][number]['features']) =>
    (features.stackDepth ?? 0) > 0 || (features.stackShare ?? 0) > 0;
  const hasPath = candidates.some(({ features }) => isOnPath(features));
  const hasHistory = base !== null && base.history !== 'none' && !base.missing.includes('history');
  const isGroup = (failure?.count ?? 1) > 1;
  const hits: readonly (readonly [string, (one: CourtPack['candidates'][number]) => boolean])[] = [
    [candidateChecks.singleSourced, (one) => speakingFamilies(one).length <= 1],
    [
      candidateChecks.partOfFailures,
      ({ features: { stackShare = 0 } }) => isGroup && stackShare > 0 && stackShare < FULL_SHARE,
    ],
    [candidateChecks.outsidePath, ({ features }) => hasPath && !isOnPath(features)],
    [candidateChecks.unchanged, ({ features }) => hasHistory && (features.recency ?? 0) === 0],
    [candidateChecks.stale, ({ isStale }) => isStale],
  ];
  return hits.flatMap(([name, isHit]) => {
    const hit = candidates.filter(isHit);
    return hit.length === 0
      ? []
      : [
          check(
            name,
            `${hit.length} of ${candidates.length} candidates`,
            hit.map(({ handle }) => handle),
          ),
        ];
  });
}

function readings({ failure }: CourtPack): readonly Check[] {
  if (!failure) return [];
  const { handle, is_flaky, retries } = failure;
  return [
    ...(is_flaky || retries.includes('passed')
      ? [check(readingChecks.passedAgain, 'a further run of the test passed', [handle])]
      : []),
    ...(readsAsEnvironment(failure)
      ? [check(readingChecks.environment, 'the message names what the test runs on', [handle])]
      : []),
  ];
}

function missing({ base }: CourtPack): readonly Check[] {
  if (!base || base.missing.length === 0) return [];
  return [check(MISSING_EVIDENCE, base.missing.join(', '), [base.handle])];
}

function check(name: string, result: string, handles: readonly string[]): Check {
  return {
    name,
    result: result.slice(0, LONGEST_RESULT),
    handles: sortByCodePoint([...handles]).slice(0, MOST_HANDLES),
  };
}

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
