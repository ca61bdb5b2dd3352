/**
 * What a sandboxed program is shown beside its own directory: the roots a policy names, as far as the session sees them
 * whatever the path. A root that is seen under conditions, or is too large to look through, is not shown at all.
 */
import { type DiskPlace, execLimits, type HidesPath, hiddenNames } from '../../guard/index.ts';
import { sortByCodePoint } from '../../kernel/index.ts';
import type { ToolCall } from '../calls/tool-command.ts';
import type { DiskFiles } from '../file/disk-files.ts';
import type { SeenRoot } from './program-runner.ts';

type Seeing = Pick<ToolCall, 'snapshot' | 'means'>;

/** Returns the roots that are shown, in the order of the policy. */
export function findSeenRoots(call: Seeing): readonly SeenRoot[] {
  const { policy } = call.snapshot;
  return (policy.exec?.sees ?? []).flatMap((key) => {
    const place = call.means.exec?.roots?.get(key);
    const isCovered = place && coveredBy(key, call);
    const hidden = isCovered && findHidden(place, call.means.disk, isCovered);
    return place && hidden ? [{ key, place, hidden }] : [];
  });
}

/** Returns what is hidden in a root; null where that depends on more than the path, or nothing is seen. */
function coveredBy(key: string, { snapshot: { policy, mode } }: Seeing): HidesPath | null {
  const rows = policy.visibility.filter((row) => row.mode === mode && row.root === key);
  const isSeen = rows.some(({ subdirectory, answer }) => subdirectory === null && answer === 'always');
  if (!isSeen || rows.some(({ answer }) => typeof answer !== 'string')) return null;
  const never = new Set(
    rows.filter(({ answer }) => answer === 'never').map(({ subdirectory }) => subdirectory),
  );
  const hides = hiddenNames(policy.roots.find((root) => root.key === key) ?? { hidden: [] });
  return (path) => never.has(path) || hides(path);
}

/** Walks a root for what is to be covered up, and not below it; null where there is too much to look through. */
function findHidden(place: DiskPlace, disk: DiskFiles, isCovered: HidesPath): readonly string[] | null {
  const hidden: string[] = [];
  const waiting = [''];
  let left: number = execLimits.walkedEntries;
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const listed = disk.listDirectory({ ...place, path: join(place.path, directory) });
    // What cannot be listed by us cannot be listed by a program we start.
    if (typeof listed === 'string') continue;
    left -= listed.length;
    if (left < 0) return null;
    for (const { name, kind } of listed) {
      const path = join(directory, name);
      // A link leads to what is covered itself, or out of the root, where nothing is shown.
      if (kind === 'link') continue;
      if (isCovered(path)) hidden.push(path);
      else if (kind === 'directory') waiting.push(path);
    }
  }
  return sortByCodePoint(hidden);
}

function join(directory: string, name: string): string {
  return directory === '' || name === '' ? directory + name : `${directory}/${name}`;
}
