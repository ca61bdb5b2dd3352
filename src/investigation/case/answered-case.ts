/** Gathers the results of a case's walks in the form the report is assembled from. */
import { readDetail, readOutcome } from '../../court/index.ts';
import type { ComposedFrame } from '../../disclosure/oracle/index.ts';
import { type Artifact, type CaseProgress, readArtifact, walksOf } from '../../pipeline/index.ts';
import type {
  AnsweredCase,
  CourtOutcome,
  EvidenceBaseBlock,
  EvidenceBlock,
  HeldEvidence,
} from '../../rca/index.ts';
import type { CaseWork } from '../ask/case-work.ts';
import { investigatedEvidence } from '../ask/earlier-frames.ts';
import { courtState, courtSubjectOf, lightState, priorCause, RECALL_HIT } from '../run/case-progress.ts';
import { courtEffectOf } from '../run/run-inputs.ts';

/** Returns a case with everything the report needs. */
export async function answeredCase(work: CaseWork): Promise<AnsweredCase> {
  const { opened, journal, setting } = work;
  const { progress } = journal;
  const { record } = opened;
  const told = await investigatedEvidence(work);
  const base = told.find(({ kind }) => kind === 'evidence-base')?.payload;
  const court = courtOutcome(record.id, progress, courtEffectOf(setting.inputs.configuration));
  const recalled = recalledCause(work);
  return {
    record,
    outputs: lightOutputs(progress),
    path: walksOf(progress).flatMap(({ state }) => state.visited),
    terminal: lightState(progress)?.terminal ?? null,
    evidence: told.filter(({ kind }) => kind === 'evidence').map(toEvidence),
    isKnown: setting.memory.symptoms.has(record.fingerprint.hash),
    ...(base !== undefined && { base: base as unknown as EvidenceBaseBlock }),
    ...(court !== null && { court }),
    ...(recalled !== null && { recalled }),
  };
}

function lightOutputs(progress: CaseProgress): { readonly [node: string]: Artifact } {
  const walks = walksOf(progress).filter(({ pipeline }) => pipeline === 'light');
  const outputs = walks.flatMap(({ state }) => Object.entries(state.outputs));
  return Object.fromEntries(outputs.map(([node, recorded]) => [node, readArtifact(recorded)]));
}

function toEvidence({ handle, payload }: ComposedFrame): HeldEvidence {
  return { handle, block: payload as unknown as EvidenceBlock };
}

function recalledCause(work: CaseWork): NonNullable<AnsweredCase['recalled']> | null {
  const wentByRecall =
    lightState(work.journal.progress)?.history.some(({ edge }) => edge === RECALL_HIT) ?? false;
  const cause = priorCause(work);
  return wentByRecall && cause !== null ? { frame: cause.frame, block: cause.block } : null;
}

function courtOutcome(
  caseId: string,
  progress: CaseProgress,
  effect: CourtOutcome['effect'],
): CourtOutcome | null {
  const state = courtState(progress);
  const subject = courtSubjectOf(caseId, progress);
  if (state === null || subject === null) return null;
  const { decision, reason, rounds, remands, original, final, gapBrief } = readOutcome(subject, state);
  if (decision === null) return null;
  const detail = readDetail(state);
  return {
    decision,
    effect,
    rounds,
    remands,
    original: readingOf(original),
    final: readingOf(final),
    exhibits: detail.exhibits,
    standingChallenges: detail.standingChallenges.map(({ challenge }) => challenge),
    verdictReasoning: detail.verdictReasoning,
    ...(reason !== undefined && { reason }),
    ...(gapBrief !== undefined && { gapBrief }),
  };
}

function readingOf(conclusion: { readonly [field: string]: unknown }): CourtOutcome['original'] {
  const { defect_type, suspects } = conclusion as {
    readonly defect_type?: string;
    readonly suspects?: readonly { readonly path?: string }[];
  };
  const location = suspects?.[0]?.path;
  return { defect_type: defect_type ?? 'to_investigate', ...(location !== undefined && { location }) };
}
