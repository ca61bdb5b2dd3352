/** Text of bytes, exactly as they spell it. */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the text of bytes that were cut, without a last character that the cut went through; null where it is none. */
export function decodeCutUtf8(bytes: Uint8Array): string | null {
  try {
    // Of its own, for it remembers what it was given last.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** Returns the first characters of a text, at most so many, and no half of one. */
export function cutText(text: string, length: number): string {
  const shown = text.slice(0, length);
  return shown.length < text.length && !shown.isWellFormed() ? shown.slice(0, -1) : shown;
}

/** Returns the text that bytes spell in UTF-8, with a mark of byte order where there is one; null where they spell none. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
