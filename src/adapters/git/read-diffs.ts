/**
 * Reads what commits changed, file by file and hunk by hunk. A commit whose patch is too long is described by
 * file names only, whatever else is requested with it, so that the result for a commit is always the same.
 */
import type { CommitDiff, CommitList, CommitRange, DiffBatch } from '../../context/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import { logSettings, type OpenedGit } from './open-git.ts';
import {
  CHANGE_LOG_FORMAT,
  filesReader,
  mergedFilesReader,
  mergedOptions,
  parseChangeLog,
} from './parse-change-log.ts';
import { blobSizes, withBlobs } from './read-blobs.ts';
import { isFullId } from './read-commits.ts';

/** The maximum total length of the patches of one run of git, and so of one commit. */
export const PATCH_BYTES = 16 * 1024 * 1024;
const NAMES_BYTES = 64 * 1024 * 1024;
/** The largest file whose lines are compared; git treats larger files as binary. */
export const COMPARED_FILE_BYTES = 4 * 1024 * 1024;
/** Inexact renames are detected among this many files; beyond that, only exact ones. */
const RENAME_LIMIT = 400;
const MAX_COMMITS = 1_000;

/** Settings that make hunks the same everywhere and run nothing that a repository names. */
export const hunkSettings: readonly string[] = [
  ...logSettings,
  ...['-c', `core.bigFileThreshold=${COMPARED_FILE_BYTES}`, '-c', 'core.safecrlf=false'],
];
/** File names and renames; a submodule that moved is shown by its two commits. */
export const rawOptions: readonly string[] = [
  ...['--raw', '-z', '--no-abbrev', '--no-ext-diff', '--no-textconv', '--no-color'],
  ...['--ignore-submodules=none', '--submodule=short', '--relative', `-l${RENAME_LIMIT}`],
];
/** The hunks of files, without context lines. */
export const hunkOptions: readonly string[] = [
  ...['-M50%', '--patch', '--unified=0', '--full-index', '--src-prefix=a/', '--dst-prefix=b/'],
  ...['--diff-algorithm=histogram', '--indent-heuristic', '--inter-hunk-context=0', '--no-function-context'],
];

/**
 * Lists the newest commits of a range without parentless ones: the first commit of a repository, or the last
 * of a shallow clone, appears to have added every file and changed none. Merges are included but do not count
 * towards the limit.
 */
export function listCommits(git: OpenedGit, { from, until, limit }: CommitRange): CommitList | null {
  if (!isFullId(from) || (until !== undefined && !isFullId(until))) return null;
  const asked = Math.min(Math.max(limit, 0), MAX_COMMITS);
  const range = [from, ...(until === undefined ? [] : [`^${until}`])];
  const paths = ['--', ...(git.prefix === '' ? [] : ['.'])];
  // One more than requested shows whether there are more; in most histories half of the commits are merges,
  // in some nearly all.
  for (let count = 2 * (asked + 1); ; count *= 4) {
    // Uses a format, because `--parents` omits parents in which a folder is unchanged.
    const args = ['rev-list', '--format=%H %P', '--min-parents=1', `--max-count=${count}`];
    const printed = git.line([...args, ...range, ...paths]);
    if (printed === null) return null;
    const families = printed.split('\n').flatMap((line) => {
      const [commit = '', ...parents] = line.trimEnd().split(' ');
      return isFullId(commit) ? [{ commit, isMerge: parents.length > 1 }] : [];
    });
    const plain = families.filter(({ isMerge }) => !isMerge);
    if (plain.length <= asked && families.length === count) continue;
    const isCut = plain.length > asked;
    const last = isCut ? families.indexOf(plain[asked - 1] as (typeof plain)[number]) : families.length - 1;
    const listed = families.slice(0, last + 1);
    return {
      commits: listed.map(({ commit }) => commit),
      merges: new Set(listed.filter(({ isMerge }) => isMerge).map(({ commit }) => commit)),
      isCut,
      folder: git.prefix,
    };
  }
}

const shownOptions = ['--no-walk=unsorted', '--no-notes', '--encoding=UTF-8', CHANGE_LOG_FORMAT];

/** How many incomparable commits are skipped one by one; after that the rest is described by names. */
const MOST_FAILURES = 20;
const withPatches = filesReader({ hasPatches: true });

