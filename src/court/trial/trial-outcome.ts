/** What a trial came to, read from where its walk ended. */
import { deepFreeze, PenumbraError } from '../../kernel/index.ts';
import { readArtifact, type WalkerState, wholeData } from '../../pipeline/index.ts';
import type { CourtArtifactType } from './court-artifact-types.ts';
import type { Challenge, CourtArtifactData, RemandFeedback } from './court-artifacts.ts';
import { amendConclusion, type CourtConclusion, type CourtSubject, isFlipped } from './court-subject.ts';
import { courtGapBrief } from './gap-brief.ts';
import {
  type FrozenExhibits,
  freezeExhibits,
  markStruck,
  type StandingExhibit,
  strikesOf,
} from './seat-context.ts';

/** How a court decides. */
export type CourtDecision = CourtArtifactData<'verdict'>['decision'];

/** What a court says of a conclusion. */
export type CourtResult = {
  /** Whether the conclusion was tried. */
  readonly activated: boolean;
  readonly decision: CourtDecision | null;
  readonly original: CourtConclusion;
  readonly final: CourtConclusion;
  /** Whether the final type or first place is another. */
  readonly flipped: boolean;
  /** The nodes in the order they were visited. */
  readonly path: readonly string[];
  readonly rounds: number;
  /** How often the case was sent back, this trial included. */
  readonly remands: number;
  readonly reason?: MistrialReason;
  readonly gapBrief?: CourtArtifactData<'evidence_gap_brief'>;
  readonly feedback?: RemandFeedback;
};

/** What a report shows of a trial beside its result. */
export type TrialDetail = {
  readonly exhibits: readonly StandingExhibit[];
  /** Names the list of exhibits as it was frozen; null where it never was. */
  readonly exhibitsHash: string | null;
  /** The challenges against exhibits that were not struck. */
  readonly standingChallenges: readonly Challenge[];
  /** What the judge wrote, also where the verdict came too late; empty where there is none. */
  readonly verdictReasoning: string;
  /** The judge's confidence, or null. */
  readonly verdictConfidence: number | null;
  /** The prosecution's own reading; empty where it brought none. */
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

/** Reads what a report shows of a trial. */
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

/** What was said so far, and the exhibits that follow from it; no seat sees it whole. */
export type TrialRecord = {
  readonly indictment?: CourtArtifactData<'indictment'>;
  readonly discovery?: CourtArtifactData<'discovery'>;
  readonly brief?: CourtArtifactData<'defense_brief'>;
  readonly hearing?: CourtArtifactData<'hearing_record'>;
  readonly verdict?: CourtArtifactData<'verdict'>;
  readonly exhibits?: FrozenExhibits;
};

/** Reads the record of a trial from the artifacts of its steps; it throws where frozen exhibits were altered. */
export function readTrialRecord(outputs: WalkerState['outputs']): TrialRecord {
  const read = <Type extends CourtArtifactType>(node: string): CourtArtifactData<Type> | undefined => {
    const recorded = outputs[node];
    return recorded && (wholeData(readArtifact(recorded)) as CourtArtifactData<Type>);
  };
  const indictment = read<'indictment'>('indict');
  const discovery = read<'discovery'>('discover');
  const brief = read<'defense_brief'>('defend');
  const hearing = read<'hearing_record'>('hearing');
  const verdict = read<'verdict'>('verdict');
  const exhibits = indictment && freezeExhibits(indictment, discovery);
  requireFrozen(brief, exhibits);
  return {
    ...(indictment && { indictment }),
    ...(discovery && { discovery }),
    ...(brief && { brief }),
    ...(hearing && { hearing }),
    ...(verdict && { verdict }),
    ...(exhibits && { exhibits }),
  };
}

function requireFrozen(brief: TrialRecord['brief'], exhibits: FrozenExhibits | undefined): void {
  if (brief?.exhibits_hash === undefined || brief.exhibits_hash === exhibits?.hash) return;
  throw new PenumbraError('hash-mismatch', 'the exhibits are not those that were frozen', {
    hint: 'validate the store; the trial cannot go on with them',
  });
}

/** Why there is no verdict. */
export type MistrialReason = 'time_exhausted' | 'deliberation_exhausted' | 'judge_declared' | 'role_failed';

const reasonOfEdge: { readonly [edge: string]: MistrialReason } = {
  HD10: 'time_exhausted',
  HD11: 'deliberation_exhausted',
  HD8b: 'deliberation_exhausted',
  HD12: 'judge_declared',
  HD13: 'role_failed',
};

/** Returns why a trial ended in a mistrial; a walk that ran out of loops or steps has deliberated for too long. */
export function mistrialReason({ history }: Pick<WalkerState, 'history'>): MistrialReason {
  return reasonOfEdge[history.at(-1)?.edge ?? ''] ?? 'deliberation_exhausted';
}
