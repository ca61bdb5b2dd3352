/**
 * Snapshots: the state at some place of the log, stored as an object with a list of events that fold to it.
 * Reading can start there. A snapshot is only a shortcut: one that does not lead to the head of the log, or
 * cannot be read, is ignored.
 */
import {
  canonicalText,
  compareCodePoints,
  digestOf,
  type Id,
  makeId,
  PenumbraError,
  parseCanonical,
  type Sha256,
  sortByCodePoint,
} from '../../../kernel/index.ts';
import { type StoredObject, type StoreReader, toObject } from '../../../ledger/index.ts';
import { hasFields, idOf, isDigest, isOneOf, isWhole, listOf, type ShapeCheck } from '../../index.ts';
import type { LogPlace } from './follow-log.ts';
import { isEvent, type OracleEvent } from './oracle-event.ts';
import { foldEvents, type LiveState, type OracleState } from './oracle-state.ts';

/** A state and its place in the event log. */
export type OracleSnapshot = { readonly place: LogPlace; readonly state: LiveState };

const SCHEMA = 'penumbra.oracle-snapshot/2';
/** How many of the newest snapshots to try. After a merge, the last ones may not fit. */
const TRIED = 4;

type SnapshotDocument = { readonly events: readonly OracleEvent[] };

type SnapshotEntry = {
  readonly sequence: number;
  readonly digest: Sha256;
  readonly state: Id<'content'>;
};

/** Returns the object of a state. Equal states give equal bytes. */
export function snapshotObject(state: OracleState): StoredObject {
  return toObject(canonicalText({ schema: SCHEMA, events: eventsOf(state) }));
}

export function snapshotEntry({ sequence, digest }: LogPlace, { id }: StoredObject): string {
  return canonicalText({ sequence, digest, state: makeId('content', id) });
}

/** Yields the newest snapshots of a log, newest first, skipping unreadable ones. */
export async function* newestSnapshots(store: StoreReader, log: string): AsyncGenerator<OracleSnapshot> {
  const head = await store.head(log);
  if (!head) return;
  const entries = await store.readLog(log, { after: Math.max(0, head.sequence - TRIED), limit: TRIED });
  for (const { value } of entries.toReversed()) {
    const entry = tryParse(value, isEntry) as SnapshotEntry | null;
    const bytes = entry && (await tryRead(store, digestOf(entry.state)));
    const document = bytes && (tryParse(bytes, isDocument) as SnapshotDocument | null);
    if (!entry || !document) continue;
    yield { place: { sequence: entry.sequence, digest: entry.digest }, state: foldEvents(document.events) };
  }
}

const isEntry: ShapeCheck = (value) =>
  hasFields(value, { sequence: isWhole, digest: isDigest, state: idOf('content') });

const isDocument: ShapeCheck = (value) =>
  hasFields(value, { schema: isOneOf([SCHEMA]), events: listOf(isEvent) });

function tryParse(bytesOrText: Uint8Array | string, fits: ShapeCheck): unknown {
  try {
    const value = parseCanonical(bytesOrText);
    return fits(value) ? value : null;
  } catch {
    return null;
  }
}

async function tryRead(store: StoreReader, id: Sha256): Promise<Uint8Array | null> {
  try {
    return (await store.getMany([id]))[0] ?? null;
  } catch (error) {
    const isDamaged =
      error instanceof PenumbraError && ['hash-mismatch', 'store-damaged'].includes(error.code);
    if (isDamaged) return null;
    throw error;
  }
}

/** Returns events that fold to a state. */
function eventsOf(state: OracleState): readonly OracleEvent[] {
  const { kinds, unlocks, cursor, tiers, vocabulary, promoted, droppedCompactions, pins } = state;
  return [
    ...byName(kinds).map(([, kind]): OracleEvent => ({ type: 'kind', ...kind })),
    ...unlocks,
    ...(cursor === null ? [] : [{ type: 'cursor' as const, cursor }]),
    ...tierEvents(tiers),
    ...(vocabulary.size === 0
      ? []
      : [{ type: 'vocabulary' as const, words: sortByCodePoint([...vocabulary]) }]),
    ...byName(promoted).map(([, promotion]) => promotion),
    ...sortByCodePoint([...droppedCompactions]).map(
      (handle): OracleEvent => ({ type: 'compaction', handle, isDropped: true }),
    ),
    ...policyEvents(state),
    ...byName(pins).map(([name, value]): OracleEvent => ({ type: 'pin', name, value })),
    ...derivedLockEvents(state),
    ...packEvents(state),
  ];
}

function tierEvents(tiers: OracleState['tiers']): readonly OracleEvent[] {
  return byName(Object.entries(tiers)).flatMap(([consumer, entities]) =>
    byName(Object.entries(entities)).map(
      ([entity, tier]): OracleEvent => ({ type: 'tier', consumer, entity, tier }),
    ),
  );
}

function policyEvents({ policies }: OracleState): readonly OracleEvent[] {
  return byName(policies).flatMap(([name, adopted]) =>
    Array.from(adopted, (id): OracleEvent => ({ type: 'policy', name, id })),
  );
}

function derivedLockEvents({ derivedLocks }: OracleState): readonly OracleEvent[] {
  return byName(derivedLocks).flatMap(([handle, locks]) =>
    sortByCodePoint([...locks]).map((by): OracleEvent => ({ type: 'derived-lock', handle, by })),
  );
}

function packEvents({ packs }: OracleState): readonly OracleEvent[] {
  return byName(packs).map(([key, { hash, request }]): OracleEvent => {
    return { type: 'pack', key, pack: makeId('pack', hash), request: request && makeId('content', request) };
  });
}

function byName<Name extends string, Value>(
  entries: Iterable<readonly [Name, Value]>,
): readonly (readonly [Name, Value])[] {
  return [...entries].sort(([left], [right]) => compareCodePoints(left, right));
}
