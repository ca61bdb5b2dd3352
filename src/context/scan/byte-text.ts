/**
 * Names as the file system has them: texts in which every character is one byte (Latin-1 of the raw bytes). Names that
 * are not UTF-8 stay exact this way, and ignore rules see the bytes that git sees. Ids are made of the decoded names.
 */
import { assertInvariant, decodeUtf8 } from '../../kernel/index.ts';

declare const byteTextBrand: unique symbol;

/** A text whose characters are bytes; `é` in UTF-8 has two. */
export type ByteText = string & { readonly [byteTextBrand]: true };

const NOT_ASCII = /[^\0-\x7f]/;
const HIGH_BYTE = /[\x80-\xff]/g;

/** Returns the bytes of a text in UTF-8 as byte text. */
export function toByteText(text: string): ByteText {
  return (isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1')) as ByteText;
}

/** Returns the bytes themselves. */
export function bytesOf(text: ByteText): Uint8Array {
  return Buffer.from(text, 'latin1');
}

/** Returns bytes as byte text. */
export function fromBytes(bytes: Uint8Array): ByteText {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') as ByteText;
}

/** Tells whether a text is the same in bytes and in characters. */
export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}

/** Returns the text that bytes spell in UTF-8, exactly as they spell it, or nothing where they spell none. */
export function decodeText(text: ByteText): string | undefined {
  if (isAscii(text)) return text;
  return decodeUtf8(bytesOf(text)) ?? undefined;
}

/** Returns a name or path for people: decoded where it can be, else with its bytes above 7f as `\xff`. */
export function showText(text: ByteText): string {
  return decodeText(text) ?? text.replace(HIGH_BYTE, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

/** Returns the path of an entry of a directory; the path of the root is empty. */
export function joinBytes(directory: ByteText, name: ByteText): ByteText {
  return (directory === '' ? name : `${directory}/${name}`) as ByteText;
}

/** Returns a name as the tree has it, in Unicode normal form C, or nothing where its bytes are not UTF-8. */
export function decodeName(name: ByteText): string | undefined {
  return isAscii(name) ? name : decodeText(name)?.normalize('NFC');
}

/** Returns the name of an entry that was scanned, whose bytes are therefore UTF-8. */
export function nodeName(name: ByteText): string {
  const decoded = decodeName(name);
  assertInvariant(decoded !== undefined, 'names in the tree are UTF-8');
  return decoded;
}

/** How many bytes of a source are read; what follows in a longer one is mostly data or generated. */
export const SOURCE_BYTES = 512 * 1024;

const NUL = 0;

/** Decodes a source's first bytes, or returns nothing for a binary file. */
export function sourceText(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, SOURCE_BYTES);
  return head.includes(NUL) ? undefined : new TextDecoder().decode(head);
}
