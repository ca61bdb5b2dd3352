/**
 * The name of a directory's entry as a text, whatever its bytes. A byte that is no UTF-8 is written as a lone surrogate:
 * such a text is no address and no component of a path, so that every check sees the entry and none takes it for another.
 */
import { decodeUtf8 } from '../../kernel/index.ts';

const LONE = 0xdc00;
const ASCII = 0x80;
const LONE_BYTE = /([\udc80-\udcff])/u;

/** Returns the text of a name; different names have different texts. */
export function nameOfBytes(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text !== null) return text;
  return Array.from(bytes, (byte) => String.fromCharCode(byte < ASCII ? byte : LONE + byte)).join('');
}

/** Returns the bytes of a path whose names were made by `nameOfBytes`. */
export function bytesOfPath(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path);
  const parts = path.split(LONE_BYTE);
  return Buffer.concat(
    // Every other part is what was split at.
    parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) - LONE))),
  );
}
