/**
 * Detects renames among the changes of a scan by matching deleted paths with added paths of equal content.
 * Directories are matched before files, larger directories first, so that files in them keep their places;
 * then files with the same name before other files. Empty files and directories are matched only as part of a
 * directory that was renamed.
 */
import { type ContentId, contentId } from '../../kernel/index.ts';
import { directoryContentId, lastName, parentPath, pathsAbove } from '../scan/tree-ids.ts';
import type { TreeChange } from './stored-trees.ts';

/** New paths mapped to their former paths. */
export type Renames = ReadonlyMap<string, string>;

const tellingNothing: ReadonlySet<ContentId> = new Set([contentId(''), directoryContentId([])]);

/** Returns the renames among changes sorted by path. Each path takes part in at most one. */
export function findRenames(changes: readonly TreeChange[]): Renames {
  const came = changes.filter(({ before }) => before === null);
  const gone = changes.filter(({ after }) => after === null);
  const pairs = createPairs();
  pairDirectories({ came, gone }, pairs);
  pairFiles({ came, gone }, pairs);
  return pairs.renames;
}

type Sides = { readonly came: readonly TreeChange[]; readonly gone: readonly TreeChange[] };

/** The renames found so far. */
type Pairs = {
  readonly renames: Renames;
  add(rename: { readonly from: string; readonly to: string }): void;
  isFreeSource(change: TreeChange): boolean;
  isFreeTarget(change: TreeChange): boolean;
};

function createPairs(): Pairs {
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  return {
    renames,
    add({ from, to }) {
      renames.set(to, from);
      taken.add(from);
    },
    isFreeSource: ({ path }) => !taken.has(path),
    isFreeTarget: ({ path }) => !renames.has(path),
  };
}

/** Pairs directories of equal content, along with everything below them. */
function pairDirectories({ came, gone }: Sides, pairs: Pairs): void {
  const sources = Map.groupBy(gone.filter(isDirectory).filter(isTelling), keyOf);
  const below = Map.groupBy(came, ({ path }) => parentPath(path) ?? '');
  const sizes = sizesOf(came);
  const bySize = (left: TreeChange, right: TreeChange) =>
    (sizes.get(right.path) ?? 0) - (sizes.get(left.path) ?? 0);
  for (const to of came.filter(isDirectory).filter(isTelling).toSorted(bySize)) {
    const from = pairs.isFreeTarget(to) && sources.get(keyOf(to))?.find(pairs.isFreeSource);
    if (!from) continue;
    const open = [{ from: from.path, to: to.path }];
    for (let rename = open.pop(); rename; rename = open.pop()) {
      pairs.add(rename);
      for (const { path } of below.get(rename.to) ?? [])
        open.push({ from: `${rename.from}/${lastName(path)}`, to: path });
    }
  }
}

function pairFiles({ came, gone }: Sides, pairs: Pairs): void {
  const isLeaf = (change: TreeChange) => !isDirectory(change) && isTelling(change);
  const sources = Map.groupBy(gone.filter(isLeaf).filter(pairs.isFreeSource), keyOf);
  const targets = Map.groupBy(came.filter(isLeaf).filter(pairs.isFreeTarget), keyOf);
  for (const [key, wanted] of targets) {
    const left = [...(sources.get(key) ?? [])];
    const take = (to: TreeChange, index: number): void => {
      const [from] = index < 0 ? [] : left.splice(index, 1);
      if (from) pairs.add({ from: from.path, to: to.path });
    };
    for (const to of wanted)
      take(
        to,
        left.findIndex(({ path }) => lastName(path) === lastName(to.path)),
      );
    for (const to of wanted.filter(pairs.isFreeTarget)) take(to, left.length > 0 ? 0 : -1);
  }
}

/** Counts the entries below each path. */
function sizesOf(changes: readonly TreeChange[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { path } of changes)
    for (const above of pathsAbove(path)) sizes.set(above, (sizes.get(above) ?? 0) + 1);
  return sizes;
}

function isTelling({ before, after }: TreeChange): boolean {
  const state = before ?? after;
  return state !== null && !tellingNothing.has(state.contentId);
}

function isDirectory({ before, after }: TreeChange): boolean {
  return (before ?? after)?.kind === 'directory';
}

/**
 * Returns the key two paths must share to be a rename: same kind (ignoring the executable bit) and same
 * content.
 */
function keyOf({ before, after }: TreeChange): string {
  const { kind, contentId: content } = (before ?? after) as NonNullable<TreeChange['after']>;
  return `${kind === 'executable' ? 'file' : kind} ${content}`;
}
