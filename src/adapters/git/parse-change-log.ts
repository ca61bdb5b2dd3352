/** Reads `git log --raw -z` with or without patches, commit by commit, as far as it is whole. */
import { type CommitDiff, changeLimits } from '../../context/index.ts';
import { describeFiles, type ListedFiles, parseRawEntries } from './parse-patch.ts';
import { dateOf } from './read-commits.ts';

/** What the log is asked for, so that it can be read. */
export const CHANGE_LOG_FORMAT = '--format=tformat:%x01%H%x00%an%x00%at%x00%s%x00';

const MARK = 1;
const NUL = 0;
const LINE_END = '\n'.charCodeAt(0);
const NEXT_COMMIT = Buffer.from('\n\u0001');
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Reads the files of a commit, which begin at a position; null where they are not as they should be. */
export type FilesReader = (bytes: Buffer, start: number) => (ListedFiles & { readonly end: number }) | null;

/** How a log is read. */
export type ChangeLogOptions = {
  readonly readFiles: FilesReader;
  /** Whether git came to its end; else the last commit may be cut anywhere and is left out. */
  readonly isWhole: boolean;
};

/** A commit of a log, and whether its files are all there is to say. */
type LoggedCommit = { readonly diff: CommitDiff; readonly end: number; readonly isLast: boolean };

/** Returns the commits of a log; what follows something that is not as it should be is left out. */
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

/** Returns the reader of the files of commits that have one parent, with or without what changed in them. */
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

/** Four fields, each ended by NUL, and the NUL that ends the format. */
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

/** Returns where a patch ends. No line of one begins with the mark of a commit, whatever the files hold. */
export function endOfPatch(bytes: Buffer, start: number): number {
  if (bytes[start] === MARK) return start;
  const found = bytes.indexOf(NEXT_COMMIT, start);
  return found < 0 ? bytes.length : found + 1;
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
