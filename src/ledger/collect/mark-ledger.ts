/**
 * Decides the fate of every object before a collection. What any log entry reaches stays, except for content: that of
 * old history goes where nothing else has it, and that of an erased subject goes although it is reached. Frames and
 * bases of old history stay, so that what was removed can still be told: whose it was, from whom, and by which hash.
 */
import {
  type ContentId,
  digestOf,
  type Id,
  makeId,
  PenumbraError,
  type Sha256,
  storedIdKinds,
} from '../../kernel/index.ts';
import { type Frame, frameLogPrefix } from '../frames/frame.ts';
import type { FrameTypes } from '../frames/frame-type.ts';
import { formatSubject, type Subject } from '../frames/subject.ts';
import { splitFrameLog } from '../store/frame-entry.ts';
import { type LogEntry, type LogHead, STAMPS_PER_MILLISECOND } from '../store/log.ts';
import { entriesUpTo, everyHead } from '../store/pages.ts';
import type { StoreReader } from '../store/store.ts';
import type { Tombstone } from '../store/stored-object.ts';
import { entryReferences, type Reference } from '../tracing/references.ts';
import { type BrokenReference, reachedAs, trace } from '../tracing/trace.ts';

/** What to collect beyond what nothing reaches. */
export type CollectionOptions = {
  /** Which types have one current frame; frames of all others stand for ever. */
  readonly types: FrameTypes;
  /** Drops the content of superseded frames recorded before this time, unless something that is kept rests on them. */
  readonly historyBeforeMs?: number;
  /** Erases the content of every frame of this subject. */
  readonly erase?: Subject;
  /** Hears where erased bytes may still be read, and what to do about it. */
  readonly onRemains?: (remains: string) => void;
};

/** What a walk through a ledger found out about its objects. */
export type Marks = {
  readonly kept: Set<Id>;
  /** What old history alone reaches. */
  readonly old: Set<Id>;
  /** Who wrote the contents of old history. */
  readonly agents: Map<ContentId, string>;
  /** Content to erase with the agent that wrote it, and another subject that has it too. */
  readonly erased: Map<ContentId, { agent: string; sharedWith: string | null }>;
};

/** Walks a ledger and marks what stays, what old history alone reaches, and what is to be erased. */
export async function markLedger(reader: StoreReader, options: CollectionOptions): Promise<Marks> {
  const marks: Marks = { kept: new Set(), old: new Set(), agents: new Map(), erased: new Map() };
  const { erase } = options;
  if (erase) await markErased(reader, erase, marks);
  await trace(reader, roots(reader, options, 'kept'), {
    seen: marks.kept,
    onBroken: refuse,
    onFrame: (_, frame) => keepShared(marks, frame, erase),
  });
  await trace(reader, roots(reader, options, 'old'), {
    seen: marks.old,
    skip: marks.kept,
    onBroken: refuse,
    onFrame: (_, frame) => credit(marks, frame),
  });
  for (const [content, doomed] of marks.erased) {
    if (isStructure(digestOf(content), marks)) doomed.sharedWith ??= 'the ledger itself';
  }
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

/** Remembers who wrote a content; of several the first by name, so that plans are equal. */
function credit({ agents }: Marks, { agent, content }: Frame): void {
  const known = agents.get(content);
  if (known === undefined || agent < known) agents.set(content, agent);
}

/** Tells what becomes of an object that is there. */
export function fateOf(id: Sha256, marks: Marks): 'kept' | 'removed' | Tombstone {
  const content = makeId('content', id);
  const doomed = marks.erased.get(content);
  if (doomed && doomed.sharedWith === null) return { id, reason: 'erased', agent: doomed.agent };
  if (reachedAs(marks.kept, id) || isStructure(id, marks)) return 'kept';
  const agent = marks.agents.get(content);
  return agent === undefined ? 'removed' : { id, reason: 'dropped', agent };
}

/** Tells whether bytes are, whatever else they are, a part of the ledger that others lead through. */
function isStructure(id: Sha256, { kept, old }: Marks): boolean {
  return storedIdKinds
    .filter((kind) => kind !== 'content')
    .map((kind): Id => makeId(kind, id))
    .some((name) => kept.has(name) || old.has(name));
}

function refuse({ to, fault, cause }: BrokenReference): never {
  throw new PenumbraError('store-damaged', `nothing is collected, for ${to} is ${fault}`, {
    data: { object: to },
    hint: 'run `penumbra validate` and import an export that still has it',
    cause,
  });
}