/** Returns what commits changed, in order, without merges; null if git cannot tell. */
export function readDiffs(git: OpenedGit, commits: readonly string[]): DiffBatch | null {
  if (commits.length > MAX_COMMITS || !commits.every(isFullId)) return null;
  const diffs: CommitDiff[] = [];
  let left = commits;
  for (let failures = 0; left.length > 0; ) {
    const isEnough = failures >= MOST_FAILURES;
    const outcome = isEnough
      ? { status: 1, stdout: new Uint8Array(), isCut: false }
      : askLog(git, left, true);
    const isWhole = outcome.status === 0;
    const read = parseChangeLog(outcome.stdout, { readFiles: withPatches, isWhole });
    diffs.push(...read);
    if (isWhole) break;
    left = left.slice(read.length);
    if (read.length > 0) continue;
    failures++;
    // The first patch is too long, or needs a file missing in a partial clone; the others may be fine.
    const skipped = isEnough ? left : left.slice(0, 1);
    const named = readNames(git, skipped, { isWhole: outcome.isCut });
    if (named === null) return null;
    diffs.push(...(isEnough || outcome.isCut ? named : named.map((diff) => withPresent(git, diff))));
    left = left.slice(skipped.length);
  }
  return withBlobs(git, diffs, { comparedBytes: COMPARED_FILE_BYTES });
}

/**
 * Returns what merges themselves changed: lines that came from none of their parents, and lines they dropped.
 * Most have none. Starting from a merge that git cannot compare, because a partial clone lacks a file, the
 * rest is left out.
 */
export function readMerges(git: OpenedGit, merges: readonly string[]): readonly CommitDiff[] {
  if (merges.length === 0 || !merges.every(isFullId)) return [];
  const args = [...hunkSettings, 'log', ...shownOptions, ...rawOptions, ...hunkOptions, ...mergedOptions];
  const { status, stdout } = git.ask([...args, ...merges.slice(0, MAX_COMMITS), '--'], {
    maxBytes: PATCH_BYTES,
  });
  return parseChangeLog(stdout, { readFiles: mergedFilesReader(git.prefix), isWhole: status === 0 });
}

/** How many files are named in one call. */
const MOST_NAMED = 500;

/** Compares the files of a commit that exist in a partial clone; missing files are described by name. */
function withPresent(git: OpenedGit, diff: CommitDiff): CommitDiff {
  if (diff.commit === null) return diff;
  const ids = diff.files.flatMap(({ before, after }) => [before, after].filter((id) => id !== null));
  const sizes = blobSizes(git, ids);
  const isMissing = (id: string | null) => id !== null && !sizes.has(id);
  const missing = diff.files.filter(({ before, after }) => isMissing(before) || isMissing(after));
  const present = diff.files.filter((file) => !missing.includes(file));
  const paths = present.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
  if (paths.length === 0 || paths.length > MOST_NAMED) return diff;
  const { status, stdout } = askLog(git, [diff.commit], true, paths);
  const [read] = status === 0 ? parseChangeLog(stdout, { readFiles: withPatches, isWhole: true }) : [];
  if (read === undefined) return diff;
  const files = [...read.files, ...missing].sort((left, right) => compareCodePoints(left.path, right.path));
  return { ...read, files, isWhole: missing.length === 0 };
}

/** Describes commits by file names; a file renamed with small edits then counts as new. */
function readNames(
  git: OpenedGit,
  commits: readonly string[],
  { isWhole }: { readonly isWhole: boolean },
): readonly CommitDiff[] | null {
  if (commits.length === 0) return [];
  const { status, stdout } = askLog(git, commits, false);
  if (status !== 0) return null;
  const read = parseChangeLog(stdout, { readFiles: filesReader({ hasPatches: false }), isWhole: true });
  return read.map((diff) => ({ ...diff, isWhole }));
}

function askLog(
  git: OpenedGit,
  commits: readonly string[],
  hasPatches: boolean,
  only: readonly string[] = git.prefix === '' ? [] : ['.'],
) {
  const compared = hasPatches ? hunkOptions : ['-M100%'];
  const args = [
    ...hunkSettings,
    'log',
    '--no-merges',
    ...shownOptions,
    ...rawOptions,
    ...compared,
    ...commits,
    '--',
    ...only,
  ];
  return git.ask(args, { maxBytes: hasPatches ? PATCH_BYTES : NAMES_BYTES });
}
