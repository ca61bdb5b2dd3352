/** Resolves a node from user input: its path, its id, or an unambiguous prefix of the id. */
import { cite, didYouMean, isSha256, PenumbraError, shortId } from '../../kernel/index.ts';
import type { Tree, TreeNode } from '../scan/tree.ts';
import { joinPath, ROOT_PATH } from '../scan/tree-ids.ts';

const ID = /^(?:(node|content):)?([0-9a-f]{4,64})$/;
const FRAME = /^(?:frame:)?[0-9a-f]{4,64}$/i;

/** Returns the node for a text, or throws `node-not-found`. */
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

/** Checks whether a text is a frame id or a prefix of one; an existing path takes precedence. */
export function namesFrame(tree: Tree, text: string): boolean {
  return FRAME.test(text) && tree.at(plainPath(text)) === undefined;
}

/** Normalises a typed path: `./src/` becomes `src`. An absolute path stays absolute. */
export function plainPath(text: string): string {
  if (typeof text !== 'string') throw new PenumbraError('node-not-found', 'a path is a text');
  const names = text.normalize('NFC').split('/');
  // Keep the path absolute, so that it matches nothing in the tree.
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

/** The tree operations needed to find nodes. */
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

/** Suggests a similar name in the deepest existing directory of the path. */
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
