/**
 * A commit as one call knows it. A commit is known where it touched something the call sees; one that touched hidden
 * files alone, or cannot be reached from the commit at hand, is as unknown as one that never was.
 */
import type { GitReader } from './git-reader.ts';

/** A commit by its full id, with those of the paths it touched that are seen. */
type VisibleCommit = { readonly commit: string; readonly touched: readonly string[] };

/** Returns the commit that the beginning of an id stands for, if something it touched is seen. */
export function findVisibleCommit(
  reader: GitReader,
  { start, sees }: { readonly start: string; readonly sees: (rootPath: string) => boolean },
): VisibleCommit | undefined {
  const commit = reader.findCommit(start);
  if (commit === null) return undefined;
  const paths = reader.comparePaths({ kind: 'commit', commit }) ?? [];
  const touched = paths.filter((path) => sees(path));
  return touched.length === 0 ? undefined : { commit, touched };
}
