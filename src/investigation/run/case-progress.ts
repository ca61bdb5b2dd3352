/** The light path's conclusion about a case, as the court tries it and the report states it. */
import type { CourtSubject, RemandFeedback } from '../../court/index.ts';
import { type Element, personaByName } from '../../pipeline/agents/index.ts';
import {
  type Artifact,
  type CaseProgress,
  type Journal,
  readArtifact,
  type WalkerState,
  walksOf,
} from '../../pipeline/index.ts';
import type { RecallCandidate } from '../../rca/index.ts';
import type { RunSetting } from './run-setting.ts';

/** The node at which all cases are compared; every case waits there for the others. */
export const BARRIER = 'correlate';

/** The edge by which a recalled cause skips the search. */
export const RECALL_HIT = 'H1';

/** The terminal at which a court remands a case. */
const REMAND = '_remand';

/** The two pipelines of a case. */
export type CasePipeline = 'light' | 'court';

/** A conclusion of the light path. */
export type LightConclusion = {
  /** The artifact of the `report` node. */
  readonly report: Artifact;
  readonly confidence: number;
  /** The element of the agent that concluded. */
  readonly element: Element;
};

const DEFAULT_ELEMENT: Element = 'water';

/** Returns the state of the newest light walk, or null. */
export function lightState(progress: CaseProgress): WalkerState | null {
  return newestState(progress, 'light');
}

/** Returns the state of the newest court walk, or null. */
export function courtState(progress: CaseProgress): WalkerState | null {
  return newestState(progress, 'court');
}

function newestState(progress: CaseProgress, pipeline: CasePipeline): WalkerState | null {
  return walksOf(progress).findLast((walk) => walk.pipeline === pipeline)?.state ?? null;
}

/** Returns the conclusion of the newest light walk, or null if it reached none of its own. */
export function lightConclusion(progress: CaseProgress): LightConclusion | null {
  const state = lightState(progress);
  const recorded = state?.outputs.report;
  if (state?.status !== 'done' || recorded === undefined) return null;
  const report = readArtifact(recorded);
  return {
    report,
    confidence: report.confidence ?? 0,
    element: concludingElement(progress, state),
  };
}

/** Returns the subject of a case's trial, or null. */
export function courtSubjectOf(
  caseId: string,
  progress: CaseProgress,
  evidence: readonly string[] = [],
): CourtSubject | null {
  const conclusion = lightConclusion(progress);
  if (conclusion === null) return null;
  const { report, confidence } = conclusion;
  return { id: caseId, conclusion: report.data, confidence, evidence };
}

/** Returns the feedback with which a trial remanded the case, or null if it did not. */
export function remandFeedback(state: WalkerState | null): RemandFeedback | null {
  const verdict = state?.outputs.verdict;
  if (state?.terminal !== REMAND || verdict === undefined) return null;
  return (readArtifact(verdict).data.remand_feedback as RemandFeedback | undefined) ?? null;
}

/** A recalled cause is the recalling agent's conclusion, an investigated one the investigator's. */
function concludingElement({ replies }: CaseProgress, { visited }: WalkerState): Element {
  const node = ['investigate', 'triage', 'recall'].find((name) => visited.includes(name));
  const agent = replies.findLast((reply) => reply.node === node)?.agent;
  return (agent === undefined ? null : personaByName(agent)?.element) ?? DEFAULT_ELEMENT;
}

/** Returns the remembered cause that the newest light walk recalled, or null. */
export function priorCause({
  journal,
  setting,
}: {
  readonly journal: Pick<Journal, 'progress'>;
  readonly setting: Pick<RunSetting, 'memory'>;
}): RecallCandidate['cause'] | null {
  const recorded = lightState(journal.progress)?.outputs.recall;
  const { match, prior_rca_id } = recorded ? readArtifact(recorded).data : {};
  if (match !== true) return null;
  return [...setting.memory.causes.values()].find(({ frame }) => frame === prior_rca_id) ?? null;
}
