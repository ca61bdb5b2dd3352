/**
 * Walks a directory in two steps with its subdirectories in between: opening lists entries and reads changed
 * files, closing builds the record. An unchanged directory is not even listed: its stamp covers the names,
 * the files' stamps cover the contents.
 */
import { assertInvariant, digestOf, makeId, type Sha256 } from '../../kernel/index.ts';
import { type ByteText, decodeText, joinBytes, nodeName } from './byte-text.ts';
import {
  DIGEST_BYTES,
  DIRECTORY,
  type DirectoryRecord,
  digestAt,
  entryDigest,
  entryKind,
  entryNames,
  entryStamp,
  HOLLOW,
  hasOwnStamp,
  hasStamp,
  headAt,
  kindAt,
  LINK,
  NO_DIGEST,
  numberAt,
  padded,
  recordAt,
  recordBlock,
  recordBytes,
  recordFlags,
  recordSummary,
  rulesStamp,
  stampAt,
  WORD_BYTES,
} from './directory-record.ts';
import {
  type DigestRead,
  type EntryStat,
  entryType,
  type FileStamp,
  keptStamp,
  NO_STAMP,
  sameStamp,
} from './file-tree.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { type DirectoryTask, type Listing, listDirectory, rulesIn } from './list-directory.ts';
import { type ScanRun, scanLimits } from './scan-run.ts';
import { directoryContentId, linkContentId, nodeKinds } from './tree-ids.ts';

/** A directory to walk and its slot among its parent's entries. */
export type PlacedTask = DirectoryTask & {
  readonly slot: number;
  /** Whether everything below it is walked regardless of hints. */
  readonly isWhole: boolean;
  readonly stat?: EntryStat;
};

/** A directory whose subdirectories are being walked. */
export type OpenDirectory = {
  readonly task: PlacedTask;
  readonly stat: EntryStat;
  readonly rules: IgnoreRules;
  readonly known: DirectoryRecord | undefined;
  readonly names: readonly ByteText[];
  /** Whether everything below it is walked. */
  readonly isWhole: boolean;
  /** Subdirectories still to be walked, the next one last. */
  readonly waiting: PlacedTask[];
  flags: number;
  /** Entries by slot, with gaps for skipped ones; undefined while everything is as known. */
  slots: (RecordEntry | undefined)[] | undefined;
};

/** Opens a directory, or reports why it is skipped. */
export function openDirectory(run: ScanRun, task: PlacedTask): OpenDirectory | undefined {
  const { path } = task;
  const stat = task.stat ?? run.files.stat(path);
  if (typeof stat === 'string') return run.skip(path, stat);
  if (entryType(stat.mode) !== 'directory') return run.skip(path, 'changing');
  const known = run.previous.directories.get(path);
  const current = known && currentListing(run, task, stat, known);
  if (!current) run.readAfterNs();
  const listing = current ?? listDirectory(run, task);
  if (typeof listing === 'string') return run.skip(path, listing);
  const { rules, names, flags, trackedOnly } = listing;
  const slots = current ? undefined : [];
  const isWhole = hasMovedWhole(run, { task, stat, rules, known });
  const directory: OpenDirectory = { task, stat, rules, known, names, isWhole, waiting: [], flags, slots };
  scanEntries(run, directory, trackedOnly);
  directory.waiting.reverse();
  return directory;
}

/** Stores the result for a subdirectory; undefined if it was skipped. */
export function placeSubdirectory(
  run: ScanRun,
  directory: OpenDirectory,
  slot: number,
  record: DirectoryRecord | undefined,
): void {
  const isAsKnown = record !== undefined && record === run.previous.directories.get(record.path);
  if (!directory.slots && isAsKnown) return;
  directory.slots ??= knownEntries(directory, directory.names.length);
  directory.slots[slot] = record && directoryEntry(directory.names[slot], record);
  if (!record) directory.flags &= ~recordFlags.complete;
}

/** Closes a directory after all its subdirectories were walked. */
export function closeDirectory(run: ScanRun, directory: OpenDirectory): DirectoryRecord {
  const { task, stat, rules, known, flags, slots } = directory;
  if (!slots && known) return known;
  const entries = (slots ?? []).filter((entry) => entry !== undefined);
  const stamp = keptStamp(stat, run.readAfterNs());
  return makeRecord({ path: task.path, stamp, rules: rules.stamp, flags, entries }, known);
}

