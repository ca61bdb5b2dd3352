/** Parses a piece of a source within what it may cost, and frees all that the parser held for it. */
import type { Parser, Tree } from '@vscode/tree-sitter-wasm';
import type { SyntaxNode, SyntaxRequest } from '../../context/index.ts';
import { copyTree } from './copy-tree.ts';
import type { TextPiece } from './cut-pieces.ts';

/** What parsing a piece cost, and the copied tree, unless it cost too much. */
export type ParsedPiece = { readonly root?: SyntaxNode; readonly errorWork: number };

/** A piece to parse, and what it may cost. */
export type PieceRequest = {
  readonly piece: TextPiece;
  readonly enters: SyntaxRequest['enters'];
  readonly mostErrorWork: number;
};

/** Parses a piece with a parser, which is used up by it. */
export function parsePiece(parser: Parser, { piece, enters, mostErrorWork }: PieceRequest): ParsedPiece {
  let errorWork = 0;
  const tree = parser.parse(piece.text, null, {
    progressCallback({ currentOffset, hasError }) {
      if (hasError) errorWork += currentOffset;
      return errorWork > mostErrorWork;
    },
  });
  const root = tree === null ? undefined : copyAndFree(tree, enters, piece);
  parser.delete();
  return root === undefined ? { errorWork } : { root, errorWork };
}

function copyAndFree(tree: Tree, enters: SyntaxRequest['enters'], piece: TextPiece): SyntaxNode {
  const root = copyTree(tree, enters, piece);
  tree.delete();
  return root;
}
