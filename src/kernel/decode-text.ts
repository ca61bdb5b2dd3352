/** Decodes bytes to text without altering it. */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes truncated bytes, dropping a last character cut in half; null if they are not UTF-8. */
export function decodeCutUtf8(bytes: Uint8Array): string | null {
  try {
    // A new decoder, as decoders keep state between calls.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** Returns at most the first `length` characters, without splitting a surrogate pair. */
export function cutText(text: string, length: number): string {
  const shown = text.slice(0, length);
  return shown.length < text.length && !shown.isWellFormed() ? shown.slice(0, -1) : shown;
}

/** Decodes UTF-8, keeping a byte order mark; null if the bytes are invalid. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
