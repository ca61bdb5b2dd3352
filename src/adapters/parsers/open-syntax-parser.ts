/**
 * The parser behind the context's port: tree-sitter's grammars in WebAssembly. Loaded with the first source, each
 * grammar with the first source of its language.
 */
import type { SyntaxNode, SyntaxParser, SyntaxRequest } from '../../context/index.ts';
import { cutPieces, type TextPiece } from './cut-pieces.ts';
import { parsePiece } from './parse-piece.ts';
import { parserLimits } from './parser-limits.ts';
import { openParserMachine, type ParserMachine } from './parser-machine.ts';
import { WasmFault } from './web-assembly.ts';

/** Names the package whose grammars make the trees. */
export const PARSER_VERSION = 'tree-sitter-wasm-0.3.1';

/** Returns the tree of a piece, or nothing where it costs too much. */
type ParsePiece = (piece: TextPiece) => Promise<SyntaxNode | undefined>;

/** The machine of all parsers of the process, for its memory is dear to set up and to collect. */
let current: { readonly machine: Promise<ParserMachine>; isUsed: boolean } | undefined;

/** Opens a parser; nothing is loaded before it is asked to parse. */
export function openSyntaxParser(): SyntaxParser {
  return {
    version: PARSER_VERSION,
    parse: (request) => parseSource(request.text, (piece) => parseOnMachine(request, piece)),
  };
}

async function parseOnMachine(request: SyntaxRequest, piece: TextPiece): Promise<SyntaxNode | undefined> {
  current ??= { machine: openParserMachine(), isUsed: false };
  const used = current;
  const parser = await (await used.machine).createParser(request.language);
  const wasUsed = used.isUsed;
  used.isUsed = true;
  try {
    return parsePiece(parser, piece, request.enters);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    if (current === used) current = undefined;
    // Whether a source is parsed must not depend on those before it, so a fresh machine has the last word.
    return wasUsed ? parseOnMachine(request, piece) : undefined;
  }
}

/** Parses a text as a whole, or where that costs too much in pieces, until too many of them do so, too. */
async function parseSource(text: string, parse: ParsePiece): Promise<readonly SyntaxNode[]> {
  const { pieceLength, refusedPieces, textLength } = parserLimits;
  const head = cutPieces(text, textLength)[0] ?? { text: '', offset: 0, line: 1 };
  const whole = await parse(head);
  if (whole !== undefined) return [whole];
  const roots: SyntaxNode[] = [];
  let refused = 0;
  for (const piece of cutPieces(head.text, pieceLength)) {
    const root = await parse(piece);
    if (root !== undefined) roots.push(root);
    else if (++refused === refusedPieces) break;
  }
  return roots;
}

/** A machine without memory stops itself with one of these, and none comes from elsewhere in it. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof WasmFault || error instanceof RangeError;
}
