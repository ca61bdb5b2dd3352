/**
 * Renders a pack as the text a model reads, and parses that text back into the same pack. Every line is
 * either a marker or one line of JSON. JSON has no raw line breaks, so no content can imitate a marker.
 */
import {
  type CanonicalValue,
  canonicalize,
  canonicalText,
  PenumbraError,
  parseCanonical,
  sha256,
} from '../../kernel/index.ts';
import { isPromptPack, parsePack } from './parse-pack.ts';
import { type Block, labelledBlocks, type PackBytes, type PromptPack } from './prompt-pack.ts';
import { blocksOf, type WrittenBlock, writeBlocks } from './write-pack.ts';

/** The markers of the text, in order. */
export const renderedSections = {
  truth: '# truth: what is established',
  memory: '# memory: what is remembered',
  scene: '# scene: where it stands',
  task: '# task',
  style: '# style',
  contract: '# contract: what the answer must keep to',
  sources: '# sources: what each label rests on',
  header: '# pack',
} as const;

/** Renders a compiled pack. */
export function renderPack(pack: PackBytes): string {
  return renderParsed(parsePack(pack));
}

function renderParsed(pack: PromptPack): string {
  return renderWritten(pack, writeBlocks(pack));
}

/** Renders a pack whose blocks have been written. */
export function renderWritten(pack: PromptPack, written: readonly WrittenBlock[]): string {
  const { truth: _truth, memory: _memory, task, style, contract, citations: _citations, ...header } = pack;
  const { scene: _scene, ...assignment } = task;
  const blocks = (letter: string): readonly string[] => blocksOf(letter, written).flatMap(renderBlock);
  return [
    ...[renderedSections.truth, ...blocks('T')],
    ...[renderedSections.memory, ...blocks('M')],
    ...[renderedSections.scene, ...blocks('S')],
    ...[renderedSections.task, json(assignment)],
    ...[renderedSections.style, json(style)],
    ...[renderedSections.contract, json(contract as CanonicalValue)],
    ...[renderedSections.sources, ...written.map(renderSource)],
    ...[renderedSections.header, json(header as CanonicalValue)],
    '',
  ].join('\n');
}

function renderBlock({ label, block, payload }: WrittenBlock): readonly string[] {
  const { kind, form, synthesized, stale } = block;
  const tags = [...(synthesized ? ['synthesized'] : []), ...(stale ? ['stale'] : [])];
  return [[`[${label}]`, form, kind, ...tags].join(' '), toReadable(payload)];
}

function renderSource({ label, handle, provenance }: WrittenBlock): string {
  return `[${label}] ${toReadable(`[${handle},${provenance}]`)}`;
}

function json(value: CanonicalValue): string {
  return toReadable(canonicalText(value));
}

const ESCAPED = /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u([0-9a-f]{4})|\\./g;
const BEYOND_ASCII = /[^\p{ASCII}]/gu;
const VISIBLE = /^(?!\p{Default_Ignorable_Code_Point}|\p{ASCII})[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;

/**
 * Returns canonical JSON with visible characters unescaped. Invisible characters stay escaped, so the
 * canonical text can be restored.
 */
export function toReadable(canonical: string): string {
  if (!canonical.includes('\\u')) return canonical;
  return canonical.replace(ESCAPED, (written, high?: string, low?: string, unit?: string) => {
    const character = unit === undefined ? fromHex(high) + fromHex(low) : fromHex(unit);
    return VISIBLE.test(character) ? character : written;
  });
}

/** Returns the canonical text that a readable one was made from. */
export function fromReadable(readable: string): string {
  return readable.replace(BEYOND_ASCII, (character) => {
    let escapes = '';
    for (let index = 0; index < character.length; index++) {
      escapes += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
    }
    return escapes;
  });
}

function fromHex(hex: string | undefined): string {
  return hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16));
}

const MARK = /^\[([TMS][0-9]+)\] (full|gist) ([^ ]+)( synthesized)?( stale)?$/;
const SOURCE = /^\[([TMS][0-9]+)\] (.+)$/;

/** Parses a rendered pack, or throws `not-canonical`. */
export function parseRendered(text: string): PackBytes {
  if (typeof text !== 'string') throw refused('it is no text');
  const pack = readPack(text.split('\n'));
  if (!isPromptPack(pack)) throw refused('a part of it is not as it should be');
  // The parsed pack must render to exactly this text, which detects anything added, missing or moved.
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
    // The original error would reveal keys of payloads.
    throw refused('a line is not JSON');
  }
}

function refused(fault: string): PenumbraError {
  return new PenumbraError('not-canonical', `not a rendered pack: ${fault}`);
}
