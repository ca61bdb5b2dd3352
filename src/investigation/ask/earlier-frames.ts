/**
 * What a step sees of the steps before it: their artifacts, and the agent's own replies if its zone is
 * sticky.
 */

import type { ComposedFrame } from '../../disclosure/oracle/index.ts';
import { type CanonicalValue, canonicalText } from '../../kernel/index.ts';
import { framesIn, readFrames } from '../../ledger/index.ts';
import { remembersReply } from '../../pipeline/agents/index.ts';
import { type Artifact, type AskedNode, readArtifact } from '../../pipeline/index.ts';
import { isPriorStale } from '../../rca/index.ts';
import { courtState, lightState, priorCause, remandFeedback } from '../run/case-progress.ts';
import { type CaseWork, keepFrames, showFrames } from './case-work.ts';
import { isToldAt } from './disclosure-policy.ts';

/** How many suspects a court is shown. */
const MOST_CONTESTED = 12;

/**
 * Returns what a node sees of earlier steps: artifacts, the evidence behind them, a recalled cause, open
 * questions.
 */
export async function earlierFrames(work: CaseWork, node: AskedNode): Promise<readonly ComposedFrame[]> {
  const { name } = node;
  const isInvestigating = name === 'investigate';
  return [
    ...(await earlierArtifacts(work, node)),
    ...(isToldAt(name, 'evidence') && !isInvestigating ? await citedEvidence(work) : []),
    ...(isToldAt(name, 'prior-cause') && name !== 'recall' ? await recalledCause(work) : []),
    ...(isToldAt(name, 'remand') ? await remandQuestions(work) : []),
  ];
}

/** Returns the evidence the conclusion is based on, as gathered: features, no conclusions. */
export async function investigatedEvidence(work: CaseWork): Promise<readonly ComposedFrame[]> {
  const concluded = work.journal.progress.frames.investigate ?? priorCause(work)?.frame;
  if (concluded === undefined) return [];
  const [record] = await readFrames(work.setting.ledger.store, [concluded]);
  const told = await showFrames(work, record?.basis ? framesIn(record.basis) : []);
  return told.filter(({ kind }) => kind === 'evidence' || kind === 'evidence-base');
}

/**
 * Returns the evidence the conclusion itself cites; a recalled conclusion cites everything it was found by.
 */
export async function citedEvidence(work: CaseWork): Promise<readonly ComposedFrame[]> {
  const refs = investigation(work)?.evidence_refs;
  return evidenceOf(work, Array.isArray(refs) ? (refs as readonly string[]) : null);
}

/** Returns the evidence about the top suspects, as much as contesting them requires. */
export async function contestedEvidence(work: CaseWork): Promise<readonly ComposedFrame[]> {
  const { suspects, evidence_refs } = investigation(work) ?? {};
  if (!Array.isArray(suspects)) return evidenceOf(work, null);
  const best = (suspects as readonly { readonly handle?: string }[]).slice(0, MOST_CONTESTED);
  // Cited evidence is an exhibit regardless of how its file ranks.
  return evidenceOf(work, [
    ...(evidence_refs as readonly string[]),
    ...best.flatMap(({ handle }) => handle ?? []),
  ]);
}

function investigation({ journal }: CaseWork): Artifact['data'] | undefined {
  const recorded = lightState(journal.progress)?.outputs.investigate;
  return recorded && readArtifact(recorded).data;
}

/** Returns the evidence with the given handles, or all of it, plus what there was to look at. */
async function evidenceOf(
  work: CaseWork,
  handles: readonly string[] | null,
): Promise<readonly ComposedFrame[]> {
  const all = await investigatedEvidence(work);
  return handles === null
    ? all
    : all.filter(({ kind, handle }) => kind !== 'evidence' || handles.includes(handle));
}

async function recalledCause(work: CaseWork): Promise<readonly ComposedFrame[]> {
  const { survey } = work.setting;
  const cause = priorCause(work);
  if (cause === null) return [];
  return showFrames(work, [cause.frame], { isStale: () => isPriorStale(cause, survey.contentOf) });
}

async function earlierArtifacts(work: CaseWork, { name }: AskedNode): Promise<readonly ComposedFrame[]> {
  const frames = await showFrames(work, Object.values(work.journal.progress.frames));
  return frames.filter(({ kind }) => isToldAt(name, kind));
}

/** Returns the agent's own earlier replies that it remembers here and does not see anyway. */
export async function ownReplies(
  work: CaseWork,
  { agent, name }: AskedNode,
  told: readonly ComposedFrame[],
): Promise<readonly ComposedFrame[]> {
  if (agent === null) return [];
  const { setting } = work;
  const { progress } = work.journal;
  const zone = setting.light.zones.find(({ nodes }) => nodes.includes(name))?.name ?? null;
  const zones = [...progress.zones, zone];
  const known = new Set(told.map(({ handle }) => handle));
  const remembered = progress.replies.filter(
    (reply) =>
      reply.agent === agent.name &&
      !known.has(reply.frame) &&
      remembersReply({ stickiness: agent.stickiness, zones, step: reply.step - 1 }),
  );
  return showFrames(work, [...new Set(remembered.map(({ frame }) => frame))], { kind: 'own-reply' });
}

/** Returns the questions of the last trial, if it sent the case back. */
async function remandQuestions(work: CaseWork): Promise<readonly ComposedFrame[]> {
  const feedback = remandFeedback(courtState(work.journal.progress));
  const verdict = work.journal.progress.frames.verdict;
  if (feedback === null || verdict === undefined) return [];
  const payload = feedback as CanonicalValue;
  const draft = {
    type: 'remand',
    agent: 'court',
    basis: { inputs: [verdict] },
    content: canonicalText(payload),
  };
  return keepFrames(work, [{ draft, payload }]);
}
