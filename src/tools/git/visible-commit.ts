/**
 * A commit as one call knows it. A commit is known where it touched something the call sees; one that touched hidden
 * files alone, or cannot be reached from the commit at hand, is as unknown as one that never was.
 */
import type { GitReader } from './git-reader.ts';

/** A commit by its full id, with those of the paths it touched that are seen. */
type VisibleCommit = { readonly commit: string; readonly touched: readonly string[] };

/** Returns the one commit that the beginning of an id stands for of those that touched something that is seen. */
export function findVisibleCommit(
  reader: GitReader,
  { start, sees }: { readonly start: string; readonly sees: (rootPath: string) => boolean },
): VisibleCommit | undefined {
  const seen = reader.findCommits(start).flatMap((commit): readonly VisibleCommit[] => {
    const paths = reader.comparePaths({ kind: 'commit', commit }) ?? [];
    const touched = paths.filter((path) => sees(path));
    return touched.length === 0 ? [] : [{ commit, touched }];
  });
  // INVARIANT (hidden things answer alike): whether it stands for one is decided among what is seen.
  return seen.length === 1 ? seen[0] : undefined;
}
