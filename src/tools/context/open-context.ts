/**
 * Opens the context at the place of a call: the current tree, and what the call sees of it and of its frames.
 */
import { ROOT_PATH } from '../../context/index.ts';
import type { Policy } from '../../guard/index.ts';
import type { ToolCall } from '../calls/tool-command.ts';
import type { ContextReader } from '../ports/context.ts';
import { createVisibleFrames, type VisibleFrames } from './visible-frames.ts';
import { rootPath, seeTree, type VisibleTree } from './visible-tree.ts';

/** The context at a place. */
export type OpenContext = {
  readonly reader: ContextReader;
  /** The path of the place in the tree. */
  readonly path: string;
  readonly tree: VisibleTree;
  readonly frames: VisibleFrames;
  /** Returns the address of a visible path, in the namespace of the call if possible. */
  addressOf(path: string): string;
  /** Returns whether a path is governed by the same policy row as the place of the call. */
  isOfRow(path: string): boolean;
};

/** Opens the context of a call, or returns null if the root has none. */
export async function openContext({ place, view, means, snapshot }: ToolCall): Promise<OpenContext | null> {
  const reader = means.context?.get(place.root)?.frames;
  if (reader === undefined) return null;
  // Names in a tree are in normal form C. Another spelling might have a different visibility, so only this
  // one is used from here on.
  const path = place.path === '' ? ROOT_PATH : place.path.normalize('NFC');
  const tree = seeTree(await reader.look(path), view().ofRoot());
  const rowOf = rowsOf(snapshot.policy, place.root);
  return {
    reader,
    path,
    tree,
    frames: createVisibleFrames(reader, tree),
    addressOf: (other) => addressOf(place, rootPath(other)),
    isOfRow: (other) => rowOf(rootPath(other)) === rowOf(place.path),
  };
}

/** Returns the address of a root's path. Anything outside the call's entry is addressed by the root. */
function addressOf({ address, path: own, root }: ToolCall['place'], path: string): string {
  const slash = address.indexOf('/');
  const head = slash < 0 ? address : address.slice(0, slash);
  const below = slash < 0 ? '' : address.slice(slash);
  const base = `/${own}`.slice(0, own === '' ? 0 : own.length + 1 - below.length);
  const full = path === '' ? '' : `/${path}`;
  if (full === base || full.startsWith(`${base}/`)) return `${head}${full.slice(base.length)}`;
  return `root:${root}${full}`;
}

/** A grant applies to the row it was given by. Subdirectories named by rows are separate places. */
function rowsOf({ visibility, operations }: Policy, root: string): (path: string) => string | null {
  const rows = [...visibility, ...operations].filter((row) => row.root === root);
  const named = new Set(rows.map(({ subdirectory }) => subdirectory));
  return (path) => {
    const [first = ''] = path.split('/', 1);
    return named.has(first) ? first : null;
  };
}
