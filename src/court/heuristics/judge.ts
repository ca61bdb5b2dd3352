/** The heuristic judge: weighs the evidence that was not struck, in a fixed order of questions. */

import type { PromptPack } from '../../disclosure/lens/index.ts';
import {
  type BasisPoints,
  formatBasisPoints,
  fromBasisPoints,
  ONE_IN_BASIS_POINTS,
} from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { CourtArtifactData, RemandFeedback } from '../trial/court-artifacts.ts';
import { type CourtPack, readCourtPack } from './read-court-pack.ts';
import { defenseStrength, standingChallenges, strengthFor, supportOf } from './weigh-case.ts';

/** How much stronger than the charge a verified alternative must be to replace it. */
const AMEND_MARGIN = 1_000;
/** How much stronger the charge must be than the defense to be affirmed. */
const AFFIRM_MARGIN = 1_000;

/**
 * With this many candidates shown, the search was widened already, and another pass would bring nothing new.
 */
const WIDENED = 16;
const LONGEST_REASONING = 2_000;
const LONGEST_QUESTION = 1_000;
const MOST_QUESTIONS = 20;

type Decision = CourtArtifactData<'verdict'>['decision'];

/** The strengths behind a verdict, in basis points. */
type Scales = {
  readonly charge: number;
  readonly defense: number;
  /** The strength of the alternative if all blocks it cites exist, otherwise null. */
  readonly alternative: number | null;
  readonly hasStanding: boolean;
  readonly isExecuted: boolean;
};

export function judge(pack: PromptPack): Artifact {
  const read = readCourtPack(pack);
  const scales = weigh(read);
  const feedback = remandWith(read);
  const decision = decide(scales, feedback !== null && read.remandsLeft > 0);
  const { charge, brief } = read;
  const place = decision === 'amend' ? brief?.alternative_location : charge?.location;
  return {
    type: 'verdict',
    confidence: fromBasisPoints(confidenceOf(decision, scales) as BasisPoints),
    data: {
      decision,
      final_classification: charge?.type || 'to_investigate',
      ...(place !== undefined && { final_location: place }),
      reasoning: reasonOf(decision, scales),
      ...(decision === 'remand' && feedback && { remand_feedback: feedback }),
    },
  };
}

function decide(scales: Scales, canRemand: boolean): Decision {
  const { charge, defense, alternative, hasStanding, isExecuted } = scales;
  if (!hasStanding) return 'acquit';
  // An experiment that blames the place outweighs every argument.
  if (isExecuted) return 'affirm';
  if (alternative !== null && alternative >= charge + AMEND_MARGIN) return 'amend';
  if (charge >= defense + AFFIRM_MARGIN) return 'affirm';
  return canRemand ? 'remand' : 'mistrial';
}

function weigh(pack: CourtPack): Scales {
  const { charged, brief, blocks } = pack;
  const standing = charged.filter(
    ({ struck, weight, handle }) => !struck && weight > 0 && blocks.has(handle),
  );
  const { challenges = [], alternative_location, alternative_handles = [] } = brief ?? {};
  const isVerified =
    alternative_location !== undefined &&
    alternative_handles.length > 0 &&
    alternative_handles.every((handle) => blocks.has(handle));
  // An alternative that cannot be looked up is only a claim.
  const verified = isVerified ? { alternative_location } : {};
  return {
    charge: strengthFor(
      pack,
      pack.charge?.location,
      charged.map((one) => ({ ...one, struck: !standing.includes(one) })),
    ),
    defense: defenseStrength(pack, { challenges, ...verified }),
    alternative: isVerified
      ? strengthFor(pack, alternative_location, supportOf(pack, alternative_location))
      : null,
    hasStanding: standing.length > 0,
    isExecuted: standing.some((exhibit) => exhibit.class === 'executed'),
  };
}

/** Returns what another pass should answer; null if there is nothing it could look up. */
function remandWith(pack: CourtPack): RemandFeedback | null {
  const { brief, charge, charged, blocks } = pack;
  if (!hasMoreToTell(pack)) return null;
  const standing = standingChallenges(pack, brief?.challenges ?? []).filter(({ evidence_index }) =>
    blocks.has(charged[evidence_index]?.handle ?? ''),
  );
  const alternative = brief?.alternative_hypothesis;
  if (standing.length === 0 && alternative === undefined) return null;
  const place = charge?.location ?? charge?.type ?? 'the charge';
  const questions = [
    ...(alternative === undefined ? [] : [`is it ${place}, or is it so that ${alternative}?`]),
    ...standing.map(({ challenge }) => `what answers this: ${challenge}?`),
  ];
  return {
    target: alternative === undefined ? 'resolve' : 'investigate',
    challenged_evidence: standing.map(({ evidence_index: index, challenge: reason }) => ({ index, reason })),
    alternative_hypothesis: alternative ?? '',
    specific_questions: [...new Set(questions)]
      .slice(0, MOST_QUESTIONS)
      .map((question) => question.slice(0, LONGEST_QUESTION)),
  };
}

/** Another pass looks deeper. If that was done, or everything was shown, it could only repeat itself. */
function hasMoreToTell({ base }: CourtPack): boolean {
  return base !== null && base.told < Math.min(base.candidates, WIDENED);
}

function confidenceOf(decision: Decision, { charge, defense, alternative }: Scales): number {
  if (decision === 'amend') return alternative ?? 0;
  if (decision === 'acquit') return ONE_IN_BASIS_POINTS - charge;
  return decision === 'affirm' ? charge : Math.max(charge, defense);
}

function reasonOf(decision: Decision, { charge, defense, alternative }: Scales): string {
  const [strong, against] = [charge, defense].map((points) => formatBasisPoints(points as BasisPoints));
  const other =
    alternative === null ? '' : `, the alternative ${formatBasisPoints(alternative as BasisPoints)}`;
  return `${decision}: the charge stands at ${strong}, the defense at ${against}${other}`.slice(
    0,
    LONGEST_REASONING,
  );
}
