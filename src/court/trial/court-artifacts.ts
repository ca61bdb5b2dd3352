/**
 * The artifacts of a trial as strict schemas: the single source for artifact checks, the JSON Schemas given
 * to models, and the TypeScript types. Decimals are 0..1 at this boundary.
 */
import * as z from 'zod';
import type { CourtArtifactType } from './court-artifact-types.ts';

const text = (length: number) => z.string().max(length);
const decimal = z.number().min(0).max(1);
const handle = text(128);
const defectType = text(128).min(1);
const location = text(4_096).min(1);
const index = z.int().min(0).max(999);

/** How direct evidence is, strongest first. */
const evidenceClasses = ['executed', 'primary', 'corroborating', 'circumstantial'] as const;

/** How direct a piece of evidence is. */
export type EvidenceClass = (typeof evidenceClasses)[number];

/** The severities of a challenge, worst first. */
const challengeSeverities = ['fatal', 'weakening', 'minor'] as const;

/** The possible decisions of a verdict. */
const verdictDecisions = ['affirm', 'amend', 'acquit', 'remand', 'mistrial'] as const;

/** The most gaps a brief lists. */
export const MOST_GAPS = 10;

const exhibit = z.strictObject({
  description: text(2_000),
  handle,
  weight: decimal,
  class: z.enum(evidenceClasses),
});

const challenge = z.strictObject({
  evidence_index: index,
  challenge: text(2_000),
  severity: z.enum(challengeSeverities),
});

const round = z.strictObject({
  round: z.int().min(1),
  prosecution_argument: text(4_000),
  defense_rebuttal: text(4_000),
  judge_notes: text(4_000),
  gap: decimal,
  /** All exhibits struck so far, including this round. */
  strikes: z.array(index).max(200).optional(),
});

const remandFeedback = z.strictObject({
  target: z.enum(['resolve', 'investigate']),
  challenged_evidence: z.array(z.strictObject({ index, reason: text(2_000) })).max(100),
  alternative_hypothesis: text(2_000),
  specific_questions: z.array(text(1_000)).max(20),
});

const gap = {
  description: text(1_000).min(1),
  category: text(64).min(1),
  source: text(256),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  suggested_action: text(1_000),
};
const evidenceGap = z.strictObject(gap);
const courtEvidenceGap = z.strictObject({ ...gap, stage: text(64), identified_by: text(64) });

/** The artifacts of a trial by type; `confidence` is the artifact's own. */
export const courtArtifacts = {
  indictment: z.strictObject({
    charged_defect_type: defectType,
    charged_location: location.optional(),
    prosecution_narrative: text(8_000),
    evidence: z.array(exhibit).max(100),
    confidence: decimal,
  }),
  discovery: z.strictObject({
    /** What the seat examined, in its own form. */
    raw: z.json(),
    checks: z
      .array(z.strictObject({ name: text(128), result: text(2_000), handles: z.array(handle).max(50) }))
      .max(50),
    further_evidence: z.array(exhibit).max(100),
  }),
  defense_brief: z.strictObject({
    challenges: z.array(challenge).max(100),
    alternative_hypothesis: text(2_000).min(1).optional(),
    /** The alternative location of the defect, and the evidence for it. */
    alternative_location: location.optional(),
    alternative_handles: z.array(handle).max(20).optional(),
    motion_to_dismiss: z.boolean(),
    plea_deal: z.boolean(),
    mitigating_factors: z.array(text(1_000)).max(50),
    confidence: decimal,
    /** The hash of the frozen exhibits that the brief answers; set by the court. */
    exhibits_hash: text(64).optional(),
  }),
  hearing_record: z.strictObject({
    rounds: z.array(round).max(100),
    max_rounds: z.int().min(1),
    converged: z.boolean(),
  }),
  verdict: z.strictObject({
    decision: z.enum(verdictDecisions),
    final_classification: defectType,
    final_location: location.optional(),
    confidence: decimal,
    reasoning: text(8_000),
    dissent: text(4_000).optional(),
    remand_feedback: remandFeedback.optional(),
  }),
  evidence_gap: evidenceGap,
  court_evidence_gap: courtEvidenceGap,
  evidence_gap_brief: z.strictObject({
    case_id: text(256),
    final_confidence: decimal,
    gaps: z
      .array(z.union([courtEvidenceGap, evidenceGap]))
      .min(1)
      .max(MOST_GAPS),
    summary: text(2_000),
  }),
} as const satisfies Record<CourtArtifactType, z.ZodType>;

/** The statement of each seat in one round of a hearing. */
export const roundStatements = {
  prosecution: z.strictObject({ argument: text(4_000), confidence: decimal }),
  defense: z.strictObject({ rebuttal: text(4_000), confidence: decimal }),
  expert: z.strictObject({ notes: text(4_000), strikes: z.array(index).max(200) }),
} as const;

/** The data of a trial artifact, with its confidence if the schema has one. */
export type CourtArtifactData<Type extends CourtArtifactType> = z.infer<(typeof courtArtifacts)[Type]>;

/** The statement of a seat in one round of the hearing. */
export type RoundStatement<Role extends keyof typeof roundStatements> = z.infer<
  (typeof roundStatements)[Role]
>;

/** A piece of evidence as submitted by a party. */
export type BroughtEvidence = z.infer<typeof exhibit>;

/** An objection to one exhibit. */
export type Challenge = z.infer<typeof challenge>;

/** What a court sends back to the light path. */
export type RemandFeedback = z.infer<typeof remandFeedback>;

/** A piece of evidence the court found missing. */
export type CourtEvidenceGap = z.infer<typeof courtEvidenceGap>;
