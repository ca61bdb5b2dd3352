/** The tool `search`: plain text in the visible files of the scanned tree, in the tree's order, and symbols by name. */
import { decodeUtf8, fields } from '../../kernel/index.ts';
import { lineOfTextUpTo, wholeNumberUpTo } from '../calls/argument-shapes.ts';
import { createTurns } from '../calls/create-turns.ts';
import { READS, type Tool, type ToolCall, type ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { FileRead } from '../file/disk-files.ts';
import { findInText, type LineHit } from './find-in-text.ts';
import { searchLimits } from './search-limits.ts';
import { symbolsCommand } from './search-symbols.ts';

type SearchArguments = { readonly pattern: string; readonly maxHits?: number };

/** A line that holds the text; the path is relative to the root. */
type SearchHit = LineHit & { readonly path: string; readonly below: string };

type Search = { readonly hits: readonly SearchHit[]; readonly isCut: boolean };

const NUL = 0;
const REPLACEMENT = '\ufffd';

/** The tool `search`. */
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

/** In a file that is not UTF-8, a line that is not either is found and not shown, for no other text stands for its bytes. */
function* hitsIn({ bytes }: FileRead, pattern: string): Generator<LineHit> {
  const text = decodeUtf8(bytes);
  if (text !== null) return yield* findInText(text, pattern);
  for (const hit of findInText(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), pattern))
    yield hit.text.includes(REPLACEMENT) ? { ...hit, text: '' } : hit;
}
