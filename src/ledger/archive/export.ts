/**
 * Exports a ledger as an archive while others keep appending. A cut of the logs is taken first and everything
 * else is read after it, so the archive is complete. A merge or collection in between would make it
 * inconsistent, so it aborts the export.
 */
import { createSha256, type FrameId, isId, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { extendDigest, frameIdIn, splitFrameLog } from '../store/log.ts';
import { entriesUpTo, everyHead, everyIndexEntry, everyObject, everyTombstone } from '../store/pages.ts';
import { inGroups, sizeOfObject } from '../store/read-objects.ts';
import { type Store, type StoreReader, withMaintenance } from '../store/store.ts';
import type { Tombstone } from '../store/stored-object.ts';
import { ARCHIVE_FORMAT, type ArchiveCounts, type ArchiveLine, archiveLine } from './archive-format.ts';

/** The counts of an archive and its root. */
export type ArchiveSummary = { readonly root: Sha256; readonly counts: ArchiveCounts };

type Counts = { -readonly [Kind in keyof ArchiveCounts]: number };
type Export = {
  readonly store: Store;
  readonly cut: LedgerCut;
  readonly counts: Counts;
  /** The tombstones at the cut. */
  readonly gone: ReadonlyMap<Sha256, Tombstone>;
  /** Frames that are in a frame log of the cut. */
  readonly logged: Set<FrameId>;
};

const CHUNK_BYTES = 64 * 1024;
const encoder = new TextEncoder();

/**
 * Yields the archive of a ledger and returns its root. Memory use grows with the number of ids, not with
 * bytes.
 */
export async function* exportArchive(store: Store): AsyncGenerator<Uint8Array, ArchiveSummary> {
  const counts = { tombstones: 0, objects: 0, logs: 0, entries: 0, members: 0 };
  const before = await readTombstones(store);
  const cut = await takeCut(store);
  const gone = await readTombstones(store);
  // A tombstone newer than the first listing may belong to a frame newer than the cut.
  if ([...gone.keys()].some((id) => !before.has(id))) throw rewritten();
  const digest = createSha256();
  const parts = writeParts({ store, cut, counts, gone, logged: new Set() });
  for await (const chunk of inChunks(parts)) {
    digest.update(chunk);
    yield chunk;
  }
  const root = digest.digest();
  yield encoder.encode(archiveLine({ record: 'end', counts, root }));
  return { root, counts };
}

/** Returns the root of the ledger's archive. */
export async function ledgerRoot(store: Store): Promise<Sha256> {
  const chunks = exportArchive(store);
  for (;;) {
    const next = await chunks.next();
    if (next.done) return next.value.root;
  }
}

async function* writeParts(work: Export): AsyncGenerator<Uint8Array> {
  yield encodeLine({ record: 'archive', format: ARCHIVE_FORMAT });
  yield* writeTombstones(work);
  yield* writeObjects(work);
  yield* writeLogs(work);
  yield* writeMembers(work);
  await requireNothingRemoved(work);
}

async function readTombstones(store: Store): Promise<ReadonlyMap<Sha256, Tombstone>> {
  const tombstones = new Map<Sha256, Tombstone>();
  for await (const tombstone of everyTombstone(store)) tombstones.set(tombstone.id, tombstone);
  return tombstones;
}

function* writeTombstones({ counts, gone }: Export): Generator<Uint8Array> {
  for (const { id, reason, agent } of gone.values()) {
    counts.tombstones++;
    yield encodeLine({ record: 'tombstone', id, reason, agent });
  }
}

/** Skips removed objects that were written again since the cut. */
async function* writeObjects({ store, counts, gone }: Export): AsyncGenerator<Uint8Array> {
  for await (const group of inGroups(everyObject(store), sizeOfObject)) {
    const found = await store.getMany(group.map(({ id }) => id));
    for (const [index, { id }] of group.entries()) {
      const bytes = found[index];
      if (!bytes || gone.has(id)) continue;
      counts.objects++;
      yield encodeLine({ record: 'object', id, size: bytes.length });
      yield bytes;
      yield encoder.encode('\n');
    }
  }
}

async function* writeLogs({ store, cut, counts, logged }: Export): AsyncGenerator<Uint8Array> {
  for await (const head of everyHead(store)) {
    const end = cut.get(head.log);
    if (!end) continue;
    counts.logs++;
    counts.entries += end.sequence;
    yield encodeLine({ record: 'log', log: head.log, entries: end.sequence, digest: end.digest });
    const isFrameLog = splitFrameLog(head.log) !== null;
    let digest: Sha256 | null = null;
    for await (const { stamp, value } of entriesUpTo(store, head, end.sequence)) {
      digest = extendDigest(digest, { stamp, value });
      if (isFrameLog) logged.add(frameIdIn(head.log, value));
      yield encodeLine({ record: 'entry', stamp, value });
    }
    if (digest !== end.digest) throw rewritten();
  }
  if (counts.logs !== cut.size) throw rewritten();
}

/** Skips index entries of frames newer than the cut. */
async function* writeMembers({ store, counts, logged }: Export): AsyncGenerator<Uint8Array> {
  for await (const { index, key, member } of everyIndexEntry(store)) {
    if (isId(member, 'frame') && !logged.has(member)) continue;
    counts.members++;
    yield encodeLine({ record: 'member', index, key, member });
  }
}

async function requireNothingRemoved({ store, gone }: Export): Promise<void> {
  for await (const { id } of everyTombstone(store)) if (!gone.has(id)) throw rewritten();
}

function rewritten(): PenumbraError {
  return new PenumbraError('store-busy', 'the ledger was merged or collected while it was exported', {
    hint: 'throw the unfinished archive away and export again',
  });
}

function encodeLine(line: ArchiveLine): Uint8Array {
  return encoder.encode(archiveLine(line));
}

/** Joins small parts, so that an archive of many records is not written in many tiny pieces. */
async function* inChunks(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffer = new Uint8Array(CHUNK_BYTES);
  let filled = 0;
  for await (const part of parts) {
    if (filled + part.length > CHUNK_BYTES && filled > 0) {
      yield buffer.subarray(0, filled);
      buffer = new Uint8Array(CHUNK_BYTES);
      filled = 0;
    }
    if (part.length > CHUNK_BYTES) yield part;
    else {
      buffer.set(part, filled);
      filled += part.length;
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}

/** The length and digest of every log, sorted by name. */
type LedgerCut = ReadonlyMap<string, { readonly sequence: number; readonly digest: Sha256 }>;

const QUIET_ATTEMPTS = 3;

/**
 * Takes a cut. Heads are listed in pages, so one listing may mix moments; two equal listings in a row prove
 * that the ledger was in exactly that state between them. If writers never pause, they are blocked while
 * heads are listed.
 */
async function takeCut(store: Store): Promise<LedgerCut> {
  let earlier = await listCut(store);
  for (let attempt = 0; attempt < QUIET_ATTEMPTS; attempt++) {
    const cut = await listCut(store);
    if (isSameCut(earlier, cut)) return cut;
    earlier = cut;
  }
  return withMaintenance(store, listCut);
}

async function listCut(reader: StoreReader): Promise<LedgerCut> {
  const cut = new Map<string, { readonly sequence: number; readonly digest: Sha256 }>();
  for await (const { log, sequence, digest } of everyHead(reader)) cut.set(log, { sequence, digest });
  return cut;
}

function isSameCut(a: LedgerCut, b: LedgerCut): boolean {
  return a.size === b.size && [...a].every(([log, { digest }]) => b.get(log)?.digest === digest);
}
