/** Reads the outcome of a trial from the final state of its walk. */
import { deepFreeze } from '../../kernel/index.ts';
import type { WalkerState } from '../../pipeline/index.ts';
import type { Challenge, CourtArtifactData, RemandFeedback } from './court-artifacts.ts';
import { amendConclusion, type CourtConclusion, type CourtSubject, isFlipped } from './court-subject.ts';
import { courtGapBrief } from './gap-brief.ts';
import {
  type MistrialReason,
  markStruck,
  mistrialReason,
  readTrialRecord,
  type StandingExhibit,
  strikesOf,
} from './trial-record.ts';

/** The decision of a court. */
export type CourtDecision = CourtArtifactData<'verdict'>['decision'];

/** The result of a court for a conclusion. */
export type CourtResult = {
  /** Whether the conclusion was tried. */
  readonly activated: boolean;
  readonly decision: CourtDecision | null;
  readonly original: CourtConclusion;
  readonly final: CourtConclusion;
  /** Whether the final type or first place differs from the original. */
  readonly flipped: boolean;
  /** The nodes in the order they were visited. */
  readonly path: readonly string[];
  readonly rounds: number;
  /** How often the case was remanded, including this trial. */
  readonly remands: number;
  readonly reason?: MistrialReason;
  readonly gapBrief?: CourtArtifactData<'evidence_gap_brief'>;
  readonly feedback?: RemandFeedback;
};

/** Further details of a trial for a report. */
export type TrialDetail = {
  readonly exhibits: readonly StandingExhibit[];
  /** The hash of the exhibits as frozen; null if they never were. */
  readonly exhibitsHash: string | null;
  /** The challenges against exhibits that were not struck. */
  readonly standingChallenges: readonly Challenge[];
  /** The judge's reasoning, even if the verdict was too late; empty if there is none. */
  readonly verdictReasoning: string;
  /** The judge's confidence, or null. */
  readonly verdictConfidence: number | null;
  /** The prosecution's reading; empty if it has none. */
  readonly bestReading: string;
};

/** Reads the result of a trial that has ended. */
export function readOutcome(subject: CourtSubject, state: WalkerState): CourtResult {
  const { conclusion: original } = subject;
  const { hearing, verdict } = readTrialRecord(state.outputs);
  const decision = state.terminal === '_mistrial' ? 'mistrial' : (verdict?.decision ?? 'mistrial');
  const final = decision === 'amend' && verdict ? amendConclusion(original, verdict) : original;
  const isUnsettled = decision === 'acquit' || decision === 'mistrial';
  return deepFreeze({
    activated: true,
    decision,
    original: structuredClone(original),
    final: structuredClone(final),
    flipped: isFlipped(original, final),
    path: [...state.visited],
    rounds: hearing?.rounds.length ?? 0,
    remands: state.counters.remands + (decision === 'remand' ? 1 : 0),
    ...(decision === 'mistrial' && { reason: mistrialReason(state) }),
    ...(isUnsettled && { gapBrief: courtGapBrief(subject, state) }),
    ...(decision === 'remand' && verdict?.remand_feedback && { feedback: verdict.remand_feedback }),
  });
}

/** Reads the details of a trial for a report. */
export function readDetail(state: WalkerState): TrialDetail {
  const { indictment, brief, hearing, verdict, exhibits } = readTrialRecord(state.outputs);
  const strikes = strikesOf(hearing);
  return {
    exhibits: exhibits ? markStruck(exhibits, strikes) : [],
    exhibitsHash: brief?.exhibits_hash ?? null,
    standingChallenges: (brief?.challenges ?? []).filter(
      ({ evidence_index }) => !strikes.includes(evidence_index),
    ),
    verdictReasoning: verdict?.reasoning ?? '',
    verdictConfidence: verdict?.confidence ?? null,
    bestReading: indictment?.prosecution_narrative ?? '',
  };
}
