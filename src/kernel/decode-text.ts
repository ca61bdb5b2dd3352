/** Text of bytes, exactly as they spell it. */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the text that bytes spell in UTF-8, with a mark of byte order where there is one; null where they spell none. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
