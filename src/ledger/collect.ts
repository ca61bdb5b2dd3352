/**
 * Retention: removes what nothing reaches, drops old history on request, and erases a subject's content on request.
 * The plan is data; a dry run shows it, a real run makes the same plan inside its session and applies it.
 *
 * Whatever a log entry reaches stays, except content: that of old history goes unless something kept has it too, and
 * that of an erased subject goes although it is reached. Frames and bases of old history stay, so the ledger can still
 * tell whose content was removed, by whom it was written, and its hash.
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

/** What a collection removes, and what it leaves in its place. */
export type CollectionPlan = {
  /** Objects that nothing reaches, by id. */
  readonly removals: readonly ObjectInfo[];
  /** What stays of dropped and erased contents, by id. */
  readonly tombstones: readonly Tombstone[];
  readonly memberRemovals: readonly IndexEntry[];
  /** Content that was to be erased and stays, because another subject's frame has the same. */
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

/** Tells what a collection would remove. */
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

/** Collects, and returns the plan that was carried out. */
export async function collect(store: Store, options: CollectionOptions): Promise<CollectionPlan> {
  const work = async (session: Maintenance): Promise<CollectionPlan> => {
    const plan = await planCollection(session, options);
    await carryOut(session, plan);
    return plan;
  };
  return withMaintenance(store, work, ({ remains }) => remains !== null && options.onRemains?.(remains));
}

/** Returns tombstones for contents that were dropped already: from now on they may not come back. */
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

/** What a walk through a ledger found out about its objects. */
type Marks = {
  readonly kept: Set<Id>;
  /** What old history alone reaches. */
  readonly old: Set<Id>;
  /** Who wrote the contents of old history. */
  readonly agents: Map<ContentId, string>;
  /** Content to erase with the agent that wrote it, and another subject that has it too. */
  readonly erased: Map<ContentId, { agent: string; sharedWith: string | null }>;
};

/** Walks a ledger and marks what stays, what old history alone reaches, and what is to be erased. */
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
function fateOf(id: Sha256, marks: Marks): 'kept' | 'removed' | Tombstone {
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
