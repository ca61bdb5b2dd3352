/**
 * The heuristic defense: challenges from the findings of discovery, and the best alternative the evidence
 * supports.
 */

import type { PromptPack } from '../../disclosure/lens/index.ts';
import {
  type BasisPoints,
  compareCodePoints,
  formatBasisPoints,
  fromBasisPoints,
} from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { Challenge, EvidenceClass, RoundStatement } from '../trial/court-artifacts.ts';
import { MISSING_EVIDENCE } from '../trial/gap-brief.ts';
import { type Candidate, classOfFamily, type EvidenceFamily } from './evidence-families.ts';
import {
  type Check,
  candidateChecks,
  exculpatoryChecks,
  RANK_WITHOUT,
  readingChecks,
} from './exculpatory-checks.ts';
import { type CourtPack, readCourtPack } from './read-court-pack.ts';
import { defenseStrength, isFitted, standingChallenges, strengthFor, supportOf } from './weigh-case.ts';

/** The strength of a charge from which the defense concedes if it finds nothing against it. */
const PLEA_STRENGTH = 9_500;
const LONGEST_TEXT = 2_000;
const LONGEST_FACTOR = 1_000;

export function defend(pack: PromptPack): Artifact {
  const read = readCourtPack(pack);
  // On the fast track there was no discovery, so the defense runs the checks itself.
  const checks = read.discovery?.checks ?? exculpatoryChecks(read);
  const challenges = challengeCharge(read, checks);
  const alternative = bestAlternative(read, checks);
  const charged = read.charge?.location;
  const hasMotion = read.charged.every(({ handle, weight }) => weight === 0 || !read.blocks.has(handle));
  const isHard = challenges.some(({ severity }) => severity !== 'minor');
  const brief = {
    challenges,
    ...(alternative && {
      alternative_hypothesis: alternative.hypothesis.slice(0, LONGEST_TEXT),
      alternative_location: alternative.candidate.path,
      alternative_handles: [alternative.candidate.handle],
    }),
    motion_to_dismiss: hasMotion,
    plea_deal: !hasMotion && !isHard && strengthFor(read, charged, read.charged) >= PLEA_STRENGTH,
    mitigating_factors: mitigate(checks),
  };
  const confidence = fromBasisPoints(defenseStrength(read, brief) as BasisPoints);
  return { type: 'defense_brief', confidence, data: brief as Artifact['data'] };
}

/** Answers the prosecution in a hearing round. */
export function rebut(pack: PromptPack): RoundStatement<'defense'> {
  const read = readCourtPack(pack);
  const { challenges = [], alternative_hypothesis, alternative_location } = read.brief ?? {};
  const strength = defenseStrength(read, { challenges, alternative_location }) as BasisPoints;
  const standing: readonly Challenge[] = standingChallenges(read, challenges);
  const instead = alternative_hypothesis === undefined ? '' : `; instead: ${alternative_hypothesis}`;
  const rebuttal = `${standing.length} challenges stand, at ${formatBasisPoints(strength)}${instead}`;
  return { rebuttal: rebuttal.slice(0, LONGEST_TEXT), confidence: fromBasisPoints(strength) };
}

/**
 * Finds the place that most often leads when the charged one loses the lead; among equals, the one with more
 * support.
 */
function bestAlternative(
  pack: CourtPack,
  checks: readonly Check[],
): { readonly candidate: Candidate; readonly hypothesis: string } | null {
  const falls = fallsOf(pack, checks).filter(({ family }) => family !== 'prior');
  const ranked = pack.candidates
    .map((candidate) => ({
      candidate,
      families: falls.filter(({ leader }) => leader === candidate.path).map(({ family }) => family),
      strength: strengthFor(pack, candidate.path, supportOf(pack, candidate.path)),
    }))
    .filter(({ families, strength }) => families.length > 0 && strength > 0)
    .toSorted(
      (a, b) =>
        b.families.length - a.families.length ||
        b.strength - a.strength ||
        compareCodePoints(a.candidate.path, b.candidate.path),
    );
  const [best] = ranked;
  if (!best) return null;
  const { candidate, families } = best;
  return { candidate, hypothesis: `${candidate.path} leads without ${families.join(', ')} evidence` };
}

