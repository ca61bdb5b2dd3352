/**
 * Reads an archive piece by piece and verifies form, order, hashes, digests, counts and the root. Pieces are
 * unproven until the end record was read, so callers commit only after it.
 */
import { createSha256, PenumbraError, type Sha256, type Sha256Stream, sha256 } from '../../kernel/index.ts';
import { takeAppend } from '../store/batch.ts';
import { compareEntries, extendDigest, type LogEntry } from '../store/log.ts';
import { requireObjectSize, type StoredObject } from '../store/stored-object.ts';
import {
  ARCHIVE_LINE_BYTES,
  type ArchiveCounts,
  type ArchiveLine,
  type ArchivePiece,
  archiveInvalid,
  parseArchiveLine,
  requireHeader,
} from './archive-format.ts';

/** Enough for the header of any version, and small enough to detect other files early. */
const HEADER_BYTES = 256;

type LineOf<Record extends ArchiveLine['record']> = Extract<ArchiveLine, { readonly record: Record }>;
type Reading = { readonly source: ByteSource; readonly digest: Sha256Stream };

/** Yields the pieces of an archive, the end record last; throws `archive-invalid` or `limit-exceeded`. */
export async function* readArchive(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ArchivePiece> {
  const source = createByteSource(stream);
  const reading = { source, digest: createSha256() };
  const counts = { tombstones: 0, objects: 0, logs: 0, entries: 0, members: 0 };
  try {
    reading.digest.update(`${await readHeader(source)}\n`);
    for (let previous = ''; ; ) {
      const line = await nextLine(reading, previous);
      previous = requireNext(line, previous);
      if (line.record === 'end') {
        yield await readEnd(reading, line, counts);
        return;
      }
      const piece = await readPiece(reading, line);
      counts[`${piece.record}s`]++;
      if (piece.record === 'log') counts.entries += piece.entries.length;
      yield piece;
    }
  } finally {
    await source.close();
  }
}

async function readHeader(source: ByteSource): Promise<string> {
  const text = await source.line(HEADER_BYTES).catch((error: unknown) => {
    if (error instanceof PenumbraError && error.code === 'archive-invalid') return null;
    throw error;
  });
  requireHeader(text);
  return text;
}

async function nextLine({ source, digest }: Reading, previous: string): Promise<ArchiveLine> {
  const after = previous === '' ? 'the header' : previous;
  const text = await source.line(ARCHIVE_LINE_BYTES);
  if (text === null) throw archiveInvalid(`it is cut off after ${after}`);
  const line = parseArchiveLine(text, `what follows ${after}`);
  if (line.record !== 'end') digest.update(`${text}\n`);
  return line;
}

/**
 * Returns the sort key of a line and throws unless it follows every earlier one: by section, then by name.
 */
function requireNext(line: ArchiveLine, previous: string): string {
  const place = placeOf(line);
  if (place === null)
    throw archiveInvalid(`a record \`${line.record}\` stands where none belongs, after ${previous}`);
  if (previous !== '' && comparePlaces(place, previous) <= 0) {
    throw archiveInvalid(
      place === previous ? `${place} is there twice` : `${place} is out of order, after ${previous}`,
    );
  }
  return place;
}

const sections = ['tombstone', 'object', 'log', 'member', 'end'];

function placeOf(line: ArchiveLine): string | null {
  switch (line.record) {
    case 'tombstone':
    case 'object':
      return `${line.record} ${line.id}`;
    case 'log':
      return `log ${line.log}`;
    case 'member':
      return `member ${line.index} ${line.key} ${line.member}`;
    case 'end':
      return 'end';
    default:
      return null;
  }
}

// INVARIANT (names have no spaces): keys sort like their parts, as a space sorts before every character of a
// name.
function comparePlaces(a: string, b: string): number {
  const [left = '', right = ''] = [a.split(' ', 1)[0], b.split(' ', 1)[0]];
  if (left !== right) return sections.indexOf(left) - sections.indexOf(right);
  return a === b ? 0 : a < b ? -1 : 1;
}

async function readPiece(
  reading: Reading,
  line: ArchiveLine,
): Promise<Exclude<ArchivePiece, { readonly record: 'end' }>> {
  if (line.record === 'object') return { record: 'object', object: await readObject(reading, line) };
  if (line.record === 'log')
    return { record: 'log', log: line.log, entries: await readEntries(reading, line) };
  if (line.record === 'tombstone') {
    const { id, reason, agent } = line;
    return { record: 'tombstone', tombstone: { id, reason, agent } };
  }
  const { index, key, member } = line as LineOf<'member'>;
  return { record: 'member', member: { index, key, member } };
}

async function readObject(
  { source, digest }: Reading,
  { id, size }: LineOf<'object'>,
): Promise<StoredObject> {
  requireObjectSize(id, size);
  const bytes = await source.bytes(size);
  if (sha256(bytes) !== id) throw archiveInvalid(`object ${id} is altered: its bytes do not hash to its id`);
  const [newline] = await source.bytes(1);
  if (newline !== 0x0a) throw archiveInvalid(`object ${id} is altered: it is longer than ${size} bytes`);
  digest.update(bytes);
  digest.update('\n');
  return { id, bytes };
}

async function readEntries(reading: Reading, line: LineOf<'log'>): Promise<readonly LogEntry[]> {
  const { log } = line;
  const entries: LogEntry[] = [];
  let digest: Sha256 | null = null;
  while (entries.length < line.entries) {
    const next = await nextLine(reading, `entry ${entries.length} of log ${log}`);
    if (next.record !== 'entry')
      throw archiveInvalid(`log \`${log}\` has ${entries.length} entries, not ${line.entries}`);
    const entry = { sequence: entries.length + 1, stamp: next.stamp, value: next.value };
    requireEntry(log, entry, entries.at(-1));
    digest = extendDigest(digest, entry);
    entries.push(entry);
  }
  if (digest !== line.digest)
    throw archiveInvalid(`log \`${log}\` is altered: its entries do not fit its digest`);
  return entries;
}

function requireEntry(log: string, entry: LogEntry, previous: LogEntry | undefined): void {
  if (previous && compareEntries(previous, entry) >= 0) {
    throw archiveInvalid(`log \`${log}\` is altered: entry ${entry.sequence} is out of order`);
  }
  try {
    takeAppend({ log, value: entry.value });
  } catch (cause) {
    if (!(cause instanceof PenumbraError)) throw cause;
    throw archiveInvalid(`log \`${log}\` is altered: entry ${entry.sequence}: ${cause.message}`, { cause });
  }
}

async function readEnd(
  { source, digest }: Reading,
  end: LineOf<'end'>,
  counts: ArchiveCounts,
): Promise<ArchivePiece> {
  if (digest.digest() !== end.root) throw archiveInvalid('it is altered: its bytes do not hash to its root');
  const differing = (Object.keys(counts) as (keyof ArchiveCounts)[]).find(
    (kind) => counts[kind] !== end.counts[kind],
  );
  if (differing) {
    throw archiveInvalid(`it counts ${end.counts[differing]} ${differing} and holds ${counts[differing]}`);
  }
  if (!(await source.isEnded())) throw archiveInvalid('bytes follow its end');
  return { record: 'end', counts, root: end.root };
}

const NEWLINE = 0x0a;
const FIRST_BYTES = 64 * 1024;
const decoder = new TextDecoder('latin1');

/** A byte stream read by line or by size. */
type ByteSource = {
  /** Returns the next line without its newline, or null at the end. */
  line(limit: number): Promise<string | null>;
  bytes(size: number): Promise<Uint8Array>;
  isEnded(): Promise<boolean>;
  /** Releases the stream. */
  close(): Promise<void>;
};

/** Reads from a stream of chunks. */
function createByteSource(stream: AsyncIterable<Uint8Array>): ByteSource {
  const chunks = stream[Symbol.asyncIterator]();
  let chunk: Uint8Array = new Uint8Array();
  let offset = 0;

  const fill = async (): Promise<boolean> => {
    while (offset >= chunk.length) {
      const next = await chunks.next();
      if (next.done) return false;
      chunk = next.value;
      offset = 0;
    }
    return true;
  };

  return {
    async line(limit) {
      const pieces: string[] = [];
      let length = 0;
      while (await fill()) {
        const newline = chunk.indexOf(NEWLINE, offset);
        const end = newline === -1 ? chunk.length : newline;
        length += end - offset;
        if (length > limit) throw archiveInvalid(`it has a line of more than ${limit} bytes`);
        pieces.push(decoder.decode(chunk.subarray(offset, end)));
        offset = end + 1;
        if (newline !== -1) return pieces.join('');
      }
      if (pieces.length === 0) return null;
      throw archiveInvalid('it ends in the middle of a line');
    },

    async bytes(size) {
      // Grows as bytes arrive, so that a false size costs nothing.
      let target = new Uint8Array(Math.min(size, FIRST_BYTES));
      let filled = 0;
      while (filled < size) {
        if (!(await fill())) throw archiveInvalid('it ends in the middle of an object');
        const taken = chunk.subarray(offset, offset + size - filled);
        if (filled + taken.length > target.length)
          target = grow(target, Math.min(size, 2 * (filled + taken.length)));
        target.set(taken, filled);
        filled += taken.length;
        offset += taken.length;
      }
      return target;
    },

    isEnded: async () => !(await fill()),
    close: async () => void (await chunks.return?.()),
  };
}

function grow(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}
