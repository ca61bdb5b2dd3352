/** What a step is told of the steps before it: their artifacts, and the agent's own replies as far as it is sticky. */
import { remembersReply } from '../../agents/index.ts';
import { framesIn, readFrames } from '../../ledger/index.ts';
import type { ComposedFrame } from '../../oracle/index.ts';
import type { AskedNode } from '../../pipeline/index.ts';
import { isPriorStale } from '../../rca/index.ts';
import { type CaseWork, showFrames } from './case-work.ts';
import { isToldAt } from './disclosure-policy.ts';
import { recalledId } from './light-conclusion.ts';
import { remandQuestions } from './remand.ts';

/** Returns what a node is told of the steps before: artifacts, the evidence they rest on, a recalled cause, questions. */
export async function earlierFrames(work: CaseWork, node: AskedNode): Promise<readonly ComposedFrame[]> {
  const { name } = node;
  const isInvestigating = name === 'investigate';
  return [
    ...(await earlierArtifacts(work, node)),
    ...(isToldAt(name, 'evidence') && !isInvestigating ? await investigatedEvidence(work) : []),
    ...(isToldAt(name, 'prior-cause') && name !== 'recall' ? await recalledCause(work) : []),
    ...(isToldAt(name, 'remand') ? await remandQuestions(work) : []),
  ];
}

/** Returns the evidence that the investigating agent was told of, as it was gathered: features and no conclusions. */
export async function investigatedEvidence(work: CaseWork): Promise<readonly ComposedFrame[]> {
  const investigated = work.progress.frames.investigate;
  if (investigated === undefined) return [];
  const [record] = await readFrames(work.setting.ledger.store, [investigated]);
  const told = await showFrames(work, record?.basis ? framesIn(record.basis) : []);
  return told.filter(({ kind }) => kind === 'evidence' || kind === 'evidence-base');
}

async function recalledCause(work: CaseWork): Promise<readonly ComposedFrame[]> {
  const { memory, survey } = work.setting;
  const id = recalledId(work.progress);
  const cause = [...memory.causes.values()].find(({ frame }) => frame === id);
  if (cause === undefined) return [];
  return showFrames(work, [cause.frame], { isStale: () => isPriorStale(cause, survey.contentOf) });
}

async function earlierArtifacts(work: CaseWork, { name }: AskedNode): Promise<readonly ComposedFrame[]> {
  const frames = await showFrames(work, Object.values(work.progress.frames));
  return frames.filter(({ kind }) => isToldAt(name, kind));
}

/** Returns the agent's own earlier replies that it remembers here, beside what it is told anyway. */
export async function ownReplies(
  work: CaseWork,
  { agent, name }: AskedNode,
  told: readonly ComposedFrame[],
): Promise<readonly ComposedFrame[]> {
  if (agent === null) return [];
  const { progress, setting } = work;
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
