/**
 * The tool `search`: finds plain text in the visible files of the scanned tree, in the tree's order, and
 * symbols by name.
 */
import { cutText, decodeUtf8, fields } from '../kernel/index.ts';
import { lineOfTextUpTo, wholeNumberUpTo } from './calls/argument-schema.ts';
import { createTurns } from './calls/create-turns.ts';
import { READS, type Tool, type ToolCall, type ToolResult } from './calls/tool-command.ts';
import { toolLimits } from './calls/tool-limits.ts';
import type { FileRead } from './ports/disk.ts';
import { searchLimits, symbolsCommand } from './search-symbols.ts';

type SearchArguments = { readonly pattern: string; readonly maxHits?: number };

/** A line that contains the text; the path is relative to the root. */
type SearchHit = LineHit & { readonly path: string; readonly below: string };

type Search = { readonly hits: readonly SearchHit[]; readonly isCut: boolean };

const NUL = 0;
const REPLACEMENT = '\ufffd';

export const searchTool: Tool = {
  name: 'search',
  description: 'Searches the files that are seen.',
  commands: {
    text: {
      description: 'Finds the lines that hold a text.',
      annotations: READS,
      shape: fields(
        { pattern: lineOfTextUpTo(toolLimits.patternLength), maxHits: wholeNumberUpTo(toolLimits.hits) },
        ['pattern'],
      ),
      run: searchText,
    },
    symbols: {
      ...symbolsCommand,
      description: 'Finds functions, classes and other symbols by name.',
      annotations: READS,
    },
  },
};

async function searchText(call: ToolCall): Promise<ToolResult> {
  const { place, means, reply } = call;
  const { pattern, maxHits = toolLimits.defaultHits } = call.arguments as SearchArguments;
  if (!means.context?.has(place.root)) return { reply: reply.invalid('MCP-CTX-I-001') };
  const { hits, isCut } = await collectHits(call, { pattern, maxHits });
  const shown = hits.map(({ below, line, text }) => ({
    address: below === '' ? place.address : `${place.address}/${below}`,
    line,
    text,
  }));
  const data = { resolved: place.address, hits: shown, count: shown.length, is_cut: isCut };
  return { reply: reply.success('MCP-FIND-S-001', { data }), value: hits };
}

async function collectHits(
  { place, view, means }: ToolCall,
  { pattern, maxHits }: Required<SearchArguments>,
): Promise<Search> {
  using reader = means.disk.openReader(place.disk);
  const hits: SearchHit[] = [];
  const turn = createTurns();
  let bytesLeft: number = toolLimits.searchedBytes;
  let isCut = false;
  for (const { path } of means.context?.get(place.root)?.files() ?? []) {
    const below = view().find(path);
    if (below === undefined) continue;
    const read = reader.readFile(below, { maxBytes: toolLimits.searchedFileBytes });
    if (typeof read === 'string' || read.bytes.includes(NUL)) continue;
    bytesLeft -= read.bytes.length;
    await turn(1 + read.bytes.length / searchLimits.bytesPerUnit);
    isCut ||= read.isCut;
    for (const hit of hitsIn(read, pattern)) {
      if (hits.length === maxHits) return { hits, isCut: true };
      hits.push({ path, below, ...hit });
    }
    if (bytesLeft <= 0) return { hits, isCut: true };
  }
  return { hits, isCut };
}

/**
 * In a file that is not UTF-8, a matching line that is not UTF-8 either is reported without its text, because
 * no text represents its bytes.
 */
function* hitsIn({ bytes }: FileRead, pattern: string): Generator<LineHit> {
  const text = decodeUtf8(bytes);
  if (text !== null) return yield* findInText(text, pattern);
  for (const hit of findInText(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), pattern))
    yield hit.text.includes(REPLACEMENT) ? { ...hit, text: '' } : hit;
}

/** A line that contains the text, counted from one. A long line is shown from around its first match. */
type LineHit = { readonly line: number; readonly text: string };

/** Yields the lines that contain a text of one line, each once. */
export function* findInText(text: string, pattern: string): Generator<LineHit> {
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(pattern); at >= 0; ) {
    for (let feed = text.indexOf('\n', counted); feed >= 0 && feed < at; feed = text.indexOf('\n', counted)) {
      line++;
      counted = feed + 1;
    }
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    yield { line, text: shorten(text.slice(counted, end), at - counted) };
    at = feed < 0 ? -1 : text.indexOf(pattern, end);
  }
}

/** Keeps the first match of a line within what is shown. */
function shorten(text: string, at: number): string {
  const start =
    at + toolLimits.patternLength > toolLimits.hitLength && text.length > toolLimits.hitLength ? at : 0;
  return cutText(text.slice(start), toolLimits.hitLength).trim();
}