function mitigate(checks: readonly Check[]): readonly string[] {
  return checks
    .filter(({ name }) => name === MISSING_EVIDENCE)
    .map(({ result }) => `not there to be looked at: ${result}`.slice(0, LONGEST_FACTOR));
}

/** A kind of evidence without which the charged place does not lead, and the place that then does. */
type Fall = { readonly family: EvidenceFamily; readonly leader: string };

const LONGEST_CHALLENGE = 2_000;

const hitWords: { readonly [check: string]: string } = {
  [candidateChecks.singleSourced]: 'only one kind of evidence speaks for the place',
  [candidateChecks.partOfFailures]: 'the place explains only part of the failures',
  [candidateChecks.outsidePath]: 'the failing run does not pass the place, and passes others',
  [candidateChecks.unchanged]: 'the place has not changed in the history that is known',
  [candidateChecks.stale]: 'the evidence is of an earlier state of the file',
};

const readingTypes: { readonly [check: string]: readonly string[] } = {
  [readingChecks.passedAgain]: ['flaky'],
  [readingChecks.environment]: ['environment', 'infrastructure'],
};

/** Makes the challenges against a charge, in the order of the checks of its exhibits. */
function challengeCharge(pack: CourtPack, checks: readonly Check[]): readonly Challenge[] {
  if (pack.charged.length === 0) return [];
  return [
    ...unfounded(pack),
    ...hangsOn(pack, checks),
    ...hits(pack, checks),
    ...otherReadings(pack, checks),
  ];
}

/** Returns the kinds of evidence that the charge depends on: without them, another place leads. */
function fallsOf({ charge }: CourtPack, checks: readonly Check[]): readonly Fall[] {
  if (charge?.location === undefined) return [];
  return checks
    .filter(({ name, result }) => name.startsWith(RANK_WITHOUT) && result !== charge.location)
    .map(({ name, result }) => ({
      family: name.slice(RANK_WITHOUT.length) as EvidenceFamily,
      leader: result,
    }));
}

function unfounded({ charged, blocks }: CourtPack): readonly Challenge[] {
  return charged
    .filter(({ handle }) => !blocks.has(handle))
    .map(({ index }) => against(index, 'fatal', 'what the exhibit cites is not there'));
}

function hangsOn(pack: CourtPack, checks: readonly Check[]): readonly Challenge[] {
  return fallsOf(pack, checks).map(({ family, leader }) =>
    against(
      exhibitOf(pack, classOfFamily[family]),
      family === 'prior' || isFitted(pack) ? 'minor' : 'weakening',
      `without ${family} evidence ${leader} leads`,
    ),
  );
}

function hits(pack: CourtPack, checks: readonly Check[]): readonly Challenge[] {
  const { candidates, charge } = pack;
  const own = candidates.find(({ path }) => path === charge?.location);
  if (!own) return [];
  return checks.flatMap(({ name, handles }) => {
    const words = Object.hasOwn(hitWords, name) ? hitWords[name] : undefined;
    const kind = name === candidateChecks.unchanged ? 'circumstantial' : 'primary';
    if (words === undefined || !handles.includes(own.handle)) return [];
    const isNew = name === candidateChecks.stale || name === candidateChecks.partOfFailures;
    return [against(exhibitOf(pack, kind), isNew || !isFitted(pack) ? 'weakening' : 'minor', words)];
  });
}

function otherReadings(pack: CourtPack, checks: readonly Check[]): readonly Challenge[] {
  return checks.flatMap(({ name, result }) => {
    const types = Object.hasOwn(readingTypes, name) ? readingTypes[name] : undefined;
    if (!types || types.includes(pack.charge?.type ?? '')) return [];
    return [against(exhibitOf(pack, 'primary'), 'weakening', `${result}, which reads as ${types[0]}`)];
  });
}

/** Returns the index of the first exhibit of a class, or of the first exhibit at all. */
function exhibitOf({ charged }: CourtPack, kind: EvidenceClass): number {
  return (charged.find((exhibit) => exhibit.class === kind) ?? charged[0])?.index ?? 0;
}

function against(evidence_index: number, severity: Challenge['severity'], challenge: string): Challenge {
  return { evidence_index, challenge: challenge.slice(0, LONGEST_CHALLENGE), severity };
}
