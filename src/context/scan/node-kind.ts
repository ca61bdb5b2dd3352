/** What a node of the tree is. */

/** The kinds of nodes; the executable bit makes a file another kind, so that it is part of every id. */
export const nodeKinds = ['file', 'executable', 'directory', 'link'] as const;

/** One kind of node. */
export type NodeKind = (typeof nodeKinds)[number];
