/** Tells what is gone from what could not be looked at this time: a file that may not be read is still there. */
import type { Skipped, SkipReason } from '../scan/skipped.ts';
import { pathsAbove } from '../scan/tree-path.ts';
import type { TreeChange } from '../trees/diff-trees.ts';

const unseenReasons: ReadonlySet<SkipReason> = new Set([
  'unreadable',
  'changing',
  'too-large',
  'path-too-long',
]);

/** Returns changes without the disappearance of what a scan left out. */
export function withoutUnseen(
  changes: readonly TreeChange[],
  skipped: readonly Skipped[],
): readonly TreeChange[] {
  const unseen = new Set(
    skipped.flatMap(({ path, reason }) => (unseenReasons.has(reason) ? [path.normalize('NFC')] : [])),
  );
  if (unseen.size === 0) return changes;
  const isUnseen = (path: string) => [path, ...pathsAbove(path)].some((place) => unseen.has(place));
  return changes.filter(({ path, after }) => after !== null || !isUnseen(path));
}
