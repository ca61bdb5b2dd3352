/** A file's bytes as text, bounded: what is no text is told apart, and a huge file costs no more than a large one. */
import { producerLimits } from './producer-limits.ts';

const NUL = 0;

/** Decodes a source's first bytes, or returns nothing for a binary file. */
export function sourceText(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, producerLimits.sourceBytes);
  return head.includes(NUL) ? undefined : new TextDecoder().decode(head);
}
