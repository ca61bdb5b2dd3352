/**
 * A commit as one call knows it. A commit is known where it touched something the call sees; one that touched hidden
 * files alone, or cannot be reached from the commit at hand, is as unknown as one that never was.
 */
import type { Sight } from '../calls/create-sight.ts';
import type { GitReader } from './git-reader.ts';

/** A commit by its full id, with those of the paths it touched that are seen. */
type VisibleCommit = { readonly commit: string; readonly touched: readonly string[] };

/** Returns the commit that the beginning of an id stands for, if something it touched is seen. */
export function findVisibleCommit(
  reader: GitReader,
  { start, sight }: { readonly start: string; readonly sight: Sight },
): VisibleCommit | undefined {
  const commit = reader.findCommit(start);
  if (commit === null) return undefined;
  const paths = reader.comparePaths({ kind: 'commit', commit }) ?? [];
  const touched = paths.filter((path) => sight.find(path) !== undefined);
  return touched.length === 0 ? undefined : { commit, touched };
}
