/**
 * Garbage collection: removes unreachable objects and, on request, drops old history or erases a subject's
 * content. The plan is data; a dry run shows it, and a real run computes the same plan inside its session and
 * applies it.
 *
 * Everything a log entry reaches is kept, except content: old history's content is dropped unless something
 * kept shares it, and an erased subject's content is removed even if it is reachable. Frames and bases of old
 * history are kept, so the ledger still shows whose content was removed, who wrote it, and its hash.
 */
import {
  type ContentId,
  digestOf,
  type Id,
  isId,
  makeId,
  PenumbraError,
  type Sha256,
  storedIdKinds,
} from '../kernel/index.ts';
import { type Frame, formatSubject, frameLogPrefix, type Subject } from './frames/frame.ts';
import type { FrameTypes } from './frames/frame-type.ts';
import { type BrokenReference, entryReferences, type Reference, reachedAs, trace } from './frames/trace.ts';
import type { IndexEntry } from './store/batch.ts';
import { type LogEntry, type LogHead, STAMPS_PER_MILLISECOND, splitFrameLog } from './store/log.ts';
import { entriesUpTo, everyHead, everyIndexEntry, everyObject } from './store/pages.ts';
import {
  type Maintenance,
  type ObjectInfo,
  type Store,
  type StoreReader,
  withMaintenance,
} from './store/store.ts';
import type { Tombstone } from './store/stored-object.ts';

/** What to collect besides unreachable objects. */
export type CollectionOptions = {
  /** Says which types have one current frame; frames of other types are never superseded. */
  readonly types: FrameTypes;
  /**
   * Drops the content of superseded frames recorded before this time, unless something kept depends on them.
   */
  readonly historyBeforeMs?: number;
  /** Erases the content of every frame of this subject. */
  readonly erase?: Subject;
  /** Called with where erased bytes may still be readable, and what to do about it. */
  readonly onRemains?: (remains: string) => void;
};

/** What a collection removes and the tombstones it leaves. */
export type CollectionPlan = {
  /** Unreachable objects, by id. */
  readonly removals: readonly ObjectInfo[];
  /** Tombstones for dropped and erased contents, by id. */
  readonly tombstones: readonly Tombstone[];
  readonly memberRemovals: readonly IndexEntry[];
  /** Content that should be erased but is kept because another subject's frame has the same. */
  readonly shared: readonly { readonly content: ContentId; readonly with: string }[];
  readonly counts: {
    readonly removed: number;
    readonly dropped: number;
    readonly erased: number;
    readonly members: number;
  };
  readonly bytesFreed: number;
};

const APPLY_ROWS = 1_000;

/** Computes what a collection would remove. */
export async function planCollection(
  reader: StoreReader,
  options: CollectionOptions,
): Promise<CollectionPlan> {
  const marks = await markLedger(reader, options);
  const removals: ObjectInfo[] = [];
  const tombstones = await erasedAfterDrop(reader, marks);
  let bytesFreed = 0;
  for await (const info of everyObject(reader)) {
    const fate = fateOf(info.id, marks);
    if (fate === 'kept') continue;
    if (fate === 'removed') removals.push(info);
    else tombstones.push(fate);
    bytesFreed += info.size;
  }
  const dropped = tombstones.filter(({ reason }) => reason === 'dropped');
  const memberRemovals = await membersOf(reader, new Set(removals.map(({ id }) => makeId('frame', id))));
  const shared = [...marks.erased].flatMap(([content, { sharedWith }]) =>
    sharedWith ? [{ content, with: sharedWith }] : [],
  );
  return {
    removals,
    tombstones: tombstones.sort((a, b) => (a.id < b.id ? -1 : 1)),
    memberRemovals,
    shared: shared.sort((a, b) => (a.content < b.content ? -1 : 1)),
    counts: {
      removed: removals.length,
      dropped: dropped.length,
      erased: tombstones.length - dropped.length,
      members: memberRemovals.length,
    },
    bytesFreed,
  };
}

/** Collects and returns the applied plan. */
export async function collect(store: Store, options: CollectionOptions): Promise<CollectionPlan> {
  const work = async (session: Maintenance): Promise<CollectionPlan> => {
    const plan = await planCollection(session, options);
    await carryOut(session, plan);
    return plan;
  };
  return withMaintenance(store, work, ({ remains }) => remains !== null && options.onRemains?.(remains));
}

/**
 * Returns tombstones for contents that had already been dropped: once erased, they may not be written again.
 */
async function erasedAfterDrop(reader: StoreReader, { erased }: Marks): Promise<Tombstone[]> {
  const tombstones: Tombstone[] = [];
  for (const [content, { agent, sharedWith }] of erased) {
    const known = sharedWith === null ? await reader.tombstone(digestOf(content)) : null;
    if (known?.reason === 'dropped') tombstones.push({ id: known.id, reason: 'erased', agent });
  }
  return tombstones;
}

async function carryOut(session: Maintenance, plan: CollectionPlan): Promise<void> {
  for (const removals of slices(plan.removals.map(({ id }) => id))) await session.apply({ removals });
  for (const tombstones of slices(plan.tombstones)) await session.apply({ tombstones });
  for (const memberRemovals of slices(plan.memberRemovals)) await session.apply({ memberRemovals });
}

async function membersOf(reader: StoreReader, frames: ReadonlySet<string>): Promise<readonly IndexEntry[]> {
  const members: IndexEntry[] = [];
  if (frames.size === 0) return members;
  for await (const entry of everyIndexEntry(reader)) {
    if (isId(entry.member, 'frame') && frames.has(entry.member)) members.push(entry);
  }
  return members;
}

function* slices<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += APPLY_ROWS) yield rows.slice(start, start + APPLY_ROWS);
}

/** The result of walking a ledger's objects. */
type Marks = {
  readonly kept: Set<Id>;
  /** Objects reached only by old history. */
  readonly old: Set<Id>;
  /** The authors of old history's contents. */
  readonly agents: Map<ContentId, string>;
  /** Content to erase, with its author and another subject that shares it, if any. */
  readonly erased: Map<ContentId, { agent: string; sharedWith: string | null }>;
};

/** Walks a ledger and marks what is kept, what only old history reaches, and what to erase. */
async function markLedger(reader: StoreReader, options: CollectionOptions): Promise<Marks> {
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

/** Yields the references of all log entries, either current ones or old history. */
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

/** Records the author of a content; of several the first by name, so that plans are deterministic. */
function credit({ agents }: Marks, { agent, content }: Frame): void {
  const known = agents.get(content);
  if (known === undefined || agent < known) agents.set(content, agent);
}

/** Decides what happens to an existing object. */
function fateOf(id: Sha256, marks: Marks): 'kept' | 'removed' | Tombstone {
  const content = makeId('content', id);
  const doomed = marks.erased.get(content);
  if (doomed && doomed.sharedWith === null) return { id, reason: 'erased', agent: doomed.agent };
  if (reachedAs(marks.kept, id) || isStructure(id, marks)) return 'kept';
  const agent = marks.agents.get(content);
  return agent === undefined ? 'removed' : { id, reason: 'dropped', agent };
}

/** Checks whether an object also serves as a frame, basis or directory that leads to others. */
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
