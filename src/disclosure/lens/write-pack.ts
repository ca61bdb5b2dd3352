/**
 * Writes a pack as canonical JSON. The payload and source of a block appear in both the pack and its rendered
 * text, so they are written once here and used for both.
 */
import { canonicalText, sortByCodePoint } from '../../kernel/index.ts';
import { type LabelledBlock, labelledBlocks, type PromptPack } from './prompt-pack.ts';

/** A block with the canonical text of its parts. */
export type WrittenBlock = LabelledBlock & {
  readonly handle: string;
  readonly payload: string;
  readonly provenance: string;
};

/** The nesting depth of payloads in a pack; those of the scene are one level deeper. */
const PAYLOAD_DEPTH = 3;

/**
 * Writes the parts of every block of a pack in order; `known` has the texts of some, written at the depth of
 * a pack.
 */
export function writeBlocks(
  pack: PromptPack,
  known: ReadonlyMap<unknown, string> = new Map(),
): readonly WrittenBlock[] {
  return labelledBlocks(pack).map(({ label, path, block }) => ({
    label,
    path,
    block,
    handle: canonicalText(block.handle),
    payload: isOf('S', label)
      ? canonicalText(block.payload, PAYLOAD_DEPTH + 1)
      : (known.get(block.payload) ?? canonicalText(block.payload, PAYLOAD_DEPTH)),
    provenance: known.get(block.provenance) ?? canonicalText(block.provenance),
  }));
}

/** Returns the canonical text of a pack whose blocks have been written. */
export function writePack(pack: PromptPack, blocks: readonly WrittenBlock[]): string {
  const list = (letter: string): string => writeList(blocksOf(letter, blocks));
  const task = writeRecord(pack.task, { scene: list('S') });
  return writeRecord(pack, { truth: list('T'), memory: list('M'), task });
}

/** Returns the blocks of one channel, by the letter of its labels. */
export function blocksOf<Block extends LabelledBlock>(
  letter: string,
  blocks: readonly Block[],
): readonly Block[] {
  return blocks.filter(({ label }) => isOf(letter, label));
}

function isOf(letter: string, label: string): boolean {
  return label.startsWith(letter);
}

/**
 * Writes blocks. Strings joined with `+` are copied once at the end, but joined lists would be copied each
 * time.
 */
function writeList(blocks: readonly WrittenBlock[]): string {
  let text = '[';
  for (const block of blocks) text += (text === '[' ? '' : ',') + writeBlock(block);
  return `${text}]`;
}

/** Writes a block. The fields are listed in canonical key order, so that none need sorting. */
function writeBlock({ block, handle, payload, provenance }: WrittenBlock): string {
  const { form, kind, stale, synthesized } = block;
  const notes = (stale ? ',"stale":true' : '') + (synthesized ? ',"synthesized":true' : '');
  return (
    `{"form":${canonicalText(form)},"handle":${handle},"kind":${canonicalText(kind)},` +
    `"payload":${payload},"provenance":${provenance}${notes}}`
  );
}

/** Writes a record, some of whose members are already written. */
function writeRecord(
  record: Readonly<Record<string, unknown>>,
  written: Readonly<Record<string, string>>,
): string {
  let text = '{';
  for (const key of sortByCodePoint(Object.keys(record)))
    text += `${text === '{' ? '' : ','}"${key}":${written[key] ?? canonicalText(record[key])}`;
  return `${text}}`;
}
