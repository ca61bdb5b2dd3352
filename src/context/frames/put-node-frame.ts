/** Appends a frame about a node, after every check in its order; where one fails nothing is stored. */
import {
  basisIdFor,
  everyEntry,
  type FrameDraft,
  frameLog,
  frameLogValue,
  type LogEntry,
  type Precondition,
  type PutOutcome,
  tryPutFrame,
} from '../../ledger/index.ts';
import { attestation, isDoubted } from '../freshness/frame-status.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import { checkFrameInput, type FrameInput } from './check-frame-input.ts';

/** What putting came to, or the condition of the standpoint that does not hold any more. */
export type NodePutOutcome = PutOutcome | { readonly unmet: Precondition };

/** Puts a frame by an agent. */
export async function putNodeFrame(
  standpoint: Standpoint,
  input: FrameInput,
  agentId: string,
): Promise<NodePutOutcome> {
  const draft = await checkFrameInput(standpoint, input, agentId);
  const put = await tryPutFrame(standpoint.ledger, draft, standpoint.conditions);
  const outcome = 'unmet' in put || put.isNew ? put : await placeAnew(standpoint, draft, put);
  if ('frameId' in outcome) await reaffirm(standpoint, draft, outcome);
  return outcome;
}

/** A frame that stands in its log only for what had the path before is written again for what has it now. */
async function placeAnew(
  { ledger: { store, clock }, lineage, standing, conditions }: Standpoint,
  { subject, type }: FrameDraft,
  { frameId }: PutOutcome,
): Promise<NodePutOutcome> {
  const [life] = (await lineage(subject.id)).segments;
  const [log, value] = [frameLog(subject, type), frameLogValue(frameId)];
  const isHere = (entry: LogEntry | null) => entry?.value === value && entry.stamp > (life?.fromStamp ?? 0);
  // What was put last is mostly what is put again, and it is found without reading the rest.
  if (isHere(await store.head(log))) return { frameId, isNew: false };
  if ((await standing(subject.id)).some((place) => place.frameId === frameId))
    return { frameId, isNew: false };
  let length = 0;
  for await (const entry of everyEntry(store, log)) {
    if (isHere(entry)) return { frameId, isNew: false };
    length = entry.sequence;
  }
  const requires: Precondition[] = [...conditions, { kind: 'log-length', log, length }];
  const outcome = await store.commit({ atMs: clock.now(), requires, appends: [{ log, value }] });
  return outcome.committed ? { frameId, isNew: true } : { unmet: outcome.unmet };
}

/** A frame that was declared invalid and is written again as it was holds again. */
async function reaffirm(
  { ledger, standings }: Standpoint,
  { subject, basis }: FrameDraft,
  { frameId }: PutOutcome,
): Promise<void> {
  const standing = (await standings(subject)).get(frameId);
  const basisId = basisIdFor(basis);
  if (!isDoubted(standing, basisId)) return;
  await ledger.store.commit({ atMs: ledger.clock.now(), appends: [attestation(subject, frameId, basisId)] });
}
