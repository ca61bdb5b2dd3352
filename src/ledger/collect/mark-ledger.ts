/**
 * Decides the fate of every object before a collection. What any log entry reaches stays; old history of types with one
 * current frame does not count as an entry; content that is to be erased goes even though it is reached.
 */
import {
  type ContentId,
  digestOf,
  type FrameId,
  type Id,
  makeId,
  PenumbraError,
  type Sha256,
} from '../../kernel/index.ts';
import { type Frame, frameLogPrefix } from '../frames/frame.ts';
import type { FrameTypes } from '../frames/frame-type.ts';
import { formatSubject, type Subject } from '../frames/subject.ts';
import { type LogEntry, type LogHead, STAMPS_PER_MILLISECOND } from '../store/log.ts';
import { entriesUpTo } from '../store/log-entries.ts';
import { everyHead } from '../store/pages.ts';
import type { StoreReader } from '../store/store.ts';
import type { Tombstone } from '../store/stored-object.ts';
import { entryReferences, type Reference, splitFrameLog } from '../tracing/references.ts';
import { type BrokenReference, reachedAs, trace } from '../tracing/trace.ts';

/** What to collect beyond what nothing reaches. */
export type CollectionOptions = {
  /** Which types have one current frame; frames of all others stand for ever. */
  readonly types: FrameTypes;
  /** Drops superseded frames recorded before this time, unless something that is kept rests on them. */
  readonly historyBeforeMs?: number;
  /** Erases the content of every frame of this subject. */
  readonly erase?: Subject;
};

/** What a walk through a ledger found out about its objects. */
export type Marks = {
  readonly kept: Set<Id>;
  /** What only dropped history reaches. */
  readonly dropped: Set<Id>;
  readonly agents: Map<Sha256, string>;
  /** Content to erase with the agent that wrote it, and another subject that has it too. */
  readonly erased: Map<ContentId, { agent: string; sharedWith: string | null }>;
};

/** Walks a ledger and marks what stays, what old history alone reaches, and what is to be erased. */
export async function markLedger(reader: StoreReader, options: CollectionOptions): Promise<Marks> {
  const marks: Marks = { kept: new Set(), dropped: new Set(), agents: new Map(), erased: new Map() };
  const { erase } = options;
  if (erase) await markErased(reader, erase, marks);
  await trace(reader, roots(reader, options, 'kept'), {
    seen: marks.kept,
    onBroken: refuse,
    onFrame: (_, frame) => keepShared(marks, frame, erase),
  });
  await trace(reader, roots(reader, options, 'old'), {
    seen: marks.dropped,
    skip: marks.kept,
    onBroken: refuse,
    onFrame: (id, frame) => credit(marks, id, frame),
  });
  return marks;
}

/** Yields what the entries of all logs refer to: those that stay, or those that are old history. */
async function* roots(
  reader: StoreReader,
  options: CollectionOptions,
  wanted: 'kept' | 'old',
): AsyncGenerator<Reference> {
  for await (const head of everyHead(reader)) {
    for await (const entry of entriesUpTo(reader, head)) {
      if (isOldHistory(head, entry, options) !== (wanted === 'old')) continue;
      for (const to of entryReferences(head.log, entry.value)) yield { from: head.log, to };
    }
  }
}

function isOldHistory(
  head: LogHead,
  entry: LogEntry,
  { types, historyBeforeMs }: CollectionOptions,
): boolean {
  if (historyBeforeMs === undefined || entry.sequence === head.sequence) return false;
  const type = splitFrameLog(head.log)?.type;
  if (type === undefined || types.get(type)?.cardinality !== 'single') return false;
  return entry.stamp < historyBeforeMs * STAMPS_PER_MILLISECOND;
}

async function markErased(reader: StoreReader, subject: Subject, { erased }: Marks): Promise<void> {
  const own = async function* (): AsyncGenerator<Reference> {
    for await (const head of everyHead(reader, frameLogPrefix(subject))) {
      for await (const { value } of entriesUpTo(reader, head)) {
        for (const to of entryReferences(head.log, value)) yield { from: head.log, to };
      }
    }
  };
  await trace(reader, own(), {
    seen: new Set(),
    onBroken: refuse,
    onFrame(_, frame) {
      if (formatSubject(frame.subject) !== formatSubject(subject)) return;
      const known = erased.get(frame.content);
      const agent = known && known.agent < frame.agent ? known.agent : frame.agent;
      erased.set(frame.content, { agent, sharedWith: null });
    },
  });
}

function keepShared({ erased }: Marks, frame: Frame, subject: Subject | undefined): void {
  const doomed = erased.get(frame.content);
  if (!doomed || !subject) return;
  const other = formatSubject(frame.subject);
  if (other === formatSubject(subject)) return;
  if (doomed.sharedWith === null || other < doomed.sharedWith) doomed.sharedWith = other;
}

/** Remembers for the parts of a dropped frame who wrote it; of several the first by name, so that plans are equal. */
function credit({ agents }: Marks, id: FrameId, { agent, basis, content }: Frame): void {
  for (const part of [id, basis, content]) {
    const known = agents.get(digestOf(part));
    if (known === undefined || agent < known) agents.set(digestOf(part), agent);
  }
}

/** Tells what becomes of an object. */
export function fateOf(id: Sha256, { kept, dropped, agents, erased }: Marks): 'kept' | 'removed' | Tombstone {
  const doomed = erased.get(makeId('content', id));
  // Bytes that are a frame or basis as well are part of the ledger's structure and stay.
  const isStructure = kept.has(makeId('frame', id)) || kept.has(makeId('basis', id));
  if (doomed && isStructure) doomed.sharedWith ??= 'the ledger itself';
  if (doomed && doomed.sharedWith === null) return { id, reason: 'erased', agent: doomed.agent };
  if (reachedAs(kept, id)) return 'kept';
  const agent = reachedAs(dropped, id) ? agents.get(id) : undefined;
  return agent === undefined ? 'removed' : { id, reason: 'dropped', agent };
}

function refuse({ to, fault, cause }: BrokenReference): never {
  throw new PenumbraError('store-damaged', `nothing is collected, for ${to} is ${fault}`, {
    data: { object: to },
    hint: 'run `penumbra validate` and import an export that still has it',
    cause,
  });
}
