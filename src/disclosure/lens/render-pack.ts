/**
 * Renders a pack as the text a model reads. The text holds all of the pack and can be read back: every line is a marker
 * of ours or one line of JSON, and JSON has no raw line breaks, so no content can pass for a marker.
 */
import { type CanonicalValue, canonicalText } from '../../kernel/index.ts';
import { parsePack } from './parse-pack.ts';
import type { PackBytes, PromptPack } from './prompt-pack.ts';
import { toReadable } from './readable-json.ts';
import { blocksOf, type WrittenBlock, writeBlocks } from './write-pack.ts';

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
