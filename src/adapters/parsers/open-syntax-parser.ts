/**
 * The parser behind the context's port: tree-sitter's grammars in WebAssembly. It is loaded with the first
 * source, and each grammar with the first source of its language.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as treeSitter from '@vscode/tree-sitter-wasm';
import type { Parser, ParseState, Tree, TreeCursor } from '@vscode/tree-sitter-wasm';
import type { SyntaxLanguage, SyntaxNode, SyntaxParser, SyntaxRequest } from '../../context/index.ts';

/** The package whose grammars produce the trees. */
export const PARSER_VERSION = 'tree-sitter-wasm-0.3.1';

/** Returns the tree of a piece, or undefined if it costs too much. */
type ParsePiece = (piece: TextPiece) => Promise<SyntaxNode | undefined>;

/** The shared parser machine of the process, because its memory is expensive to set up and to collect. */
let current: { readonly machine: Promise<ParserMachine>; isUsed: boolean } | undefined;

/** Opens a parser; nothing is loaded until it is asked to parse. */
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
    // Whether a source can be parsed must not depend on earlier sources, so the decision is left to a fresh
    // machine.
    return wasUsed ? parseOnMachine(request, piece) : undefined;
  }
}

/**
 * Parses a text as a whole or, if that costs too much, in pieces, until too many of those cost too much as
 * well.
 */
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

/** A machine that is out of memory stops with one of these errors, which have no other source in it. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof WasmFault || error instanceof RangeError;
}

/** A loaded parser. */
type ParserMachine = {
  /** Makes a parser of a language; the grammar is loaded with the first one. */
  createParser(language: SyntaxLanguage): Promise<treeSitter.Parser>;
};

/** What the package's type declarations leave out. */
type StartOptions = NonNullable<Parameters<typeof treeSitter.Parser.init>[0]> & {
  readonly wasmMemory: object;
  print(line: string): void;
  printErr(line: string): void;
};

const GRAMMARS: Readonly<Partial<Record<SyntaxLanguage, string>>> = { c: 'cpp', csharp: 'c-sharp' };

const load = createRequire(import.meta.url);

/** Loads the parser anew, with its own memory. */
async function openParserMachine(): Promise<ParserMachine> {
  const file = load.resolve('@vscode/tree-sitter-wasm');
  // The module holds its instance, so a fresh instance needs a fresh module.
  delete load.cache[file];
  const { Language, Parser } = load(file) as typeof treeSitter;
  const folder = dirname(file);
  await Parser.init(startOptions(folder));
  const grammars = new Map<string, Promise<treeSitter.Language>>();
  return {
    async createParser(language) {
      const grammar = GRAMMARS[language] ?? language;
      const loading = grammars.get(grammar) ?? Language.load(join(folder, `tree-sitter-${grammar}.wasm`));
      grammars.set(grammar, loading);
      return new Parser().setLanguage(await loading);
    },
  };
}

function startOptions(folder: string): StartOptions {
  const { firstPages, mostPages } = parserLimits;
  // Its messages about running out of memory would mix with a command's output.
  const silence = () => {};
  return {
    locateFile: (name) => join(folder, name),
    wasmMemory: new WasmMemory({ initial: firstPages, maximum: mostPages }),
    print: silence,
    printErr: silence,
  };
}

declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => object;
  readonly RuntimeError: new () => Error;
};

/** Makes a memory of pages of 64 KiB. */
const WasmMemory = WebAssembly.Memory;

/** The error of a program that stopped itself. */
const WasmFault = WebAssembly.RuntimeError;

const BYTES_OF_CHARACTER = 2;

/** Returns the copied tree of a piece, or undefined if it costs too much; the parser is consumed. */
function parsePiece(
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

/** Makes the callback that stops a parse that costs too much. */
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

/** Where a piece of a text begins. */
type PieceStart = { readonly offset: number; readonly line: number };

type GrowingNode = SyntaxNode & { readonly children: SyntaxNode[] };

/** Copies the tree of a piece; positions are relative to the whole text. */
function copyTree(tree: Tree, enters: SyntaxRequest['enters'], start: PieceStart): SyntaxNode {
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

/** Adds the node at the cursor to the open one, and opens it if it is to be entered. */
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

/** Moves to the next unseen node, closing those that are done. */
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

/** The documented limits. */
const parserLimits = {
  /** How many characters of a text are parsed. */
  textLength: 512 * 1024,
  /** How deep a tree is copied; deeper nodes are left out. */
  depth: 200,
  /**
   * The cost limit of a source while no rule fits it: the sum of the offsets at which the parser reports that
   * it is looking for a way to continue. Each such step takes time in proportion to what was read, so the sum
   * grows with the time.
   */
  errorWork: 2_000_000,
  /**
   * How many reports, of a hundred steps each, the parser may make, initially and per thousand characters.
   * Human-written sources take up to twenty; one that takes far more is ambiguous at every position, and all
   * meanings are followed.
   */
  firstReports: 200,
  reportsPerThousand: 24,
  /**
   * The length, in characters, of the pieces of a source that cost too much as a whole, and how many of them
   * may cost too much.
   */
  pieceLength: 16 * 1024,
  refusedPieces: 4,
  /** The initial and the maximum memory of a parser, in pages of 64 KiB. */
  firstPages: 512,
  mostPages: 4_096,
} as const;

/** A piece of a text, with the offset and the line, counted from one, at which it begins. */
type TextPiece = { readonly text: string; readonly offset: number; readonly line: number };

/** A line without indentation that starts something, after the end of another. */
const BOUNDARY = /\n(?=[^\s})\]])/g;

/**
 * Cuts a text into consecutive pieces of at most a given length that can be parsed separately: between
 * declarations, if the lines reveal them.
 */
export function cutPieces(text: string, pieceLength: number): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let line = 1;
  for (let offset = 0; offset < text.length; ) {
    const end = pieceEnd(text, offset, pieceLength);
    const piece = text.slice(offset, end);
    pieces.push({ text: piece, offset, line });
    line += piece.split('\n').length - 1;
    offset = end;
  }
  return pieces;
}

function pieceEnd(text: string, offset: number, pieceLength: number): number {
  const most = offset + pieceLength;
  if (most >= text.length) return text.length;
  const window = text.slice(offset, most);
  const boundary = Array.from(window.matchAll(BOUNDARY)).at(-1)?.index ?? window.lastIndexOf('\n');
  if (boundary > 0) return offset + boundary + 1;
  // Half of a surrogate pair would be a character of its own.
  return isLowSurrogate(text.charCodeAt(most)) ? most - 1 : most;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
