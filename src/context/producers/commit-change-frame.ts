/**
 * The frame for one commit's changes: type `commit-change`, based on the commit id and the folder of the
 * repository. Files have their names at that time; a commit never changes, so it is read once.
 */
import { type CanonicalValue, canonicalText, parseCanonical } from '../../kernel/index.ts';
import type { Basis, FrameType } from '../../ledger/index.ts';
import type { ChangedFile, ChangeEffect, ChangeHunk, ChangeKind, RecentChange } from './recent-changes.ts';
import type { SecretScanner } from './wrapped-secrets.ts';

/** The agent that signs change frames. */
export const CHANGES_AGENT = 'changes';

/** A change with the names at that time and without a position, which depends on other commits. */
export type CommitChange = Omit<RecentChange, 'position'>;

/** The frame type for the changes of a commit. */
export const commitChangeType: FrameType = {
  name: 'commit-change',
  cardinality: 'single',
  mediaType: 'application/json',
  check: (content) => (isChangeContent(content) ? null : 'not a record of a commit and its files'),
  disclosure: { kind: 'commit-change', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

type ChangeContent = {
  readonly author: string;
  readonly commit: string;
  readonly date: string;
  readonly files: readonly FileContent[];
  /** Present for merges only. */
  readonly isMerge?: true;
  readonly leftOut: number;
  readonly subject: string;
};

type FileContent = {
  readonly effect: ChangeEffect;
  readonly from: string | null;
  /**
   * For each hunk, where it begins before and after, and how many lines it removes and adds, separated by
   * spaces.
   */
  readonly hunks: string;
  readonly isCut: boolean;
  readonly kind: ChangeKind;
  /** The lines of all hunks; in each, removed lines before added ones. */
  readonly lines: readonly string[];
  readonly path: string;
};

const KINDS: readonly string[] = ['added', 'modified', 'deleted', 'renamed', 'mode'] satisfies ChangeKind[];
const EFFECTS: readonly string[] = ['live', 'inert', 'generated', 'document'] satisfies ChangeEffect[];
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const HUNKS = /^(?:\d{1,9} \d{1,9} \d{1,9} \d{1,9}(?: (?=\d)|$))*$/;
const NUMBERS_OF_HUNK = 4;

/** Returns the basis of a commit's frame. */
export function commitChangeBasis({
  commit,
  folder,
  scanner,
}: {
  readonly commit: string;
  readonly folder: string;
  /** The scanner that removed secrets, if any. */
  readonly scanner?: SecretScanner | undefined;
}): Basis {
  return {
    inputs: [{ external: { name: 'git-commit', value: commit } }],
    policy: { folder, ...(scanner !== undefined && { secrets: scanner.version }) },
    producer: { name: CHANGES_AGENT, version: '1' },
  };
}

/** Serialises a commit's changes as canonical JSON. */
export function encodeCommitChange(change: CommitChange & { readonly commit: string }): string {
  const { author, commit, date, files, isMerge, leftOut = 0, subject } = change;
  const merge = isMerge && { isMerge };
  const content: ChangeContent = {
    author,
    commit,
    date,
    files: files.map(encodeFile),
    ...merge,
    leftOut,
    subject,
  };
  return canonicalText(content);
}

/** Parses a commit's changes; undefined if the bytes are invalid. */
export function decodeCommitChange(bytes: Uint8Array): CommitChange | undefined {
  const content = parseCanonical(bytes);
  if (!isChangeContent(content)) return undefined;
  const { author, commit, date, isMerge, leftOut, subject } = content;
  const files = content.files.map(decodeFile);
  return {
    commit,
    ...(isMerge && { isMerge }),
    subject,
    author,
    date,
    files,
    ...(leftOut > 0 && { leftOut }),
  };
}

function encodeFile({ path, from, kind, effect, hunks, isCut }: ChangedFile): FileContent {
  const numbers = hunks.flatMap(({ oldStart, newStart, removed, added }) => [
    oldStart,
    newStart,
    removed.length,
    added.length,
  ]);
  const lines = hunks.flatMap(({ removed, added }) => [...removed, ...added]);
  return { effect, from: from ?? null, hunks: numbers.join(' '), isCut, kind, lines, path };
}

function decodeFile({ path, from, kind, effect, hunks, isCut, lines }: FileContent): ChangedFile {
  return {
    path,
    ...(from !== null && { from }),
    kind,
    effect,
    hunks: decodeHunks(hunks, lines),
    isCut,
  };
}

function decodeHunks(text: string, lines: readonly string[]): readonly ChangeHunk[] {
  const numbers = numbersIn(text);
  const hunks: ChangeHunk[] = [];
  let next = 0;
  const take = (count: number) => {
    next += count;
    return lines.slice(next - count, next);
  };
  for (let at = 0; at < numbers.length; at += NUMBERS_OF_HUNK) {
    const [oldStart = 0, newStart = 0, removed = 0, added = 0] = numbers.slice(at, at + NUMBERS_OF_HUNK);
    hunks.push({ oldStart, newStart, removed: take(removed), added: take(added) });
  }
  return hunks;
}

function numbersIn(text: string): readonly number[] {
  return text === '' ? [] : text.split(' ').map(Number);
}

function isChangeContent(content: CanonicalValue): content is ChangeContent {
  const { author, commit, date, files, isMerge, leftOut, subject } = (content ??
    {}) as Partial<ChangeContent>;
  return (
    [author, date, subject].every((text) => typeof text === 'string') &&
    typeof commit === 'string' &&
    COMMIT.test(commit) &&
    (isMerge === undefined || isMerge === true) &&
    Number.isSafeInteger(leftOut) &&
    Array.isArray(files) &&
    files.every(isFileContent)
  );
}

function isFileContent(content: CanonicalValue): boolean {
  const { effect, from, hunks, isCut, kind, lines, path } = (content ?? {}) as Partial<FileContent>;
  return (
    EFFECTS.includes(effect as string) &&
    KINDS.includes(kind as string) &&
    (from === null || typeof from === 'string') &&
    typeof path === 'string' &&
    typeof isCut === 'boolean' &&
    Array.isArray(lines) &&
    lines.every((line) => typeof line === 'string') &&
    typeof hunks === 'string' &&
    HUNKS.test(hunks) &&
    countLines(hunks) === lines.length
  );
}

function countLines(hunks: string): number {
  return numbersIn(hunks).reduce(
    (sum, number, position) => (position % NUMBERS_OF_HUNK < 2 ? sum : sum + number),
    0,
  );
}
