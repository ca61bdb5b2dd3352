/**
 * Retention: removes what nothing reaches, drops old history on request, and erases a subject's content on request.
 * The plan is data; a dry run shows it, a real run makes the same plan inside its session and applies it.
 */
import { type ContentId, digestOf, isId, makeId } from '../../kernel/index.ts';
import type { IndexEntry } from '../store/batch.ts';
import { everyIndexEntry, everyObject } from '../store/pages.ts';
import {
  type Maintenance,
  type ObjectInfo,
  type Store,
  type StoreReader,
  withMaintenance,
} from '../store/store.ts';
import type { Tombstone } from '../store/stored-object.ts';
import { type CollectionOptions, fateOf, type Marks, markLedger } from './mark-ledger.ts';

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

/** Returns tombstones for contents that were dropped already: from now on they may not come back. */
async function erasedAfterDrop(reader: StoreReader, { erased }: Marks): Promise<Tombstone[]> {
  const tombstones: Tombstone[] = [];
  for (const [content, { agent, sharedWith }] of erased) {
    const known = sharedWith === null ? await reader.tombstone(digestOf(content)) : null;
    if (known?.reason === 'dropped') tombstones.push({ id: known.id, reason: 'erased', agent });
  }
  return tombstones;
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
