/**
 * A snapshot: the state that the event log had come to at one place, as an object, so that reading can begin there. It
 * is a short cut and never an authority: one that does not lead to the log's head or cannot be read is passed over.
 */
import { isRecord, isText, isWhole, listOf, mapOf, type ShapeCheck } from '../../disclosure/index.ts';
import {
  canonicalText,
  compareCodePoints,
  digestOf,
  type Id,
  isId,
  isSha256,
  makeId,
  PenumbraError,
  parseCanonical,
  type Sha256,
  sortByCodePoint,
} from '../../kernel/index.ts';
import { type StoredObject, type StoreReader, toObject } from '../../ledger/index.ts';
import type { UnlockEvent } from '../knowledge/unlock.ts';
import type { LogPlace } from './follow-log.ts';
import { isCursor, isPinValue, type KindEntry, kindFields, unlockFields } from './oracle-event.ts';
import type { LiveState, OracleState, PackEntry } from './oracle-state.ts';

/** A state with the place of the event log it was taken at. */
export type OracleSnapshot = { readonly place: LogPlace; readonly state: LiveState };

const SCHEMA = 'penumbra.oracle-snapshot/1';
/** How many of the newest are tried; after a merge the last ones may not fit. */
const TRIED = 4;

type SnapshotEntry = {
  readonly sequence: number;
  readonly digest: Sha256;
  readonly state: Id<'content'>;
};

/** Returns the object of a state: equal states, equal bytes. */
export function snapshotObject(state: OracleState): StoredObject {
  const byName = <Value>(map: ReadonlyMap<string, Value>) =>
    [...map].sort(([left], [right]) => compareCodePoints(left, right));
  return toObject(
    canonicalText({
      schema: SCHEMA,
      kinds: byName(state.kinds).map(([, kind]) => kind),
      unlocks: state.unlocks,
      cursor: state.cursor,
      tiers: state.tiers,
      vocabulary: sortByCodePoint([...state.vocabulary]),
      promoted: sortByCodePoint([...state.promoted]),
      dropped_compactions: sortByCodePoint([...state.droppedCompactions]),
      policies: sortByCodePoint([...state.policies]),
      pins: byName(state.pins),
      derived_locks: byName(state.derivedLocks).map(([handle, by]) => [handle, sortByCodePoint([...by])]),
      packs: byName(state.packs),
    }),
  );
}

/** Returns what the log of snapshots holds for one. */
export function snapshotEntry({ sequence, digest }: LogPlace, { id }: StoredObject): string {
  return canonicalText({ sequence, digest, state: makeId('content', id) });
}

/** Yields the newest snapshots of a log, the newest first; what cannot be read is left out. */
export async function* newestSnapshots(store: StoreReader, log: string): AsyncGenerator<OracleSnapshot> {
  const head = await store.head(log);
  if (!head) return;
  const entries = await store.readLog(log, { after: Math.max(0, head.sequence - TRIED), limit: TRIED });
  for (const { value } of entries.toReversed()) {
    const entry = tryParse(value, isEntry) as SnapshotEntry | null;
    const bytes = entry && (await tryRead(store, digestOf(entry.state)));
    const document = bytes && (tryParse(bytes, isDocument) as SnapshotDocument | null);
    if (!entry || !document) continue;
    yield { place: { sequence: entry.sequence, digest: entry.digest }, state: toState(document) };
  }
}

type SnapshotDocument = {
  readonly kinds: readonly KindEntry[];
  readonly unlocks: readonly UnlockEvent[];
  readonly cursor: OracleState['cursor'];
  readonly tiers: OracleState['tiers'];
  readonly vocabulary: readonly string[];
  readonly promoted: readonly string[];
  readonly dropped_compactions: readonly string[];
  readonly policies: readonly string[];
  readonly pins: readonly (readonly [string, string | number | boolean])[];
  readonly derived_locks: readonly (readonly [string, readonly string[]])[];
  readonly packs: readonly (readonly [string, PackEntry])[];
};

const isTexts = listOf(isText);
const isDigest: ShapeCheck = (value) => isText(value) && isSha256(value);
const isPairOf =
  (isItem: ShapeCheck): ShapeCheck =>
  (value) =>
    Array.isArray(value) && value.length === 2 && isText(value[0]) && isItem(value[1]);

const isEntry: ShapeCheck = (value) =>
  isRecord(value, {
    sequence: isWhole,
    digest: isDigest,
    state: (state) => isText(state) && isId(state, 'content'),
  });

const isDocument: ShapeCheck = (value) =>
  isRecord(value, {
    schema: (schema) => schema === SCHEMA,
    kinds: listOf((kind) => isRecord(kind, kindFields)),
    unlocks: listOf((unlock) =>
      isRecord(unlock, { type: (type) => type === 'unlock' || type === 'relock', ...unlockFields }),
    ),
    cursor: (cursor) => cursor === null || isCursor(cursor),
    tiers: mapOf(mapOf(isWhole)),
    vocabulary: isTexts,
    promoted: isTexts,
    dropped_compactions: isTexts,
    policies: isTexts,
    pins: listOf(isPairOf(isPinValue)),
    derived_locks: listOf(isPairOf(isTexts)),
    packs: listOf(
      isPairOf((pack) =>
        isRecord(pack, { hash: isDigest, request: (request) => request === null || isDigest(request) }),
      ),
    ),
  });

function toState(document: SnapshotDocument): LiveState {
  const tiers = Object.create(null) as LiveState['tiers'];
  for (const [consumer, entities] of Object.entries(document.tiers))
    tiers[consumer] = Object.assign(Object.create(null) as Record<string, number>, entities);
  return {
    kinds: new Map(document.kinds.map((kind) => [kind.kind, kind])),
    unlocks: [...document.unlocks],
    cursor: document.cursor,
    tiers,
    vocabulary: new Set(document.vocabulary),
    promoted: new Set(document.promoted),
    droppedCompactions: new Set(document.dropped_compactions),
    policies: new Set(document.policies),
    pins: new Map(document.pins),
    derivedLocks: new Map(document.derived_locks.map(([handle, by]) => [handle, new Set(by)])),
    packs: new Map(document.packs),
  };
}

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
