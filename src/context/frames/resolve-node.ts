/** Finds the node a person means: by its path, or by its id or as many digits of it as make it the only one. */
import { cite, didYouMean, isSha256, PenumbraError, shortId } from '../../kernel/index.ts';
import type { Tree, TreeNode } from '../scan/tree.ts';
import { joinPath, ROOT_PATH } from '../scan/tree-ids.ts';

const ID = /^(?:(node|content):)?([0-9a-f]{4,64})$/;
const FRAME = /^(?:frame:)?[0-9a-f]{4,64}$/i;

/** Returns the node that a text names, or throws `node-not-found`. */
export function resolveNode(tree: Tree, text: string): TreeNode {
  const path = plainPath(text);
  const node = tree.at(path);
  if (node) return node;
  const [, kind = 'node', digits] = ID.exec(text.toLowerCase()) ?? [];
  if (digits === undefined) return requireNode({ tree }, path);
  const found = nodesById(tree, `${kind}:${digits}`, kind === 'content');
  if (found.length === 0) return requireNode({ tree }, path);
  const [first, second] = found;
  if (first && (!second || isSha256(digits))) return first;
  throw new PenumbraError(
    'invalid-id',
    `${cite(text)} is ambiguous: ${found.slice(0, 8).map(nameOf).join(', ')}`,
    {
      hint: 'give more digits, or the path',
    },
  );
}

/** Tells whether a text means a frame by its id or the beginning of it; what is a path of the tree means the path. */
export function namesFrame(tree: Tree, text: string): boolean {
  return FRAME.test(text) && tree.at(plainPath(text)) === undefined;
}

/** Returns a path without what people type around it: `./src/` is `src`. One from the root of the disk stays one. */
export function plainPath(text: string): string {
  if (typeof text !== 'string') throw new PenumbraError('node-not-found', 'a path is a text');
  const names = text.normalize('NFC').split('/');
  // The root of the disk is not that of the workspace, and nothing in the tree begins there.
  if (names.length > 1 && names[0] === '') return names.join('/');
  const kept = names.filter((name) => name !== '' && name !== '.');
  return kept.length === 0 ? ROOT_PATH : kept.join('/');
}

function nodesById(tree: Tree, prefix: string, isContent: boolean): readonly TreeNode[] {
  const found: TreeNode[] = [];
  for (const node of tree.walk())
    if ((isContent ? node.contentId : node.nodeId).startsWith(prefix)) found.push(node);
  return found;
}

function nameOf({ path, nodeId }: TreeNode): string {
  return `${shortId(nodeId)} ${path}`;
}

/** What nodes are found in. */
type NodesByPath = Pick<Tree, 'at'> & { children(directory: string): readonly TreeNode[] | undefined };

/** Returns the node at a path, or throws `node-not-found`. */
export function requireNode({ tree }: { readonly tree: NodesByPath }, path: string): TreeNode {
  const node = tree.at(path);
  if (node) return node;
  throw new PenumbraError('node-not-found', `there is nothing at ${cite(path)}${nearName(tree, path)}`, {
    data: { path },
    hint: 'name a path below the root of the workspace, with `/` between names; ignored files and empty directories are not in the tree',
  });
}

/** Suggests what was meant in the deepest directory of the path that is there. */
function nearName(tree: NodesByPath, path: string): string {
  let directory: string = ROOT_PATH;
  for (const name of path.split('/')) {
    const below = joinPath(directory, name);
    const node = tree.at(below);
    if (!node) {
      const siblings = tree.children(directory) ?? [];
      return didYouMean(
        below,
        siblings.map((sibling) => sibling.path),
      );
    }
    directory = node.path;
  }
  return ` (did you mean ${cite(directory)}?)`;
}