/** Returns the last scan's listing if nothing it depends on has changed. */
function currentListing(
  run: ScanRun,
  task: DirectoryTask,
  stat: EntryStat,
  known: DirectoryRecord,
): Listing | undefined {
  const { flags } = known;
  const isSame =
    run.previous.hasDirectoryTimes && (flags & recordFlags.complete) !== 0 && hasOwnStamp(known, stat);
  if (!isSame || task.isTrackedOnly) return undefined;
  if ((flags & recordFlags.ignored) !== 0 && !run.isTrackedListSame()) return undefined;
  const rules = rulesIn(run, task, flags);
  if (rules.stamp !== rulesStamp(known)) return undefined;
  return { rules, names: entryNames(known), flags: flags & ~recordFlags.hollow, trackedOnly: new Set() };
}

/** Checks whether entries below a directory can have changed without hints of their own. */
function hasMovedWhole(
  run: ScanRun,
  directory: Pick<OpenDirectory, 'task' | 'stat' | 'rules' | 'known'>,
): boolean {
  const { task, stat, rules, known } = directory;
  if (task.isWhole || !known || rules.stamp !== rulesStamp(known)) return true;
  // It was moved away, changed and moved back, or replaced; hints for paths below it do not apply.
  return run.hints?.has(task.path) === true && !hasOwnStamp(known, stat);
}

function scanEntries(run: ScanRun, directory: OpenDirectory, trackedOnly: ReadonlySet<ByteText>): void {
  const { task, rules, known, names, isWhole, waiting } = directory;
  const isCurrent = directory.slots === undefined;
  const knownSlots = isCurrent || !known ? undefined : slotsByName(known);
  for (let slot = 0; slot < names.length; slot++) {
    const name = names[slot] as ByteText;
    const path = joinBytes(task.path, name);
    const subdirectory = { path, outerRules: rules, isTrackedOnly: trackedOnly.has(name), slot, isWhole };
    if (isCurrent && known && isDirectoryKind(entryKind(known, slot))) {
      waiting.push(subdirectory);
      continue;
    }
    const stat = run.files.stat(path);
    const knownSlot = isCurrent ? slot : (knownSlots?.get(name) ?? -1);
    if (typeof stat !== 'string' && known && knownSlot >= 0 && hasStamp(known, knownSlot, stat)) {
      run.counts.reused++;
      if (directory.slots) directory.slots[slot] = knownEntry(known, knownSlot, name);
      continue;
    }
    directory.slots ??= knownEntries(directory, slot);
    if (typeof stat === 'string') run.skip(path, stat);
    else if (entryType(stat.mode) === 'directory') waiting.push({ ...subdirectory, stat });
    else directory.slots[slot] = scanLeaf(run, { path, name, stat });
    const isLeftOut = directory.slots[slot] === undefined && waiting.at(-1)?.slot !== slot;
    if (isLeftOut) directory.flags &= ~recordFlags.complete;
  }
}

function directoryEntry(name: ByteText | undefined, record: DirectoryRecord): RecordEntry {
  assertInvariant(name !== undefined, 'a subdirectory has a name');
  const isHollow = (record.flags & recordFlags.hollow) !== 0;
  const { digest, size } = recordSummary(record);
  const stamp = { ...NO_STAMP, size };
  return isHollow
    ? { name, kind: HOLLOW, stamp: NO_STAMP, digest: NO_DIGEST }
    : { name, kind: DIRECTORY, stamp, digest };
}

/** Returns the known entries up to the first that differs. */
function knownEntries({ known, names }: OpenDirectory, count: number): RecordEntry[] {
  return names.slice(0, count).flatMap((name, slot) => (known ? knownEntry(known, slot, name) : []));
}

function knownEntry(known: DirectoryRecord, slot: number, name: ByteText): RecordEntry {
  return {
    name,
    kind: entryKind(known, slot),
    stamp: entryStamp(known, slot),
    digest: entryDigest(known, slot),
  };
}

function slotsByName(known: DirectoryRecord): ReadonlyMap<ByteText, number> {
  return new Map(entryNames(known).map((name, slot) => [name, slot]));
}

function isDirectoryKind(kind: number): boolean {
  return kind === DIRECTORY || kind === HOLLOW;
}

/** A file or link to read. */
type LeafTask = { readonly path: ByteText; readonly name: ByteText; readonly stat: EntryStat };

