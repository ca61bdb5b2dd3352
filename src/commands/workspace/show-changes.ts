/** Turns the changes of a tree into the smallest list that tells them, with renames recognised. */
import {
  findRenames,
  lastName,
  type NodeState,
  parentPath,
  smallestChanges,
  type TreeChange,
} from '../../context/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import type { ShownChange } from '../../report/index.ts';

/** Returns what a person or program is told of changes that are whole and sorted by path. */
export function showChanges(changes: readonly TreeChange[]): readonly ShownChange[] {
  const renames = topmostRenames(findRenames(changes));
  const left = new Set(renames.values());
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const listed = smallestChanges(changes).filter(({ path }) => !left.has(path) && !renames.has(path));
  const renamed = [...renames].map(([to, from]) =>
    showRename({ from, to, before: byPath.get(from)?.before ?? null, after: byPath.get(to)?.after ?? null }),
  );
  return [...listed.map(showChange), ...renamed].sort((one, other) =>
    compareCodePoints(one.path, other.path),
  );
}

/** Returns every path of a changed file or link, for what works on files. */
export function changedFiles(changes: readonly TreeChange[]): readonly string[] {
  const isLeaf = (state: NodeState | null) => state !== null && state.kind !== 'directory';
  return changes.flatMap(({ path, before, after }) => (isLeaf(after ?? before) ? [path] : []));
}

/** Leaves out what moved only with the directory it is in. */
function topmostRenames(renames: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const isCarried = (to: string, from: string) =>
    lastName(to) === lastName(from) && renames.get(parentPath(to) ?? '') === parentPath(from);
  return new Map([...renames].filter(([to, from]) => !isCarried(to, from)));
}

function showChange({ path, before, after }: TreeChange): ShownChange {
  const kind = (after ?? before)?.kind ?? 'file';
  return {
    path,
    change: before === null ? 'added' : after === null ? 'removed' : 'changed',
    kind,
    ...(before && before.kind !== kind && { kindBefore: before.kind }),
    before: before?.contentId ?? null,
    after: after?.contentId ?? null,
  };
}

function showRename(rename: {
  readonly from: string;
  readonly to: string;
  readonly before: NodeState | null;
  readonly after: NodeState | null;
}): ShownChange {
  const { from, to, before, after } = rename;
  return { ...showChange({ path: to, before, after }), change: 'renamed', from };
}
