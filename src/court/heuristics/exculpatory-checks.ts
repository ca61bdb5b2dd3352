/**
 * The checks of discovery: what could contradict any reading of the failure. They do not know the charge.
 * Each names the candidates it affects, and the defense later sees whether the charged one is among them.
 */
import { sortByCodePoint } from '../../kernel/index.ts';
import type { CourtArtifactData } from '../trial/court-artifacts.ts';
import { MISSING_EVIDENCE } from '../trial/gap-brief.ts';
import { evidenceFamilies, familyStrength, leaderWithout, speakingFamilies } from './evidence-families.ts';
import type { CourtPack, PackFailure } from './read-court-pack.ts';

/** A check, its result, and the evidence it cites. */
export type Check = CourtArtifactData<'discovery'>['checks'][number];

/** The names of the checks that list the candidates they affect. */
export const candidateChecks = {
  singleSourced: 'single-sourced',
  partOfFailures: 'explains-part-of-the-failures',
  outsidePath: 'outside-the-failing-path',
  unchanged: 'unchanged-in-known-history',
  stale: 'stale',
} as const;

/** The names of the checks that offer another reading of the failure itself. */
export const readingChecks = {
  passedAgain: 'passed-when-repeated',
  environment: 'reads-as-environment',
} as const;

/** The name prefix of the checks that leave out one kind of evidence. */
export const RANK_WITHOUT = 'rank-without-';

const MOST_HANDLES = 50;

const LONGEST_RESULT = 2_000;

const FULL_SHARE = 1_000;

const ENVIRONMENT =
  /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ENOSPC|EMFILE|ETIMEDOUT)\b|connection (refused|reset)|no space left|out of memory|name resolution|network is unreachable/i;

/** Runs all checks and returns those with a finding, in a fixed order. */
export function exculpatoryChecks(pack: CourtPack): readonly Check[] {
  return [...rankChecks(pack), ...hitChecks(pack), ...readings(pack), ...missing(pack)];
}

/** Returns whether a failure names the environment of a test rather than what it tests. */
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
