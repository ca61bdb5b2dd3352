/** What a trial of a cause came to, as far as the report tells of it; the case driver fills it from the court's result. */
import type { EvidenceGap, ReportCourt } from '../../record/index.ts';

/** A reading of a failure: what kind of defect it is, and where. */
type CourtReading = { readonly defect_type: string; readonly location?: string };

/** The outcome of the last trial of a case. */
export type CourtOutcome = {
  readonly decision: 'affirm' | 'amend' | 'acquit' | 'remand' | 'mistrial';
  /** Whether the verdict is told beside the answer, or changes it. */
  readonly effect: ReportCourt['effect'];
  readonly reason?: string;
  readonly rounds: number;
  readonly remands: number;
  /** The light conclusion that was tried. */
  readonly original: CourtReading;
  /** What the judge held. */
  readonly final: CourtReading;
  readonly gapBrief?: { readonly gaps: readonly EvidenceGap[] };
  readonly exhibits: ReportCourt['exhibits'];
  readonly standingChallenges: readonly string[];
  readonly verdictReasoning: string;
};

/** Returns the part of a report that tells of a trial. */
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
