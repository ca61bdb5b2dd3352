/** Finds commits by what people call them, and where the work at hand began. */
import { isFullId, readCommitId } from './commit-id.ts';
import type { OpenedGit } from './open-git.ts';

/** Names, ids and steps back from them; no range, path, search through messages or option. */
const REVISION = /^(?![-.])[^\p{Cc}\p{Cs}\s:?*[\\]{1,250}$/u;
const OTHER = /\.\.|\^\{\/|^\^|\^[-@!]/;

/** In the order in which they are believed to be the main branch. */
const MAIN_BRANCHES = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/** Returns the full id of the commit that some words name, if it is there. */
export function resolveRevision(git: OpenedGit, text: string): string | null {
  return REVISION.test(text) && !OTHER.test(text) ? readCommitId(git, text) : null;
}

/**
 * Returns the newest commit that one shares with another, the main branch unless given. Where it is part of the other
 * there is none, for nothing has been done since.
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
