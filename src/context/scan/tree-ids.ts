/**
 * The ids of the tree. A file's content id is the bare hash of its bytes; links and directories are hashed under their
 * own tags, so that no file can pass for them.
 * INVARIANT (ids know no place): only names, kinds and bytes go in; times, owner and the root's place never do.
 */
import { type ContentId, makeId, type NodeId, taggedHash } from '../../kernel/index.ts';

/** One line of a directory: what stands in it, by name. */
export type DirectoryLine = readonly [name: string, kind: NodeKind, contentId: ContentId];

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

/** The kinds of nodes; the executable bit makes a file another kind, so that it is part of every id. */
export const nodeKinds = ['file', 'executable', 'directory', 'link'] as const;

/** One kind of node. */
export type NodeKind = (typeof nodeKinds)[number];
