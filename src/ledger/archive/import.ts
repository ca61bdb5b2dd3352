/**
 * Merges an archive into a ledger: the union of both, in one session that is committed only after the whole
 * archive is verified. Merging is commutative, associative and idempotent, so ledgers of many machines can be
 * merged in any order.
 */
import { digestOf, type FrameId, type Id, isId, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { Basis } from '../frames/basis.ts';
import type { Frame } from '../frames/frame.ts';
import { createPlacements, createUnclaimedTombstones, type Misplacement } from '../frames/placements.ts';
import { BASIS_INDEX, INPUT_INDEX, indexEntries } from '../frames/put-frame.ts';
import {
  type BrokenReference,
  everyReference,
  type Reference,
  trace,
  tryEntryReferences,
} from '../frames/trace.ts';
import type { IndexEntry } from '../store/batch.ts';
import { extendDigest, isStamp, type LogEntry, mergeEntries } from '../store/log.ts';
import { readWholeLog } from '../store/pages.ts';
import { inGroups, readObjects } from '../store/read-objects.ts';
import { type Maintenance, type Store, type StoreReader, withMaintenance } from '../store/store.ts';
import type { StoredObject, Tombstone } from '../store/stored-object.ts';
import { type ArchivePiece, archiveInvalid } from './archive-format.ts';
import { readArchive } from './read-archive.ts';

/** How many items of one kind were added, and how many already existed. */
type Joined = { readonly added: number; readonly known: number };

/** What an import added. */
export type ImportSummary = {
  /** The root of the imported archive. */
  readonly root: Sha256;
  /**
   * `mended` objects were corrupt and have been repaired; `erased` ones are left out because either side
   * erased them.
   */
  readonly objects: Joined & { readonly mended: number; readonly erased: number };
  readonly tombstones: Joined;
  /** `added` counts new logs, `grown` logs with new entries, `mended` logs with repaired entries. */
  readonly logs: Joined & { readonly grown: number; readonly mended: number };
  readonly entries: Joined;
  readonly members: Joined;
};

type Tally = { added: number; known: number };
type Import = {
  readonly session: Maintenance;
  readonly arrivals: Arrivals;
  readonly objects: Tally & { mended: number; erased: number };
  readonly tombstones: Tally;
  readonly logs: Tally & { grown: number; mended: number };
  readonly entries: Tally;
  latestStamp: number;
};

/** Imports an archive; if it is invalid, throws `archive-invalid` and changes nothing. */
export async function importArchive(store: Store, source: AsyncIterable<Uint8Array>): Promise<ImportSummary> {
  return withMaintenance(store, (session) => joinArchive(session, source));
}

async function joinArchive(session: Maintenance, source: AsyncIterable<Uint8Array>): Promise<ImportSummary> {
  const work: Import = {
    session,
    arrivals: checkArrivals(session),
    objects: { added: 0, known: 0, mended: 0, erased: 0 },
    tombstones: { added: 0, known: 0 },
    logs: { added: 0, known: 0, grown: 0, mended: 0 },
    entries: { added: 0, known: 0 },
    latestStamp: 0,
  };
  const { members: membersBefore } = await session.statistics();
  let end: Extract<ArchivePiece, { record: 'end' }> | null = null;
  for await (const group of inGroups(readArchive(source), sizeOfPiece)) {
    await joinTombstones(
      work,
      group.flatMap((piece) => (piece.record === 'tombstone' ? [piece.tombstone] : [])),
    );
    await joinObjects(
      work,
      group.flatMap((piece) => (piece.record === 'object' ? [piece.object] : [])),
    );
    for (const piece of group) if (piece.record === 'log') await joinLog(work, piece.log, piece.entries);
    await joinMembers(
      work,
      group.flatMap((piece) => (piece.record === 'member' ? [piece.member] : [])),
    );
    for (const piece of group) if (piece.record === 'end') end = piece;
  }
  if (!end) throw archiveInvalid('it has no end');
  if (!isStamp(work.latestStamp, end.counts.entries))
    throw archiveInvalid(`it has a stamp of ${work.latestStamp}, later than any clock tells`);
  await work.arrivals.finish();
  const added = (await session.statistics()).members - membersBefore;
  const { objects, tombstones, logs, entries } = work;
  const members = { added, known: Math.max(0, end.counts.members - added) };
  return { root: end.root, objects, tombstones, logs, entries, members };
}

/**
 * INVARIANT (one winner): absent < dropped < present < erased; of two equal tombstones the one with the
 * lesser agent wins.
 */
async function joinTombstones(
  { session, arrivals, tombstones: tally }: Import,
  theirs: readonly Tombstone[],
): Promise<void> {
  if (theirs.length === 0) return;
  const isPresent = await session.hasMany(theirs.map(({ id }) => id));
  const taken: Tombstone[] = [];
  for (const [index, tombstone] of theirs.entries()) {
    const ours = await session.tombstone(tombstone.id);
    const isKnown = tombstone.reason === 'dropped' && isPresent[index];
    if (!isKnown && (ours === null || outranks(tombstone, ours))) taken.push(tombstone);
    arrivals.addTombstone(tombstone, tombstone.reason === 'erased' && isPresent[index] === true);
  }
  await session.apply({ tombstones: taken });
  tally.added += taken.length;
  tally.known += theirs.length - taken.length;
}

function outranks(theirs: Tombstone, ours: Tombstone): boolean {
  return theirs.reason === ours.reason ? theirs.agent < ours.agent : theirs.reason === 'erased';
}

async function joinObjects(
  { session, objects: tally }: Import,
  puts: readonly StoredObject[],
): Promise<void> {
  if (puts.length === 0) return;
  const ids = puts.map(({ id }) => id);
  const before = await readObjects(session, ids);
  await session.apply({ puts: puts.filter((_, index) => !(before[index] instanceof Uint8Array)) });
  const after = await session.hasMany(ids);
  for (const [index, ours] of before.entries()) {
    if (ours instanceof PenumbraError) tally.mended++;
    else tally[ours ? 'known' : after[index] ? 'added' : 'erased']++;
  }
}

async function joinLog(work: Import, log: string, theirs: readonly LogEntry[]): Promise<void> {
  const { session, logs, entries, arrivals } = work;
  const { entries: ours, isMended } = await ownEntries(session, log, theirs);
  const merged = mergeEntries(ours, theirs);
  const added = merged.length - ours.length;
  if (added > 0 || isMended) await session.apply({ logs: [{ log, entries: merged }] });
  logs[isMended ? 'mended' : added === 0 ? 'known' : ours.length === 0 ? 'added' : 'grown']++;
  entries.added += added;
  entries.known += theirs.length - added;
  work.latestStamp = Math.max(work.latestStamp, theirs.at(-1)?.stamp ?? 0);
  await arrivals.addLog(log, theirs);
}

async function joinMembers({ session }: Import, theirs: readonly IndexEntry[]): Promise<void> {
  if (theirs.length === 0) return;
  const frames = theirs.map(({ member }) => member).filter((member) => isId(member, 'frame'));
  const isPresent = await session.hasMany(frames.map(digestOf));
  const absent = frames.find((_, index) => !isPresent[index]);
  if (absent)
    throw archiveInvalid(`an index names ${absent}, which neither the archive nor the ledger holds`);
  // Frame indexes are derived from the imported frames, so the archive's own entries for them are ignored.
  await session.apply({ adds: theirs.filter(({ index }) => index !== BASIS_INDEX && index !== INPUT_INDEX) });
}

function sizeOfPiece(piece: ArchivePiece): number {
  if (piece.record === 'object') return piece.object.bytes.length;
  return piece.record === 'log' ? piece.entries.reduce((sum, { value }) => sum + value.length, 0) : 0;
}

/**
 * Returns the entries of a log. If they do not match its digest, the other copy may hold the originals:
 * entries that hash to the digest are the ones that were written. Throws `digest-mismatch` if neither copy
 * does.
 */
async function ownEntries(
  reader: StoreReader,
  log: string,
  theirs: readonly LogEntry[],
): Promise<{ readonly entries: readonly LogEntry[]; readonly isMended: boolean }> {
  const ours = await readWholeLog(reader, log);
  const head = await reader.head(log);
  const leadsToHead = (entries: readonly LogEntry[]): boolean =>
    entries.reduce<Sha256 | null>(extendDigest, null) === (head?.digest ?? null);
  if (leadsToHead(ours)) return { entries: ours, isMended: false };
  const younger = ours.filter(({ sequence }) => sequence > theirs.length);
  const mended = [...theirs, ...younger].slice(0, head?.sequence ?? 0);
  if (head && leadsToHead(mended)) return { entries: mended, isMended: true };
  throw new PenumbraError('digest-mismatch', `the entries of log \`${log}\` here do not lead to its digest`, {
    data: { log },
    hint: 'run `penumbra validate`, and import an export of this ledger that has the log whole',
  });
}

/** Receives and checks the parts of an archive in order. */
type Arrivals = {
  /** Adds a tombstone; `isLoss` says whether it removes an object from the ledger. */
  addTombstone(tombstone: Tombstone, isLoss: boolean): void;
  /** Adds a log of the archive, after all of its objects. */
  addLog(log: string, entries: readonly LogEntry[]): Promise<void>;
  /** Finishes the archive; throws if something is missing, misplaced, or must not be removed. */
  finish(): Promise<void>;
};

const GROUP_ROWS = 256;

/** Starts checking the parts that arrive in a session. */
function checkArrivals(session: Maintenance): Arrivals {
  const placements = createPlacements();
  const unclaimed = createUnclaimedTombstones();
  const lost = new Set<Sha256>();
  let references: Reference[] = [];
  let adds: IndexEntry[] = [];

  const tracer = {
    seen: new Set<Id>(),
    onBroken: refuseBroken,
    async onFrame(id: FrameId, frame: Frame, basis: Basis | null) {
      refuseMisplaced(placements.addFrame(id, frame));
      unclaimed.claim(frame);
      adds = [...adds, ...indexEntries(id, frame, basis ?? { inputs: [] })];
      if (adds.length >= GROUP_ROWS) await index();
    },
  };

  const index = async (): Promise<void> => {
    for (; adds.length > 0; adds = adds.slice(GROUP_ROWS))
      await session.apply({ adds: adds.slice(0, GROUP_ROWS) });
  };

  const flush = async (): Promise<void> => {
    const roots = references;
    references = [];
    await trace(session, roots, tracer);
    await index();
  };

  return {
    addTombstone(tombstone, isLoss) {
      unclaimed.add(tombstone);
      if (isLoss) lost.add(tombstone.id);
    },
    async addLog(log, entries) {
      for (const { value } of entries) {
        for (const to of requireReferences(log, value)) references.push({ from: log, to });
        refuseMisplaced(placements.addEntry(log, value));
        if (references.length >= GROUP_ROWS) await flush();
      }
    },
    async finish() {
      await flush();
      for (const misplacement of await placements.settle(session)) refuseMisplaced(misplacement);
      for (const { id, fault } of unclaimed.faults()) throw archiveInvalid(`object ${id} ${fault}`);
      if (lost.size > 0) await refuseBreach(session, lost);
    },
  };
}

/**
 * INVARIANT (content only): an erasure never removes an object that leads to others, whatever the archive
 * says.
 */
async function refuseBreach(session: Maintenance, lost: ReadonlySet<Sha256>): Promise<void> {
  await trace(session, everyReference(session), {
    seen: new Set<Id>(),
    onBroken({ from, to }) {
      if (lost.has(digestOf(to))) throw archiveInvalid(`it erases ${to}, which ${from} names and needs`);
    },
  });
}

function requireReferences(log: string, value: string): readonly Id[] {
  const references = tryEntryReferences(log, value);
  if (!(references instanceof PenumbraError)) return references;
  throw archiveInvalid(`log \`${log}\` holds an entry that does not fit it`, { cause: references });
}

function refuseBroken({ from, to, fault, cause }: BrokenReference): void {
  // The archive's own objects were verified and have repaired what they could; any other corruption is left
  // to validation.
  if (cause) return;
  if (!fault.startsWith('missing')) throw archiveInvalid(`${to}, named by ${from}, is ${fault}`);
  throw archiveInvalid(`${from} names ${to}, which neither the archive nor the ledger holds`, {
    hint: 'import the archive of the ledger that has it first, or export again with a newer penumbra',
  });
}

function refuseMisplaced(misplacement: Misplacement | null): void {
  if (misplacement) throw archiveInvalid(`${misplacement.frame} ${misplacement.fault}`);
}
