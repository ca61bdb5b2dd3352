/**
 * Renders a pack as the text a model reads. The text holds all of the pack and can be read back: every line is a marker
 * of ours or one line of JSON, and JSON has no raw line breaks, so no content can pass for a marker.
 */
import { type CanonicalValue, canonicalText } from '../kernel/index.ts';
import { parsePack } from './parse-pack.ts';
import { type LabelledBlock, labelledBlocks, type PackBytes, type PromptPack } from './prompt-pack.ts';
import { toReadable } from './readable-json.ts';

/** The markers of the text, in their order. */
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

/** Renders a parsed pack. */
export function renderParsed(pack: PromptPack): string {
  const { truth: _truth, memory: _memory, task, style, contract, citations: _citations, ...header } = pack;
  const { scene: _scene, ...assignment } = task;
  const labelled = labelledBlocks(pack);
  const blocks = (letter: string): readonly string[] =>
    labelled.filter(({ label }) => label.startsWith(letter)).flatMap(renderBlock);
  return [
    ...[renderedSections.truth, ...blocks('T')],
    ...[renderedSections.memory, ...blocks('M')],
    ...[renderedSections.scene, ...blocks('S')],
    ...[renderedSections.task, json(assignment)],
    ...[renderedSections.style, json(style)],
    ...[renderedSections.contract, json(contract as CanonicalValue)],
    ...[renderedSections.sources, ...labelled.map(renderSource)],
    ...[renderedSections.header, json(header as CanonicalValue)],
    '',
  ].join('\n');
}

function renderBlock({ label, block }: LabelledBlock): readonly string[] {
  const { kind, form, synthesized, stale, payload } = block;
  const tags = [...(synthesized ? ['synthesized'] : []), ...(stale ? ['stale'] : [])];
  return [[`[${label}]`, form, kind, ...tags].join(' '), json(payload)];
}

function renderSource({ label, block }: LabelledBlock): string {
  return `[${label}] ${json([block.handle, block.provenance])}`;
}

function json(value: CanonicalValue): string {
  return toReadable(canonicalText(value));
}
