/**
 * Parses `--raw -z` entries and patches without context, within limits: complete hunks or none, and never
 * beyond the announced line counts.
 */
import { type ChangeHunk, type ChangeKind, changeLimits, type FileDiff } from '../../context/index.ts';
import { decodeField } from './run-git.ts';

const NUL = 0;
const COLON = ':'.charCodeAt(0);
const ENTRY = /^:(\d{6}) (\d{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([A-Z])\d*$/;
const NO_ID = /^0+$/;
const SECTION = '\ndiff --git ';
const INDEX = /^index ([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})/m;
const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;
/** The headers of a section are short; hunks follow. */
const FIRST_HUNK = '\n@@ -';

/** An entry as git prints it; `path` is undefined if it is not valid text. */
export type RawEntry = {
  readonly path: string | undefined;
  readonly from?: string | undefined;
  readonly status: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isModeChanged: boolean;
};

/** Entries, and where they end. */
export type RawEntries = { readonly entries: readonly RawEntry[]; readonly end: number };

/** Parses entries from a position; null if one of them is incomplete or malformed. */
export function parseRawEntries(printed: Uint8Array, start: number): RawEntries | null {
  const entries: RawEntry[] = [];
  let position = start;
  const nextField = (): Uint8Array | null => {
    const end = printed.indexOf(NUL, position);
    if (end < 0) return null;
    const field = printed.subarray(position, end);
    position = end + 1;
    return field;
  };
  while (printed[position] === COLON) {
    const head = nextField();
    const [, oldMode, newMode, before = '', after = '', status = ''] =
      ENTRY.exec(new TextDecoder('latin1').decode(head ?? new Uint8Array())) ?? [];
    const first = nextField();
    const isPair = status === 'R' || status === 'C';
    const second = isPair ? nextField() : first;
    if (status === '' || first === null || second === null) return null;
    entries.push({
      path: decodeField(second),
      ...(isPair && { from: decodeField(first) }),
      status,
      before: NO_ID.test(before) ? null : before,
      after: NO_ID.test(after) ? null : after,
      isModeChanged: oldMode !== newMode,
    });
  }
  return { entries, end: position };
}

/** File names without their hunks; `leftOut` counts those over the limit. */
export type ListedFiles = { readonly files: readonly FileDiff[]; readonly leftOut: number };

/** Makes files from entries and the patch that follows them; without a patch, hunks count as left out. */
export function describeFiles(entries: readonly RawEntry[], patch: Uint8Array | null): ListedFiles {
  const named = entries.flatMap((entry) => (isNamed(entry) ? [entry] : []));
  const listed = named.slice(0, changeLimits.files);
  const hunks = patch === null ? null : readHunks(entries, patch, new Set(listed));
  const files = listed.map((entry): FileDiff => {
    const { path, before, after } = entry;
    const kind = kindOf(entry);
    const from = kind === 'renamed' && entry.from !== undefined ? { from: entry.from } : {};
    const hasLines = kind !== 'mode' && before !== after;
    const own = hunks?.get(entry) ?? { hunks: [], isCut: hasLines };
    return { path, ...from, kind, before, after, ...own };
  });
  return { files, leftOut: entries.length - listed.length };
}

type NamedEntry = RawEntry & { readonly path: string };

function isNamed(entry: RawEntry): entry is NamedEntry {
  return entry.path !== undefined && entry.path !== '';
}

function kindOf({ status, from, before, after, isModeChanged }: RawEntry): ChangeKind {
  if (status === 'A' || status === 'C') return 'added';
  if (status === 'D') return 'deleted';
  // A former name that is not valid text, or is outside the workspace, is ignored.
  if (status === 'R') return from === undefined || from === '' ? 'added' : 'renamed';
  return isModeChanged && before === after ? 'mode' : 'modified';
}

type FileHunks = { readonly hunks: readonly ChangeHunk[]; readonly isCut: boolean };

/** The sections of a patch are in the order of the entries; those without lines have no `index` line. */
function readHunks(
  entries: readonly RawEntry[],
  patch: Uint8Array,
  wanted: ReadonlySet<RawEntry>,
): ReadonlyMap<RawEntry, FileHunks> {
  const found = new Map<RawEntry, FileHunks>();
  let next = 0;
  let lengthLeft: number = changeLimits.hunkLengthOfCommit;
  let filesLeft: number = changeLimits.filesWithHunks;
  for (const section of sectionsOf(patch, SECTION)) {
    const ids = INDEX.exec(headOf(section));
    if (ids === null) continue;
    while (next < entries.length && !isOf(ids, entries[next] as RawEntry)) next++;
    const entry = entries[next];
    if (entry === undefined) break;
    // A change from a file to a link has two sections; the second one is matched starting from this entry
    // again.
    if (entry.status !== 'T') next++;
    if (!wanted.has(entry)) continue;
    const before = found.get(entry);
    const read = filesLeft > 0 ? parseHunks(section, lengthLeft) : { hunks: [], isCut: true, length: 0 };
    const own = before === undefined ? read : joined(before, read);
    found.set(entry, { hunks: own.hunks, isCut: own.isCut });
    lengthLeft -= read.length;
    filesLeft--;
  }
  return found;
}

/** All of one file was replaced by all of another. */
function joined(one: FileHunks, other: FileHunks): FileHunks {
  const removed = one.hunks.flatMap((hunk) => hunk.removed);
  const added = other.hunks.flatMap((hunk) => hunk.added);
  const isCut = one.isCut || other.isCut;
  return { hunks: isCut ? [] : [{ oldStart: 1, newStart: 1, removed, added }], isCut };
}

function isOf([, before, after]: RegExpExecArray, entry: RawEntry): boolean {
  const isBefore = before === entry.before || (entry.before === null && NO_ID.test(before ?? ''));
  const isAfter = after === entry.after || (entry.after === null && NO_ID.test(after ?? ''));
  return entry.status === 'T' ? isBefore || isAfter : isBefore && isAfter;
}

/**
 * Splits a patch at the start of each section. Content lines in a patch are always prefixed, so none can look
 * like a section header.
 */
export function* sectionsOf(patch: Uint8Array, beginning: string): Generator<Buffer> {
  const bytes = Buffer.from(patch.buffer, patch.byteOffset, patch.byteLength);
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(beginning, start);
    const end = found < 0 ? bytes.length : found + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}

function headOf(section: Buffer): string {
  const end = section.indexOf(FIRST_HUNK);
  return section.toString('latin1', 0, end < 0 ? section.length : end);
}

type ParsedHunks = FileHunks & { readonly length: number };

/** Parses the hunks of a section; returns none if it has too many lines. */
function parseHunks(section: Buffer, lengthLeft: number): ParsedHunks {
  const start = section.indexOf(FIRST_HUNK);
  if (start < 0) return { hunks: [], isCut: false, length: 0 };
  const nothing = { hunks: [], isCut: true, length: 0 };
  const length = section.length - start;
  if (length > Math.min(lengthLeft, changeLimits.hunkLengthOfFile)) return nothing;
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(section.subarray(start + 1)).split('\n');
  if (lines.length > changeLimits.linesOfFile) return nothing;
  const hunks: ChangeHunk[] = [];
  for (let at = 0; at < lines.length - 1; ) {
    const head = HUNK.exec(lines[at] as string);
    if (head === null) return nothing;
    const read = takeLines(lines, at + 1, head);
    if (read === null) return nothing;
    hunks.push(read.hunk);
    at = read.end;
  }
  return { hunks, isCut: false, length };
}

/** Takes the number of lines the hunk announces; null if they are missing. */
function takeLines(lines: readonly string[], start: number, [, ...head]: RegExpExecArray) {
  const [oldStart = 0, oldCount = 1, newStart = 0, newCount = 1] = head.map((text) =>
    text === undefined ? undefined : Number(text),
  );
  let at = start;
  const take = (mark: string, count: number): string[] | null => {
    const taken: string[] = [];
    for (; taken.length < count; at++) {
      const line = lines[at];
      if (line === undefined || !line.startsWith(mark)) return null;
      taken.push(line.slice(1));
    }
    // Git's marker for a missing newline at the end of the file.
    if (lines[at]?.startsWith('\\')) at++;
    return taken;
  };
  const removed = take('-', oldCount);
  const added = removed && take('+', newCount);
  return added && { hunk: { oldStart, newStart, removed, added }, end: at };
}
