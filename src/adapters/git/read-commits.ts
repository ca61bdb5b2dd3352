/** Finds commits by ids and names, and reads them: author, date and message. */
import type { GitCommit } from '../../tools/index.ts';
import { logSettings, type OpenedGit } from './open-git.ts';

const FIELDS = 4;

/** Returns commits by their full ids, in that order; null if one of them cannot be read. */
export function readCommits({ run }: OpenedGit, commits: readonly string[]): readonly GitCommit[] | null {
  if (!commits.every(isFullId)) return null;
  if (commits.length === 0) return [];
  const shown = ['--no-walk=unsorted', '--no-patch', '--no-notes', '--no-color', '--encoding=UTF-8'];
  const format = '--format=tformat:%H%x00%an%x00%at%x00%B';
  const printed = run([...logSettings, 'log', '-z', ...shown, format, ...commits, '--']);
  const found = printed && parse(new TextDecoder().decode(printed));
  return found?.length === commits.length ? found : null;
}

/** Returns the committer date, not the author date; null if git cannot tell. */
export function readCommittedAt({ line }: OpenedGit, commit: string): string | null {
  return dateOf(line([...logSettings, 'log', '--max-count=1', '--format=%ct', commit, '--']) ?? '') || null;
}

/** Returns a git time, in seconds, as a UTC date; empty if it is invalid. */
export function dateOf(seconds: string): string {
  const date = new Date(Number(seconds) * 1000);
  const isDate = /^\d{1,12}$/.test(seconds) && !Number.isNaN(date.getTime());
  return isDate ? `${date.toISOString().slice(0, -'.000Z'.length)}Z` : '';
}

function parse(printed: string): GitCommit[] {
  const fields = printed.split('\0');
  const count = Math.floor(fields.length / FIELDS);
  return Array.from({ length: count }, (_, index) => {
    const [commit = '', author = '', seconds = '', message = ''] = fields.slice(index * FIELDS);
    return { commit, author, date: dateOf(seconds), message: message.trimEnd() };
  });
}

const FULL = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const START = /^[0-9a-f]{4,64}$/;

/** Returns whether a text is the full id of an object; only such texts are passed to git as ids. */
export function isFullId(text: string): boolean {
  return FULL.test(text);
}

/** Returns the commit that a name refers to, or null; `name` must not come from outside. */
export function readCommitId({ line }: OpenedGit, name: string): string | null {
  const id = line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  return id !== null && isFullId(id) ? id : null;
}

/** The most objects with the same id prefix to consider. */
const MOST_ALIKE = 1_000;

/**
 * Returns the full ids of the commits with this prefix that are ancestors of the current commit. Unreachable
 * commits were abandoned, fetched or stashed, and must not be revealed.
 */
export function findCommits(git: OpenedGit, start: string): readonly string[] {
  if (!START.test(start)) return [];
  const id = readCommitId(git, start);
  // A branch name can look like an id prefix, and another object can share the prefix.
  const alike = id?.startsWith(start) ? [id] : listAlike(git, start);
  return alike.filter((commit) => isBefore(git, { commit, later: 'HEAD' }));
}

function listAlike({ run }: OpenedGit, start: string): readonly string[] {
  const listed = idsIn(run(['rev-parse', `--disambiguate=${start}`])).slice(0, MOST_ALIKE);
  const commits = listed.length === 0 ? [] : idsIn(run(['rev-list', '--no-walk', ...listed]));
  // For a tag, git prints the commit it points to.
  return commits.filter((commit) => commit.startsWith(start));
}

function idsIn(printed: Uint8Array | null): readonly string[] {
  return new TextDecoder()
    .decode(printed ?? undefined)
    .split('\n')
    .filter(isFullId);
}

/** Returns whether a commit is another one or its ancestor. */
export function isBefore(
  { run }: OpenedGit,
  { commit, later }: { readonly commit: string; readonly later: string },
): boolean {
  return run(['merge-base', '--is-ancestor', commit, later]) !== null;
}

/** Returns the id of the empty tree, which every repository has in its hash format. */
export function emptyTreeLike(commit: string): string {
  return commit.length === 40
    ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
    : '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
}

/** Names, ids and steps back from them; no ranges, paths, message searches or options. */
const REVISION = /^(?![-.])[^\p{Cc}\p{Cs}\s:?*[\\]{1,250}$/u;
const OTHER = /\.\.|\^\{\/|^\^|\^[-@!]/;

/** In order of preference as the main branch. */
const MAIN_BRANCHES = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/** Returns the full id of the commit that a revision expression names, if it exists. */
export function resolveRevision(git: OpenedGit, text: string): string | null {
  return REVISION.test(text) && !OTHER.test(text) ? readCommitId(git, text) : null;
}

/**
 * Returns the merge base with another commit, by default the main branch. Null if the head is an ancestor of
 * the other, because nothing has been done since.
 */
export function findMergeBase(git: OpenedGit, head: string, other?: string): string | null {
  const tip = other ?? mainBranch(git);
  if (tip === null || tip === head || ![head, tip].every(isFullId)) return null;
  const base = git.line(['merge-base', head, tip]);
  return base !== null && isFullId(base) && base !== head ? base : null;
}

function mainBranch(git: OpenedGit): string | null {
  const listed = git.line(['for-each-ref', '--format=%(objectname) %(refname)', ...MAIN_BRANCHES]);
  const lines = listed?.split('\n') ?? [];
  const [first] = MAIN_BRANCHES.flatMap((branch) => lines.find((line) => line.endsWith(` ${branch}`)) ?? []);
  return first?.split(' ', 1)[0] ?? null;
}
