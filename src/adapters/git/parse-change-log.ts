/**
 * Parses `git log --raw -z`, with or without patches and for merges with `--cc`, commit by commit, up to the
 * first incomplete one.
 */
import {
  type ChangeHunk,
  type ChangeKind,
  type CommitDiff,
  changeLimits,
  type FileDiff,
} from '../../context/index.ts';
import { describeFiles, type ListedFiles, parseRawEntries, sectionsOf } from './parse-patch.ts';
import { dateOf } from './read-commits.ts';
import { decodeField } from './run-git.ts';

/** The log format the parser expects. */
export const CHANGE_LOG_FORMAT = '--format=tformat:%x01%H%x00%an%x00%at%x00%s%x00';

const MARK = 1;
const NUL = 0;
const LINE_END = '\n'.charCodeAt(0);
const NEXT_COMMIT = Buffer.from('\n\u0001');
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Parses the files of a commit, starting at a position; null if they are malformed. */
export type FilesReader = (bytes: Buffer, start: number) => (ListedFiles & { readonly end: number }) | null;

/** Options for parsing a log. */
export type ChangeLogOptions = {
  readonly readFiles: FilesReader;
  /** Whether git finished; otherwise the last commit may be cut off anywhere and is left out. */
  readonly isWhole: boolean;
};

/** A commit of a log, and whether it is the last one in the output. */
type LoggedCommit = { readonly diff: CommitDiff; readonly end: number; readonly isLast: boolean };

/** Returns the commits of a log, up to the first malformed one. */
export function parseChangeLog(
  printed: Uint8Array,
  { readFiles, isWhole }: ChangeLogOptions,
): readonly CommitDiff[] {
  const bytes = Buffer.from(printed.buffer, printed.byteOffset, printed.byteLength);
  const diffs: CommitDiff[] = [];
  for (let position = 0; position < bytes.length; ) {
    const read = parseCommit(bytes, position, readFiles);
    if (read === null || (read.isLast && !isWhole)) break;
    diffs.push(read.diff);
    position = read.end;
  }
  return diffs;
}

function parseCommit(bytes: Buffer, start: number, readFiles: FilesReader): LoggedCommit | null {
  const head = readHead(bytes, start);
  const read = head && readFiles(bytes, head.end);
  if (head === null || read === null) return null;
  const { files, leftOut, end } = read;
  const { commit, author, seconds, subject } = head;
  return {
    diff: {
      commit,
      subject: cut(subject, changeLimits.subjectLength),
      author: cut(author, changeLimits.authorLength),
      date: dateOf(seconds),
      files,
      leftOut,
      isWhole: true,
    },
    end,
    isLast: end >= bytes.length,
  };
}

/** Returns a parser for the files of commits with one parent, with or without their patches. */
export function filesReader({ hasPatches }: { readonly hasPatches: boolean }): FilesReader {
  return (bytes, start) => {
    const raw = parseRawEntries(bytes, bytes[start] === LINE_END ? start + 1 : start);
    if (raw === null) return null;
    const isPatchThere = hasPatches && bytes[raw.end] === NUL;
    const end = isPatchThere ? endOfPatch(bytes, raw.end + 1) : raw.end;
    const patch = isPatchThere ? bytes.subarray(raw.end + 1, end) : null;
    const noPatch = hasPatches ? new Uint8Array() : null;
    return { ...describeFiles(raw.entries, patch ?? noPatch), end };
  };
}

/** Reads four fields, each terminated by NUL, and the NUL that ends the format. */
function readHead(bytes: Buffer, start: number) {
  if (bytes[start] !== MARK) return null;
  const fields: string[] = [];
  let position = start + 1;
  while (fields.length < 4) {
    const end = bytes.indexOf(NUL, position);
    if (end < 0) return null;
    fields.push(bytes.toString('utf8', position, end));
    position = end + 1;
  }
  const [commit = '', author = '', seconds = '', subject = ''] = fields;
  if (!ID.test(commit) || bytes[position] !== NUL) return null;
  return { commit, author, seconds, subject, end: position + 1 };
}

/**
 * Returns where a patch ends. No line of a patch starts with the mark of a commit, whatever the files
 * contain.
 */
