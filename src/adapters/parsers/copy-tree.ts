/** Copies the wanted parts of a syntax tree to plain data, with a list of its own in place of the call stack. */
import type { Tree, TreeCursor } from '@vscode/tree-sitter-wasm';
import type { SyntaxNode, SyntaxRequest } from '../../context/index.ts';
import { parserLimits } from './parser-limits.ts';

/** Where a piece of a text begins. */
export type PieceStart = { readonly offset: number; readonly line: number };

type GrowingNode = SyntaxNode & { readonly children: SyntaxNode[] };

/** Copies a tree of a piece of a text; positions are those of the text. */
export function copyTree(tree: Tree, enters: SyntaxRequest['enters'], start: PieceStart): SyntaxNode {
  const cursor = tree.walk();
  const root = readNode(cursor, start);
  const open: GrowingNode[] = [root];
  let isAtNode = cursor.gotoFirstChild();
  while (isAtNode) {
    isAtNode = addNode(cursor, open, enters, start) ? cursor.gotoFirstChild() : goOn(cursor, open);
  }
  cursor.delete();
  return root;
}

/** Adds the node at the cursor to the open one, and opens it where it is to be entered. */
function addNode(
  cursor: TreeCursor,
  open: GrowingNode[],
  enters: SyntaxRequest['enters'],
  start: PieceStart,
): boolean {
  const parent = open.at(-1);
  if (parent === undefined || !cursor.nodeIsNamed) return false;
  const node = readNode(cursor, start);
  parent.children.push(node);
  if (open.length >= parserLimits.depth || !enters(node, parent)) return false;
  if (!cursor.gotoFirstChild()) return false;
  cursor.gotoParent();
  open.push(node);
  return true;
}

/** Goes to the next node that was not seen, closing those that are done. */
function goOn(cursor: TreeCursor, open: GrowingNode[]): boolean {
  while (!cursor.gotoNextSibling()) {
    open.pop();
    if (open.length === 0 || !cursor.gotoParent()) return false;
  }
  return true;
}

function readNode(cursor: TreeCursor, { offset, line }: PieceStart): GrowingNode {
  return {
    type: cursor.nodeType,
    field: cursor.currentFieldName ?? undefined,
    start: cursor.startIndex + offset,
    end: cursor.endIndex + offset,
    startLine: cursor.startPosition.row + line,
    endLine: cursor.endPosition.row + line,
    children: [],
  };
}
