/** A case after all of its walks, with everything the report is built from. */
import { type Artifact, wholeData } from '../../pipeline/index.ts';
import type { EvidenceGap, ReportCourt } from '../../record/index.ts';
import type { EvidenceBaseBlock, EvidenceBlock, PriorCauseBlock } from '../blocks/case-blocks.ts';
import type { CaseRecord } from '../case/case-record.ts';
import type { LightArtifactType } from '../nodes/light-artifact-types.ts';
import type { LightArtifactData } from '../nodes/light-artifacts.ts';

/** An evidence block with the frame that holds it. */
export type HeldEvidence = { readonly handle: string; readonly block: EvidenceBlock };

export type AnsweredCase = {
  readonly record: CaseRecord;
  /** The latest artifact of each node of the light path, with decimals. */
  readonly outputs: { readonly [node: string]: Artifact | undefined };
  /** The nodes visited in all walks, in order. */
  readonly path: readonly string[];
  /** The terminal the last light walk ended at, or null if it did not end. */
  readonly terminal: string | null;
  readonly court?: CourtOutcome;
  readonly base?: EvidenceBaseBlock;
  readonly evidence: readonly HeldEvidence[];
  /** The remembered cause, if the case was settled by recall. */
  readonly recalled?: { readonly frame: string; readonly block: PriorCauseBlock };
  /** Whether the failure was seen in an earlier run. */
  readonly isKnown: boolean;
};

/** Returns the data of a case's artifact, including its confidence. */
export function outputOf<Type extends LightArtifactType>(
  { outputs }: Pick<AnsweredCase, 'outputs'>,
  type: Type,
): LightArtifactData<Type> | undefined {
  const artifact = outputs[type];
  return artifact && (wholeData(artifact) as unknown as LightArtifactData<Type>);
}

/** A reading of a failure: the kind of defect, and its location. */
type CourtReading = { readonly defect_type: string; readonly location?: string };

/** The outcome of the last trial of a case. */
export type CourtOutcome = {
  readonly decision: 'affirm' | 'amend' | 'acquit' | 'remand' | 'mistrial';
  /** Whether the verdict changes the answer, or is only shown beside it. */
  readonly effect: ReportCourt['effect'];
  readonly reason?: string;
  readonly rounds: number;
  readonly remands: number;
  /** The light path's conclusion that was tried. */
  readonly original: CourtReading;
  /** The conclusion after the verdict. */
  readonly final: CourtReading;
  readonly gapBrief?: { readonly gaps: readonly EvidenceGap[] };
  readonly exhibits: ReportCourt['exhibits'];
  readonly standingChallenges: readonly string[];
  readonly verdictReasoning: string;
};

/** Returns the trial section of a report. */
export function reportCourt(outcome: CourtOutcome): ReportCourt {
  const { decision, effect, reason, rounds, remands, original, final } = outcome;
  const isAmended = decision === 'amend';
  const amended = isAmended ? [`held instead: ${describeReading(final)}`] : [];
  return {
    decision,
    effect,
    ...(isAmended && final.location !== undefined && { held: final.location }),
    ...(reason !== undefined && { reason }),
    rounds,
    original: describeReading(original),
    exhibits: outcome.exhibits,
    standing_challenges: outcome.standingChallenges,
    verdict_reasoning: [outcome.verdictReasoning, ...amended].filter((text) => text !== '').join('; '),
    remands,
  };
}

function describeReading({ defect_type, location }: CourtReading): string {
  return location === undefined ? defect_type : `${defect_type} in ${location}`;
}
