/** Parses a piece of a source within what it may cost, and frees all that the parser held for it. */
import type { Parser, ParseState } from '@vscode/tree-sitter-wasm';
import type { SyntaxNode, SyntaxRequest } from '../../context/index.ts';
import { copyTree } from './copy-tree.ts';
import type { TextPiece } from './cut-pieces.ts';
import { parserLimits } from './parser-limits.ts';

const BYTES_OF_CHARACTER = 2;

/** Returns the copied tree of a piece, or nothing where it costs too much; the parser is used up by it. */
export function parsePiece(
  parser: Parser,
  piece: TextPiece,
  enters: SyntaxRequest['enters'],
): SyntaxNode | undefined {
  const tree = parser.parse(piece.text, null, { progressCallback: createBound() });
  const root = tree === null ? undefined : copyTree(tree, enters, piece);
  tree?.delete();
  parser.delete();
  return root;
}

/** Makes a watch over one parse, which says when it costs too much. */
function createBound(): (state: ParseState) => boolean {
  const { errorWork: mostErrorWork, firstReports, reportsPerThousand } = parserLimits;
  let errorWork = 0;
  let reports = 0;
  return ({ currentOffset, hasError }) => {
    reports++;
    if (hasError) errorWork += currentOffset;
    const characters = currentOffset / BYTES_OF_CHARACTER;
    return errorWork > mostErrorWork || reports > firstReports + (characters * reportsPerThousand) / 1_000;
  };
}
