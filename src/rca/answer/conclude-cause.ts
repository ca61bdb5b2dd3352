/** Concludes a case: its suspects, the stated answer, the confidence, and the status of the cause. */
import { type BasisPoints, fromBasisPoints, ONE_IN_BASIS_POINTS, toBasisPoints } from '../../kernel/index.ts';
import type { CauseStatus, DefectType, ReportSuspect } from '../../record/index.ts';
import { ABSENT_CONFIDENCE } from '../nodes/case-finding.ts';
import {
  groundlessConfidences,
  isSettled,
  RANKS_WITH_CONFIDENCE,
  type StatedAnswer,
  statedAnswer,
} from '../ranking/confidence.ts';
import { type AnsweredCase, outputOf } from './answered-case.ts';

export type Conclusion = {
  readonly defect_type: DefectType;
  readonly status: CauseStatus;
  readonly confidence: number;
  readonly answer: readonly string[];
  readonly suspects: readonly ReportSuspect[];
};

/** A conclusion below this confidence, in basis points, is rejected. */
const REJECTION = 5_000;

/** Concludes a case from the artifacts of its walks. */
export function concludeCause(answered: AnsweredCase): Conclusion {
  const suspects = suspectsOf(answered);
  const isAbsent = answered.base?.absent !== undefined && answered.recalled === undefined;
  // If something is missing, no file is at fault; the ranking stays.
  const stated = isAbsent
    ? { count: 0, confidence: ABSENT_CONFIDENCE }
    : statedAnswer(suspects.map(({ confidence }) => confidence));
  const confidence = confidenceOf(answered, stated.count === 0 && !isAbsent ? null : stated.confidence);
  const status = statusOf(answered, { count: stated.count, confidence: fromBasisPoints(confidence) });
  return {
    defect_type: defectTypeOf(answered),
    status,
    confidence: fromBasisPoints(confidence),
    // A cause that is not established is not stated; the ranking stays.
    answer: status === 'insufficient' ? [] : suspects.slice(0, stated.count).map(({ path }) => path),
    suspects,
  };
}

function defectTypeOf(answered: AnsweredCase): DefectType {
  return (
    outputOf(answered, 'report')?.defect_type ??
    answered.recalled?.block.defect_type ??
    outputOf(answered, 'investigate')?.defect_type ??
    outputOf(answered, 'triage')?.defect_type_hypothesis ??
    'to_investigate'
  );
}

/** The final ranking, with strictly decreasing confidences whatever their source. */
function suspectsOf(answered: AnsweredCase): readonly ReportSuspect[] {
  const named = amendedFirst(namedSuspects(answered), answered).slice(0, RANKS_WITH_CONFIDENCE);
  const groundless = groundlessConfidences(named.length);
  let last: number = ONE_IN_BASIS_POINTS + 1;
  return named.map(({ path, symbol, line, score, confidence }, index) => {
    const own = isGrounded(answered) ? confidence : (groundless[index] ?? 0);
    last = Math.max(0, Math.min(toBasisPoints(own), last - 1));
    return {
      path,
      ...(symbol !== undefined && { symbol }),
      ...(line !== undefined && { line }),
      score,
      confidence: fromBasisPoints(last as BasisPoints),
    };
  });
}

function namedSuspects(answered: AnsweredCase): readonly ReportSuspect[] {
  const reported = outputOf(answered, 'report')?.suspects as readonly ReportSuspect[] | undefined;
  if (reported !== undefined && reported.length > 0) return reported;
  if (answered.recalled !== undefined) {
    return answered.recalled.block.suspects.map((suspect) => ({
      ...suspect,
      confidence: fromBasisPoints(suspect.confidence as BasisPoints),
    }));
  }
  return (outputOf(answered, 'investigate')?.suspects ?? []) as readonly ReportSuspect[];
}

/**
 * Puts the location of a binding `amend` verdict first. Nothing else is reordered, and each rank keeps its
 * confidence.
 */
function amendedFirst(suspects: readonly ReportSuspect[], { court }: AnsweredCase): readonly ReportSuspect[] {
  const place = court?.effect === 'binding' && court.decision === 'amend' ? court.final.location : undefined;
  const held = suspects.find(({ path }) => path === place);
  if (held === undefined) return suspects;
  return [held, ...suspects.filter((suspect) => suspect !== held)].map((suspect, index) => ({
    ...suspect,
    confidence: suspects[index]?.confidence ?? 0,
  }));
}

/** Returns whether the evidence applies at all: nothing ties an ungrounded failure to this repository. */
function isGrounded({ base, recalled }: AnsweredCase): boolean {
  return recalled !== undefined || base?.is_grounded !== false;
}

/** The confidence of the answer: never above that of the ranking, the report or the recalled cause. */
function confidenceOf(answered: AnsweredCase, stated: number | null): BasisPoints {
  const reported = outputOf(answered, 'report')?.confidence;
  const bounds = [
    toBasisPoints(stated ?? reported ?? 0),
    toBasisPoints(reported ?? 1),
    answered.recalled?.block.confidence ?? ONE_IN_BASIS_POINTS,
    isGrounded(answered) || answered.base?.absent ? ONE_IN_BASIS_POINTS : 0,
  ];
  return Math.min(...bounds) as BasisPoints;
}

/**
 * Returns the status. A binding verdict may leave an answer open or contested; otherwise the confidence
 * decides.
 */
function statusOf({ terminal, court: held }: AnsweredCase, stated: StatedAnswer): CauseStatus {
  const court = held?.effect === 'binding' ? held : undefined;
  if (court?.decision === 'mistrial') return 'inconclusive';
  const hasEnded = terminal === '_done' || terminal === '_recommended';
  if (!hasEnded || court?.decision === 'acquit' || toBasisPoints(stated.confidence) < REJECTION)
    return 'insufficient';
  // A court that affirms or amends has decided; anything else without approval is left to a person.
  const isDecided = court?.decision === 'affirm' || court?.decision === 'amend';
  if (terminal === '_recommended' && !isDecided) return 'recommended';
  return isSettled(stated) ? 'concluded' : 'likely';
}
