/** The cause a walk found for a case: by search, by recall, or by triage alone. */

import type { PromptPack } from '../../disclosure/lens/index.ts';
import { type BasisPoints, cite, fromBasisPoints } from '../../kernel/index.ts';
import type { DefectType } from '../../record/index.ts';
import type { PriorCauseBlock } from '../blocks/case-blocks.ts';
import { statedAnswer } from '../ranking/confidence.ts';
import { failingTests } from './cause-message.ts';
import type { Suspect } from './light-artifacts.ts';
import { artifactOf, blockOf, recalledCause } from './read-case-pack.ts';
import { readSymptom, type SymptomCategory } from './read-symptom.ts';

/** The cause of a case, as far as it was found. */
export type CaseFinding = {
  readonly defectType: DefectType;
  readonly suspects: readonly Suspect[];
  readonly confidence: number;
  readonly summary: string;
};

/**
 * The confidence of a category that needed no search. A test that passed on a retry is flaky; the rest is
 * recognised by typical wording.
 */
const CATEGORY_CONFIDENCE: Readonly<Partial<Record<SymptomCategory, number>>> = { flake: 0.95, infra: 0.9 };
/** The failure's own text says what is missing. */
export const ABSENT_CONFIDENCE = 0.85;
const OTHER_CATEGORY = 0.3;
const MOST_SUSPECTS = 50;

/** Returns the conclusion of the artifacts in a pack. */
export function findingOf(pack: PromptPack): CaseFinding {
  const prior = recalledCause(pack);
  if (prior !== undefined) return recalledFinding(pack, prior.payload);
  const investigation = artifactOf(pack, 'investigate');
  if (investigation === undefined) return triagedFinding(pack);
  const { defect_type, suspects, rca_message } = investigation;
  const stated = statedAnswer(suspects.map((suspect) => suspect.confidence));
  // If nothing ties the failure to this repository, a ranking of its files means nothing.
  const base = blockOf(pack, 'evidence-base')?.payload;
  const isGrounded = base?.is_grounded ?? true;
  const confidence = base?.absent ? ABSENT_CONFIDENCE : isGrounded ? stated.confidence : 0;
  return { defectType: defect_type, suspects, confidence, summary: rca_message };
}

/** A recall has no more confidence than the recalled cause, or than the likeness to it. */
function recalledFinding(pack: PromptPack, prior: PriorCauseBlock): CaseFinding {
  const similarity = artifactOf(pack, 'recall')?.confidence ?? 0;
  const suspects = prior.suspects.slice(0, MOST_SUSPECTS).map(({ confidence, ...suspect }) => ({
    ...suspect,
    confidence: decimal(confidence),
  }));
  return {
    defectType: prior.defect_type,
    suspects,
    confidence: Math.min(decimal(prior.confidence), similarity),
    summary: `${failingTests(blockOf(pack, 'failure')?.payload)} as before: ${prior.summary}`,
  };
}

function triagedFinding(pack: PromptPack): CaseFinding {
  const triage = artifactOf(pack, 'triage');
  const { category, reason } = readSymptom(pack);
  const told = triage?.symptom_category ?? category;
  // A category given by a person or a model has only the default confidence.
  const confidence = told === category ? (CATEGORY_CONFIDENCE[told] ?? OTHER_CATEGORY) : OTHER_CATEGORY;
  const failing = failingTests(blockOf(pack, 'failure')?.payload);
  const why = told === category ? reason : `triage called it ${cite(told)}`;
  return {
    defectType: triage?.defect_type_hypothesis ?? 'to_investigate',
    suspects: [],
    confidence,
    summary: `${failing}; no location was searched for, because ${why}`,
  };
}

function decimal(points: number): number {
  return fromBasisPoints(points as BasisPoints);
}
