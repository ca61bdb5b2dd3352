/** Paths and ids of tree nodes; neither depends on where the workspace is located. */
import { type ContentId, makeId, type NodeId, taggedHash } from '../../kernel/index.ts';

/** The path of the root. */
export const ROOT_PATH = '.';

/** Joins a directory path and a name. */
export function joinPath(directory: string, name: string): string {
  return directory === ROOT_PATH ? name : `${directory}/${name}`;
}

/** Returns the parent directory, or null for the root. */
export function parentPath(path: string): string | null {
  if (path === ROOT_PATH) return null;
  const slash = path.lastIndexOf('/');
  return slash < 0 ? ROOT_PATH : path.slice(0, slash);
}

/** Returns the last segment of a path. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the ancestors of a path, nearest first, root last. */
export function pathsAbove(path: string): readonly string[] {
  const found: string[] = [];
  for (let above = parentPath(path); above !== null; above = parentPath(above)) found.push(above);
  return found;
}

/** Checks whether a path equals a directory or is below it. */
export function isWithin(path: string, directory: string): boolean {
  return directory === ROOT_PATH || path === directory || path.startsWith(`${directory}/`);
}

/** Node kinds; the executable bit makes a separate kind, so that it is part of every id. */
export const nodeKinds = ['file', 'executable', 'directory', 'link'] as const;

export type NodeKind = (typeof nodeKinds)[number];

/** One entry of a directory. */
type DirectoryLine = readonly [name: string, kind: NodeKind, contentId: ContentId];

/** Returns the content id of a symbolic link, computed from its target. */
export function linkContentId(target: string): ContentId {
  return makeId('content', taggedHash('penumbra/link/1', target));
}

/** Returns the content id of a directory; lines must be sorted by the bytes of their names. */
export function directoryContentId(lines: readonly DirectoryLine[]): ContentId {
  return makeId('content', taggedHash('penumbra/directory/1', lines));
}

/** Returns the node id for a path and its content; the root's path is `.`. */
export function nodeIdOf(node: {
  readonly path: string;
  readonly kind: NodeKind;
  readonly contentId: ContentId;
}): NodeId {
  const { path, kind, contentId } = node;
  return makeId('node', taggedHash('penumbra/node/1', { content: contentId, kind, path }));
}
