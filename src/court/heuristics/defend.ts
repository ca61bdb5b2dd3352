/** The defense without a model: challenges from what discovery found, and the best other place the evidence supports. */
import {
  type BasisPoints,
  compareCodePoints,
  formatBasisPoints,
  fromBasisPoints,
} from '../../kernel/index.ts';
import type { PromptPack } from '../../lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { Challenge, RoundStatement } from '../court-artifacts.ts';
import { MISSING_EVIDENCE } from '../gap-brief.ts';
import { challengeCharge, fallsOf } from './challenge-charge.ts';
import type { Candidate } from './evidence-families.ts';
import { type Check, exculpatoryChecks } from './exculpatory-checks.ts';
import { type CourtPack, readCourtPack } from './read-court-pack.ts';
import { defenseStrength, standingChallenges, strengthOf, supportOf } from './weigh-case.ts';

/** The strength of a charge from which the defense gives in if it finds nothing against it. */
const PLEA_STRENGTH = 9_500;
const LONGEST_TEXT = 2_000;
const LONGEST_FACTOR = 1_000;

/** Writes the brief of the defense. */
export function defend(pack: PromptPack): Artifact {
  const read = readCourtPack(pack);
  // On the fast track there was no discovery, so the defense looks for itself.
  const checks = read.discovery?.checks ?? exculpatoryChecks(read);
  const challenges = challengeCharge(read, checks);
  const alternative = bestAlternative(read, checks);
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
    plea_deal: !hasMotion && !isHard && strengthOf(read.charged) >= PLEA_STRENGTH,
    mitigating_factors: mitigate(checks),
  };
  const confidence = fromBasisPoints(defenseStrength(read, brief) as BasisPoints);
  return { type: 'defense_brief', confidence, data: brief as Artifact['data'] };
}

/** Answers the prosecution in a round. */
export function rebut(pack: PromptPack): RoundStatement<'defense'> {
  const read = readCourtPack(pack);
  const { challenges = [], alternative_hypothesis, alternative_location } = read.brief ?? {};
  const strength = defenseStrength(read, { challenges, alternative_location }) as BasisPoints;
  const standing: readonly Challenge[] = standingChallenges(read, challenges);
  const instead = alternative_hypothesis === undefined ? '' : `; instead: ${alternative_hypothesis}`;
  const rebuttal = `${standing.length} challenges stand, at ${formatBasisPoints(strength)}${instead}`;
  return { rebuttal: rebuttal.slice(0, LONGEST_TEXT), confidence: fromBasisPoints(strength) };
}

/** Finds the place that leads most often where the charged one falls; of equals the better supported. */
function bestAlternative(
  pack: CourtPack,
  checks: readonly Check[],
): { readonly candidate: Candidate; readonly hypothesis: string } | null {
  const falls = fallsOf(pack, checks).filter(({ family }) => family !== 'prior');
  const ranked = pack.candidates
    .map((candidate) => ({
      candidate,
      families: falls.filter(({ leader }) => leader === candidate.path).map(({ family }) => family),
      strength: strengthOf(supportOf(pack, candidate.path)),
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
