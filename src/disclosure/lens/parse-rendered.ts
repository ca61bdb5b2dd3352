/** Reads a rendered pack back into the very pack it was made from, or refuses: there is one text for each pack. */
import {
  type CanonicalValue,
  canonicalize,
  PenumbraError,
  parseCanonical,
  sha256,
} from '../../kernel/index.ts';
import { isPromptPack } from './pack-shape.ts';
import { type Block, labelledBlocks, type PackBytes, type PromptPack } from './prompt-pack.ts';
import { fromReadable } from './readable-json.ts';
import { renderedSections, renderParsed } from './render-pack.ts';

const MARK = /^\[([TMS][0-9]+)\] (full|gist) ([^ ]+)( synthesized)?( stale)?$/;
const SOURCE = /^\[([TMS][0-9]+)\] (.+)$/;

/** Parses a rendered pack, or throws `not-canonical`. */
export function parseRendered(text: string): PackBytes {
  if (typeof text !== 'string') throw refused('it is no text');
  const pack = readPack(text.split('\n'));
  if (!isPromptPack(pack)) throw refused('a part of it is not as it should be');
  // What was read must render to the very text: anything added, missing or moved is found here.
  if (renderParsed(pack) !== text) throw refused('the text is not the rendering of a pack');
  const bytes = canonicalize(pack);
  return Object.freeze({ bytes, hash: sha256(bytes) });
}

function readPack(lines: readonly string[]): unknown {
  const sections = Object.values(renderedSections);
  const starts = sections.map((marker) => lines.indexOf(marker));
  if (starts.includes(-1)) throw refused('a section is missing');
  const linesOf = (section: keyof typeof renderedSections): readonly string[] => {
    const start = lines.indexOf(renderedSections[section]);
    const next = starts.filter((other) => other > start).reduce((a, b) => Math.min(a, b), lines.length - 1);
    return lines.slice(start + 1, next);
  };
  const sources = new Map(linesOf('sources').map(readSource));
  const blocks = (section: 'truth' | 'memory' | 'scene') => readBlocks(linesOf(section), sources);
  const [truth, memory, scene] = [blocks('truth'), blocks('memory'), blocks('scene')];
  const task = { ...(readJson(linesOf('task')[0]) as object), scene } as PromptPack['task'];
  const citations = labelledBlocks({ truth, memory, task }).map(({ label, block }) => [label, block.handle]);
  return {
    ...(readJson(linesOf('header')[0]) as object),
    truth,
    memory,
    task,
    style: readJson(linesOf('style')[0]),
    contract: readJson(linesOf('contract')[0]),
    citations: Object.fromEntries(citations),
  };
}

type Source = Pick<Block, 'handle' | 'provenance'>;

function readSource(line: string): readonly [label: string, source: Source] {
  const [, label, json] = SOURCE.exec(line) ?? [];
  if (label === undefined || json === undefined) throw refused('a source is not as it should be');
  const pair = readJson(json);
  if (!Array.isArray(pair) || pair.length !== 2) throw refused('a source is not as it should be');
  const [handle, provenance] = pair as unknown as [Source['handle'], Source['provenance']];
  return [label, { handle, provenance }];
}

function readBlocks(lines: readonly string[], sources: ReadonlyMap<string, Source>): readonly Block[] {
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index += 2) {
    const [, label, form, kind, synthesized, stale] = MARK.exec(lines[index] ?? '') ?? [];
    const source = sources.get(label ?? '');
    if (source === undefined || kind === undefined) throw refused('a block is not as it should be');
    blocks.push({
      ...source,
      kind,
      form: form as Block['form'],
      payload: readJson(lines[index + 1]),
      ...(synthesized !== undefined && { synthesized: true }),
      ...(stale !== undefined && { stale: true }),
    });
  }
  return blocks;
}

function readJson(line: string | undefined): CanonicalValue {
  try {
    return parseCanonical(fromReadable(line ?? ''));
  } catch {
    // The cause would name keys of payloads.
    throw refused('a line is not JSON');
  }
}

function refused(fault: string): PenumbraError {
  return new PenumbraError('not-canonical', `not a rendered pack: ${fault}`);
}
