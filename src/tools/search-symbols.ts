/**
 * The command `search symbols`: finds functions, classes and other declarations by name. Only visible files
 * that contain the name are parsed. The work is limited by their number and size, never by time.
 */
import type { SourceSymbol } from '../context/index.ts';
import { compareCodePoints, fields, oneOf } from '../kernel/index.ts';
import { lineOfTextUpTo, wholeNumberUpTo } from './calls/argument-schema.ts';
import { createTurns } from './calls/create-turns.ts';
import type { ToolCall, ToolCommand, ToolResult } from './calls/tool-command.ts';
import { toolLimits } from './calls/tool-limits.ts';
import type { ContextFile, ContextServices, FileSymbol } from './calls/tool-services.ts';

const MEBI = 1024 * 1024;

/** The documented limits. */
export const searchLimits = {
  /** The maximum number of parsed files that contain the name, the size of each, and their total size. */
  parsedFiles: 500,
  parsedFileBytes: MEBI,
  parsedBytes: 32 * MEBI,
  /** How many bytes of a file take as much work as one directory entry. */
  bytesPerUnit: 16 * 1024,
} as const;

type SymbolArguments = { readonly name: string; readonly kind?: string; readonly maxHits?: number };

/** A symbol whose name contains the text; the path is relative to the root. */
type SymbolHit = FileSymbol & { readonly path: string; readonly below: string };

type Candidates = { readonly files: readonly Candidate[]; readonly isCut: boolean };
type Candidate = { readonly file: ContextFile; readonly below: string; readonly bytes: Uint8Array };

const NUL = 0;

/** Every kind of symbol; the type checker ensures that none is missing. */
const kinds: Readonly<Record<SourceSymbol['kind'], true>> = {
  annotation: true,
  class: true,
  constant: true,
  constructor: true,
  delegate: true,
  enum: true,
  event: true,
  field: true,
  function: true,
  impl: true,
  interface: true,
  macro: true,
  member: true,
  method: true,
  module: true,
  namespace: true,
  property: true,
  record: true,
  struct: true,
  trait: true,
  type: true,
  union: true,
  variable: true,
};

export const symbolsCommand: ToolCommand = {
  shape: fields(
    {
      name: lineOfTextUpTo(toolLimits.patternLength),
      kind: oneOf(Object.keys(kinds)),
      maxHits: wholeNumberUpTo(toolLimits.hits),
    },
    ['name'],
  ),
  run: searchSymbols,
};

async function searchSymbols(call: ToolCall): Promise<ToolResult> {
  const { place, means, reply } = call;
  const { name, kind, maxHits = toolLimits.defaultHits } = call.arguments as SymbolArguments;
  const context = means.context?.get(place.root);
  if (context?.symbols === undefined) return { reply: reply.invalid('MCP-CTX-I-001') };
  const { files, isCut } = await findCandidates(call, context, name);
  const found: SymbolHit[] = [];
  for (const { file, below, bytes } of files) {
    for (const symbol of await context.symbols(file, bytes))
      if (symbol.name.includes(name) && (kind === undefined || symbol.kind === kind))
        found.push({ path: file.path, below, ...symbol });
  }
  const hits = found.sort(bestFirst(name)).slice(0, maxHits);
  const shown = hits.map((hit) => ({
    address: hit.below === '' ? place.address : `${place.address}/${hit.below}`,
    line: hit.line,
    kind: hit.kind,
    name: hit.name.slice(0, toolLimits.hitLength).toWellFormed(),
  }));
  const data = {
    resolved: place.address,
    hits: shown,
    count: shown.length,
    is_cut: isCut || found.length > hits.length,
  };
  return { reply: reply.success('MCP-FIND-S-002', { data }), value: hits };
}

/** Finds the visible files that contain a text, in the tree's order, within the limits. */
async function findCandidates(
  { place, view, means }: ToolCall,
  context: ContextServices,
  name: string,
): Promise<Candidates> {
  using reader = means.disk.openReader(place.disk);
  const files: Candidate[] = [];
  const sought = new TextEncoder().encode(name);
  const turn = createTurns();
  let bytesLeft: number = toolLimits.searchedBytes;
  let parsedBytesLeft: number = searchLimits.parsedBytes;
  for (const file of context.files()) {
    const below = view().find(file.path);
    if (below === undefined) continue;
    const read = reader.readFile(below, { maxBytes: searchLimits.parsedFileBytes });
    if (typeof read === 'string') continue;
    bytesLeft -= read.bytes.length;
    await turn(1 + read.bytes.length / searchLimits.bytesPerUnit);
    const { bytes, isCut } = read;
    // A file this large is data, and parsing part of a source says little about the whole.
    if (!isCut && !bytes.includes(NUL) && holds(bytes, sought)) {
      parsedBytesLeft -= bytes.length;
      if (files.length === searchLimits.parsedFiles || parsedBytesLeft < 0) return { files, isCut: true };
      files.push({ file, below, bytes });
    }
    if (bytesLeft <= 0) return { files, isCut: true };
  }
  return { files, isCut: false };
}

/** Returns whether bytes contain others. Equal texts have equal bytes, so nothing needs to be decoded. */
function holds(bytes: Uint8Array, sought: Uint8Array): boolean {
  const [first = 0] = sought;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (sought.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

/** Exact names come first, then prefixes, then other matches, each ordered by path and line. */
function bestFirst(name: string): (left: SymbolHit, right: SymbolHit) => number {
  const rank = (hit: SymbolHit) => (hit.name === name ? 0 : hit.name.startsWith(name) ? 1 : 2);
  return (left, right) =>
    rank(left) - rank(right) ||
    compareCodePoints(left.path, right.path) ||
    left.line - right.line ||
    compareCodePoints(left.name, right.name) ||
    compareCodePoints(left.kind, right.kind);
}
