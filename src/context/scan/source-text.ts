/** The text of a source: its first bytes, unless they are binary. Producers and screening see the same text. */

/** How many bytes of a source are read; what follows in a longer one is mostly data or generated. */
export const SOURCE_BYTES = 512 * 1024;

const NUL = 0;

/** Decodes a source's first bytes, or returns nothing for a binary file. */
export function sourceText(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, SOURCE_BYTES);
  return head.includes(NUL) ? undefined : new TextDecoder().decode(head);
}