function endOfPatch(bytes: Buffer, start: number): number {
  if (bytes[start] === MARK) return start;
  const found = bytes.indexOf(NEXT_COMMIT, start);
  return found < 0 ? bytes.length : found + 1;
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

const COLON = ':'.charCodeAt(0);
/**
 * One colon per parent, then the modes and ids of the parents and the merge, then a letter for each parent.
 */
const ENTRY = /^:{2,}(?:\d{6} ){3,}((?:[0-9a-f]{40,64} ){2,})([0-9a-f]{40,64}) ([A-Z]{2,})$/;
const NO_ID = /^0+$/;
const SECTION = '\ndiff --cc ';
const INDEX = /^index ([0-9a-f,]{81,})\.\.([0-9a-f]{40,64})$/m;
const BINARY = /^Binary files differ$/m;
const HUNK = /^@@@+ (?:-\d{1,9},\d{1,20} ){2,}\+(\d{1,9}),\d{1,20} @@@+/;
/**
 * A file missing in one parent may have been renamed there, so that the other parent's lines would appear to
 * be the merge's own.
 */
const kinds: Readonly<Record<string, ChangeKind>> = { A: 'added', M: 'modified', D: 'deleted' };

/**
 * The git options used in addition to those of every log: without rename detection, no file of a parent is
 * compared twice.
 */
export const mergedOptions: readonly string[] = [
  ...['--merges', '--cc', '--no-renames', '--no-relative', '--unified=1'],
];

type MergedEntry = {
  readonly path: string | undefined;
  /** The ids of the parents, as in the `index` line. */
  readonly before: string;
  readonly after: string;
  readonly status: string;
};

/**
 * Returns a parser for the files of merges in a workspace with the given path prefix: files that match none
 * of the parents, with the lines that came from no parent and those that the merge itself dropped.
 */
export function mergedFilesReader(prefix: string): FilesReader {
  return (bytes, start) => {
    const raw = parseEntries(bytes, bytes[start] === NUL ? start + 1 : start);
    if (raw === null) return null;
    const isPatchThere = raw.entries.length > 0 && bytes[raw.end] === NUL;
    const end = isPatchThere ? endOfPatch(bytes, raw.end + 1) : raw.end;
    const patch = isPatchThere ? bytes.subarray(raw.end + 1, end) : new Uint8Array();
    const files = ownFiles(raw.entries, patch).flatMap((file): FileDiff[] =>
      file.path.startsWith(prefix) ? [{ ...file, path: file.path.slice(prefix.length) }] : [],
    );
    const listed = files.slice(0, changeLimits.files);
    return { files: listed, leftOut: files.length - listed.length, end };
  };
}

function parseEntries(bytes: Buffer, start: number) {
  const entries: MergedEntry[] = [];
  let position = start;
  while (bytes[position] === COLON) {
    const headEnd = bytes.indexOf(NUL, position);
    const end = bytes.indexOf(NUL, headEnd + 1);
    const [, parents, after = '', status = ''] =
      ENTRY.exec(headEnd < 0 ? '' : bytes.toString('latin1', position, headEnd)) ?? [];
    if (parents === undefined || end < 0) return null;
    const before = parents.trim().replaceAll(' ', ',');
    entries.push({ path: decodeField(bytes.subarray(headEnd + 1, end)), before, after, status });
    position = end + 1;
  }
  return { entries, end: position };
}

/** Sections are in the order of the entries; a cleanly merged file has none. */
function ownFiles(entries: readonly MergedEntry[], patch: Uint8Array): readonly FileDiff[] {
  const files: FileDiff[] = [];
  let next = 0;
  let lengthLeft: number = changeLimits.hunkLengthOfCommit;
  for (const section of sectionsOf(patch, SECTION)) {
    const [, before, after] = INDEX.exec(section.toString('latin1')) ?? [];
    const found = entries.findIndex(
      (entry, at) => at >= next && entry.before === before && entry.after === after,
    );
    const entry = entries[found];
    if (entry === undefined) continue;
    next = found + 1;
    const { path, status } = entry;
    const kind = new Set(status).size === 1 ? kinds[status[0] as string] : undefined;
    if (kind === undefined || path === undefined || path === '') continue;
    const isCut =
      section.length > Math.min(lengthLeft, changeLimits.hunkLengthOfFile) ||
      files.length >= changeLimits.filesWithHunks;
    const hunks = isCut ? [] : ownHunks(section.toString('utf8').split('\n'), status.length);
    if (!isCut) lengthLeft -= section.length;
    const isTold =
      hunks.length > 0 || isCut || kind !== 'modified' || BINARY.test(section.toString('latin1'));
    // There is no single earlier file; without one, nothing is compared token by token.
    if (isTold)
      files.push({
        path,
        kind,
        before: null,
        after: NO_ID.test(entry.after) ? null : entry.after,
        hunks,
        isCut,
      });
  }
  return files;
}

/** Adjacent lines of a section that are the merge's own or removed by it. */
type Piece = { readonly added: string[]; readonly removed: readonly string[][] };

/**
 * Parses the lines that are the merge's own. What they replaced is taken from the parent that lost the fewest
 * lines there, since further losses of another parent were caused by the side merged with it.
 */
function ownHunks(lines: readonly string[], parents: number): readonly ChangeHunk[] {
  const hunks: ChangeHunk[] = [];
  /**
   * The number of lines of the result passed so far, and how many more lines the merge added than it
   * replaced.
   */
  let passed = 0;
  let growth = 0;
  const empty = (): Piece => ({ added: [], removed: Array.from({ length: parents }, () => []) });
  let piece = empty();
  const close = () => {
    const { added, removed: lost } = piece;
    const fewest = lost.toSorted((left, right) => left.length - right.length)[0] ?? [];
    if (added.length > 0 || fewest.length > 0) {
      const before = passed - added.length;
      hunks.push({
        oldStart: before - growth + (fewest.length > 0 ? 1 : 0),
        newStart: before + (added.length > 0 ? 1 : 0),
        removed: fewest,
        added,
      });
      growth += added.length - fewest.length;
    }
    piece = empty();
  };
  for (const line of lines.slice(lines.findIndex((one) => HUNK.test(one)))) {
    const head = HUNK.exec(line);
    const [signs, text] = [line.slice(0, parents), line.slice(parents)];
    if (head !== null) {
      close();
      passed = Number(head[1]) - 1;
    } else if (signs.includes('-')) {
      for (const [at, lost] of piece.removed.entries()) if (signs[at] === '-') lost.push(text);
    } else if (/^\++$/.test(signs)) {
      piece.added.push(text);
      passed++;
    } else if (/^[ +]+$/.test(signs)) {
      close();
      passed++;
    }
  }
  close();
  return hunks;
}
