/** How the nodes of a tree are named: by paths, and by ids that do not tell where the workspace lies. */
import { type ContentId, makeId, type NodeId, taggedHash } from '../../kernel/index.ts';

/** The path of the root. */
export const ROOT_PATH = '.';

/** Returns the path of what stands in a directory under a name. */
export function joinPath(directory: string, name: string): string {
  return directory === ROOT_PATH ? name : `${directory}/${name}`;
}

/** Returns the directory of a path, or null for the root. */
export function parentPath(path: string): string | null {
  if (path === ROOT_PATH) return null;
  const slash = path.lastIndexOf('/');
  return slash < 0 ? ROOT_PATH : path.slice(0, slash);
}

/** Returns the last name of a path. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the directories above a path, the nearest first, the root last. */
export function pathsAbove(path: string): readonly string[] {
  const found: string[] = [];
  for (let above = parentPath(path); above !== null; above = parentPath(above)) found.push(above);
  return found;
}

/** Tells whether a path is a directory's own or lies below it. */
export function isWithin(path: string, directory: string): boolean {
  return directory === ROOT_PATH || path === directory || path.startsWith(`${directory}/`);
}

/** The kinds of nodes; the executable bit makes a file another kind, so that it is part of every id. */
export const nodeKinds = ['file', 'executable', 'directory', 'link'] as const;

/** One kind of node. */
export type NodeKind = (typeof nodeKinds)[number];

/** One line of a directory: what stands in it, by name. */
type DirectoryLine = readonly [name: string, kind: NodeKind, contentId: ContentId];

/** Returns the content id of a symbolic link from its target text. */
export function linkContentId(target: string): ContentId {
  return makeId('content', taggedHash('penumbra/link/1', target));
}

/** Returns the content id of a directory from its lines, sorted by the bytes of their names. */
export function directoryContentId(lines: readonly DirectoryLine[]): ContentId {
  return makeId('content', taggedHash('penumbra/directory/1', lines));
}

/** Returns the id of a place in the tree with what stands there; the path of the root is `.`. */
export function nodeIdOf(node: {
  readonly path: string;
  readonly kind: NodeKind;
  readonly contentId: ContentId;
}): NodeId {
  const { path, kind, contentId } = node;
  return makeId('node', taggedHash('penumbra/node/1', { content: contentId, kind, path }));
}