/** Reads a file or link, or reports why it is skipped. */
function scanLeaf(run: ScanRun, task: LeafTask): RecordEntry | undefined {
  const { path, name } = task;
  const readAfterNs = run.readAfterNs();
  let { stat } = task;
  for (let attempt = 1; ; attempt++) {
    const type = entryType(stat.mode);
    if (type === 'directory') return run.skip(path, 'changing');
    if (type === 'special') return run.skip(path, 'special-file');
    if (stat.size > run.maxFileBytes) return run.skip(path, 'too-large');
    const { digest, reason } = type === 'link' ? readLink(run, path, stat) : run.files.digest(path, stat);
    if (digest !== undefined) {
      run.counts.read++;
      return { name, kind: nodeKinds.indexOf(type), stamp: keptStamp(stat, readAfterNs), digest };
    }
    if (reason !== 'changing' || attempt === scanLimits.readAttempts) return run.skip(path, reason);
    const again = run.files.stat(path);
    if (typeof again === 'string') return run.skip(path, again);
    stat = again;
  }
}

function readLink(run: ScanRun, path: ByteText, stat: EntryStat): DigestRead {
  const { bytes, reason } = run.files.readLink(path);
  if (bytes === undefined) return { reason };
  const after = run.files.stat(path);
  if (typeof after === 'string' || !sameStamp(stat, after)) return { reason: 'changing' };
  const target = decodeText(bytes);
  return target === undefined ? { reason: 'name-not-utf8' } : { digest: digestOf(linkContentId(target)) };
}

/** An entry of a directory; a subdirectory's stamp holds only its total size. */
type RecordEntry = {
  readonly name: ByteText;
  /** The node kind as a number, or hollow. */
  readonly kind: number;
  readonly stamp: FileStamp;
  readonly digest: Sha256;
};

/** The parts of a record. */
type RecordParts = {
  readonly path: ByteText;
  readonly stamp: FileStamp;
  readonly rules: bigint;
  readonly flags: number;
  /** In tree order. */
  readonly entries: readonly RecordEntry[];
};

/** Makes a record, or returns the known one if nothing differs. */
function makeRecord(parts: RecordParts, known: DirectoryRecord | undefined): DirectoryRecord {
  const bytes = writeRecord(parts);
  if (known && isSame(bytes, recordBytes(known))) return known;
  bytes.write(contentDigest(parts.entries), headAt.digest, 'hex');
  return recordAt(recordBlock(bytes), 0);
}

function writeRecord({ path, stamp, rules, flags, entries }: RecordParts): Buffer {
  const count = entries.length;
  const names = entries.map((entry) => entry.name).join('/');
  const pathAt = kindAt(count, count);
  const length = padded(pathAt + path.length + names.length);
  const { bytes, words, integers } = recordBlock(Buffer.from(new ArrayBuffer(length)));
  const isHollow = entries.every(({ kind }) => kind === HOLLOW);
  const allFlags = isHollow ? flags | recordFlags.hollow : flags;
  integers.set([length, count, allFlags, path.length, names.length]);
  integers[numberAt.files] = entries.filter(({ kind }) => kind < DIRECTORY).length;
  integers[numberAt.links] = entries.filter(({ kind }) => kind === LINK).length;
  writeStamp(words, headAt.stamp, stamp);
  words[headAt.rules / WORD_BYTES] = rules;
  words[headAt.size / WORD_BYTES] = entries.reduce((sum, entry) => sum + entry.stamp.size, 0n);
  for (const [index, entry] of entries.entries()) {
    writeStamp(words, stampAt(index), entry.stamp);
    bytes.write(entry.digest, digestAt(count, index), 'hex');
    bytes[kindAt(count, index)] = entry.kind;
  }
  bytes.write(path, pathAt, 'latin1');
  bytes.write(names, pathAt + path.length, 'latin1');
  return bytes;
}

function writeStamp(words: BigUint64Array, offset: number, stamp: FileStamp): void {
  words.set([stamp.size, stamp.mtimeNs, stamp.ctimeNs, stamp.ino], offset / WORD_BYTES);
}

/** Compares everything but the digest, which is determined by the rest. */
function isSame(left: Buffer, right: Buffer): boolean {
  const end = headAt.digest + DIGEST_BYTES;
  return (
    left.subarray(0, headAt.digest).equals(right.subarray(0, headAt.digest)) &&
    left.subarray(end).equals(right.subarray(end))
  );
}

function contentDigest(entries: readonly RecordEntry[]): Sha256 {
  const lines = entries.flatMap(({ name, kind, digest }) => {
    const nodeKind = nodeKinds[kind];
    return nodeKind ? [[nodeName(name), nodeKind, makeId('content', digest)] as const] : [];
  });
  return digestOf(directoryContentId(lines));
}
