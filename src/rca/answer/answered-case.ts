/** A case at the end of its walks: everything the report is made from. */
import { type Artifact, wholeData } from '../../pipeline/index.ts';
import type { EvidenceBaseBlock, EvidenceBlock, PriorCauseBlock } from '../blocks/case-blocks.ts';
import type { CaseRecord } from '../case/case-record.ts';
import type { LightArtifactType } from '../nodes/light-artifact-types.ts';
import type { LightArtifactData } from '../nodes/light-artifacts.ts';
import type { CourtOutcome } from './court-outcome.ts';

/** Evidence with the frame that holds it. */
export type HeldEvidence = { readonly handle: string; readonly block: EvidenceBlock };

/** One case and what became of it. */
export type AnsweredCase = {
  readonly record: CaseRecord;
  /** The newest artifact of each node of the light path, with decimals. */
  readonly outputs: { readonly [node: string]: Artifact | undefined };
  /** The nodes that were visited in all walks, in order. */
  readonly path: readonly string[];
  /** Where the last light walk ended, or null where it did not. */
  readonly terminal: string | null;
  readonly court?: CourtOutcome;
  readonly base?: EvidenceBaseBlock;
  readonly evidence: readonly HeldEvidence[];
  /** The remembered cause, where the case was settled by recall. */
  readonly recalled?: { readonly frame: string; readonly block: PriorCauseBlock };
  /** Whether the failure was seen in an earlier run. */
  readonly isKnown: boolean;
};

/** Returns the data of a case's artifact, its own confidence included. */
export function outputOf<Type extends LightArtifactType>(
  { outputs }: Pick<AnsweredCase, 'outputs'>,
  type: Type,
): LightArtifactData<Type> | undefined {
  const artifact = outputs[type];
  return artifact && (wholeData(artifact) as unknown as LightArtifactData<Type>);
}
