/**
 * Recognises renames among the changes of a scan: what went in one place and came with equal content in another.
 * Whole directories first, so that files in them keep their places; then single files, those of the same name before
 * others. Empty files and directories say nothing about where they came from.
 */
import { type ContentId, contentId } from '../../kernel/index.ts';
import { directoryContentId } from '../scan/tree-ids.ts';
import { lastName } from '../scan/tree-path.ts';
import type { TreeChange } from '../trees/diff-trees.ts';

/** Former path by new path. */
export type Renames = ReadonlyMap<string, string>;

const tellingNothing: ReadonlySet<ContentId> = new Set([contentId(''), directoryContentId([])]);

/** Returns the renames among changes that are sorted by path; each path takes part in one at most. */
export function findRenames(changes: readonly TreeChange[]): Renames {
  const came = changes.filter(({ before, after }) => before === null && isTelling(after));
  const gone = changes.filter(({ before, after }) => after === null && isTelling(before));
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  const pair = (from: string, to: string): void => {
    renames.set(to, from);
    taken.add(from);
  };
  pairDirectories({ came, gone }, pair, (from, to) => taken.has(from) || renames.has(to));
  const isFree = ({ path }: TreeChange) => !taken.has(path) && !renames.has(path);
  const sources = Map.groupBy(gone.filter(isFree), keyOf);
  for (const [key, targets] of Map.groupBy(came.filter(isFree), keyOf)) {
    const left = [...(sources.get(key) ?? [])];
    const take = (to: TreeChange, index: number): void => {
      const [from] = index < 0 ? [] : left.splice(index, 1);
      if (from) pair(from.path, to.path);
    };
    for (const to of targets)
      take(
        to,
        left.findIndex(({ path }) => lastName(path) === lastName(to.path)),
      );
    for (const to of targets) if (!renames.has(to.path)) take(to, left.length > 0 ? 0 : -1);
  }
  return renames;
}

type Sides = { readonly came: readonly TreeChange[]; readonly gone: readonly TreeChange[] };

/** Pairs directories of equal content from the top down, and with each all that lies below. */
function pairDirectories(
  { came, gone }: Sides,
  pair: (from: string, to: string) => void,
  isTaken: (from: string, to: string) => boolean,
): void {
  const sources = Map.groupBy(gone.filter(isDirectory), keyOf);
  for (const to of came.filter(isDirectory).toSorted((a, b) => a.path.length - b.path.length)) {
    const from = sources.get(keyOf(to))?.find(({ path }) => !isTaken(path, to.path));
    if (!from || isTaken(from.path, to.path)) continue;
    pair(from.path, to.path);
    const prefix = `${to.path}/`;
    for (const { path } of came)
      if (path.startsWith(prefix)) pair(`${from.path}/${path.slice(prefix.length)}`, path);
  }
}

function isTelling(state: TreeChange['after']): boolean {
  return state !== null && !tellingNothing.has(state.contentId);
}

function isDirectory({ before, after }: TreeChange): boolean {
  return (before ?? after)?.kind === 'directory';
}

/** Two things can be one renamed only if they are of one kind, a file that became executable aside. */
function keyOf({ before, after }: TreeChange): string {
  const { kind, contentId: content } = (before ?? after) as NonNullable<TreeChange['after']>;
  return `${kind === 'executable' ? 'file' : kind} ${content}`;
}
