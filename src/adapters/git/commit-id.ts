/** Ids of commits: only what is one is ever given to git as one. */
import type { OpenedGit } from './open-git.ts';

const FULL = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const START = /^[0-9a-f]{4,64}$/;

/** Tells whether a text is the full id of an object. */
export function isFullId(text: string): boolean {
  return FULL.test(text);
}

/** Returns the commit that something names, or null; `name` must not come from outside. */
export function readCommitId({ line }: OpenedGit, name: string): string | null {
  const id = line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  return id !== null && isFullId(id) ? id : null;
}

/**
 * Returns the full id of a commit that the one at hand came from. What cannot be reached from there was left behind,
 * fetched or stashed, and is nobody's business.
 */
export function findCommit(git: OpenedGit, start: string): string | null {
  if (!START.test(start)) return null;
  const id = readCommitId(git, start);
  // A branch can have a name that looks like the beginning of an id.
  if (id === null || !id.startsWith(start)) return null;
  return isBefore(git, { commit: id, later: 'HEAD' }) ? id : null;
}

/** Tells whether a commit is another one or came before it. */
export function isBefore(
  { run }: OpenedGit,
  { commit, later }: { readonly commit: string; readonly later: string },
): boolean {
  return run(['merge-base', '--is-ancestor', commit, later]) !== null;
}

/** Returns the id of the tree without entries, which every repository knows by its kind of ids. */
export function emptyTreeLike(commit: string): string {
  return commit.length === 40
    ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
    : '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
}
