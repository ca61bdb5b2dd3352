/**
 * The parser behind the context's port: tree-sitter's grammars in WebAssembly. Loaded with the first source, each
 * grammar with the first source of its language.
 */
import type { SyntaxNode, SyntaxParser, SyntaxRequest } from '../../context/index.ts';
import { cutPieces, type TextPiece } from './cut-pieces.ts';
import { type ParsedPiece, parsePiece } from './parse-piece.ts';
import { parserLimits } from './parser-limits.ts';
import { openParserMachine, type ParserMachine } from './parser-machine.ts';
import { WasmFault } from './web-assembly.ts';

/** Names the package whose grammars make the trees. */
export const PARSER_VERSION = 'tree-sitter-wasm-0.3.1';

/** Parses a piece within a cost. */
type ParseWithin = (piece: TextPiece, mostErrorWork: number) => Promise<ParsedPiece>;

/** Opens a parser; nothing is loaded before it is asked to parse. */
export function openSyntaxParser(): SyntaxParser {
  let current: { readonly machine: Promise<ParserMachine>; isUsed: boolean } | undefined;

  async function parseWithin(
    request: SyntaxRequest,
    piece: TextPiece,
    mostErrorWork: number,
  ): Promise<ParsedPiece> {
    current ??= { machine: openParserMachine(), isUsed: false };
    const used = current;
    const parser = await (await used.machine).createParser(request.language);
    const wasUsed = used.isUsed;
    used.isUsed = true;
    try {
      return parsePiece(parser, { piece, enters: request.enters, mostErrorWork });
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      if (current === used) current = undefined;
      // Whether a source is parsed must not depend on those before it, so a fresh machine has the last word.
      return wasUsed ? parseWithin(request, piece, mostErrorWork) : { errorWork: mostErrorWork };
    }
  }

  return {
    version: PARSER_VERSION,
    parse: (request) => parseSource(request.text, (piece, most) => parseWithin(request, piece, most)),
  };
}

/** Parses a text as a whole, or where that costs too much in pieces, as long as these together cost no more. */
async function parseSource(text: string, parseWithin: ParseWithin): Promise<readonly SyntaxNode[]> {
  const { errorWork: mostErrorWork, pieceLength, textLength } = parserLimits;
  const head = cutPieces(text, textLength)[0] ?? { text: '', offset: 0, line: 1 };
  const whole = await parseWithin(head, mostErrorWork);
  if (whole.root !== undefined) return [whole.root];
  const roots: SyntaxNode[] = [];
  let left: number = mostErrorWork;
  for (const piece of cutPieces(head.text, pieceLength)) {
    if (left <= 0) break;
    const { root, errorWork } = await parseWithin(piece, left);
    if (root !== undefined) roots.push(root);
    left -= errorWork;
  }
  return roots;
}

/** A machine without memory stops itself with one of these, and none comes from elsewhere in it. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof WasmFault || error instanceof RangeError;
}
