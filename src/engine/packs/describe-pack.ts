/** A pack as documents show it: its data, its envelope and its text. */
import { sha256 } from '../../kernel/index.ts';
import { type Envelope, type PackBytes, parsePack, renderPack } from '../../lens/index.ts';
import { byteCounter } from '../../oracle/index.ts';
import type { PackDocument, ShownPack } from '../../report/index.ts';
import type { PlacedPack } from './placed-pack.ts';

/** What counts the tokens of a pack's text. */
export const packCounter = byteCounter;

/** Returns a pack with its envelope and the text its agent got. */
export function describePack(bytes: PackBytes, compiled: Envelope | null): PackDocument {
  const text = renderPack(bytes);
  const isSame = compiled?.promptpack_hash === bytes.hash;
  const envelope = isSame ? compiled : envelopeOf(bytes, text);
  return { pack: parsePack(bytes), envelope, text };
}

/** Returns the line of a pack in a list. */
export function describePlacedPack(
  { step, node, consumer, hash }: PlacedPack,
  bytes: PackBytes | null,
  withheld: number | null,
): ShownPack {
  const placed = { step, node, consumer, pack: `pack:${hash}` };
  if (bytes === null)
    return { ...placed, asked: null, workingSet: null, blocks: null, tokens: null, withheld };
  const { truth, memory, task, working_set_id: workingSet } = parsePack(bytes);
  const blocks = { truth: truth.length, memory: memory.length, scene: task.scene.length };
  const tokens = packCounter.count(renderPack(bytes));
  return { ...placed, asked: task.type, workingSet, blocks, tokens, withheld };
}

/** What a pack alone tells of its envelope, where it cannot be compiled again: all but the rules that were open. */
function envelopeOf(bytes: PackBytes, text: string): Envelope {
  const { truth, memory, task, policy_ids, working_set_id } = parsePack(bytes);
  return {
    allowed_handles: [...truth, ...memory, ...task.scene].map(({ handle }) => handle),
    mask_matrix_id: policy_ids.mask_matrix_id,
    promptpack_hash: bytes.hash,
    text_hash: sha256(text),
    working_set_id,
  };
}
