/**
 * Raw file names as strings in which every character is one byte (Latin-1). This keeps names that are not
 * UTF-8 exact and lets ignore rules match the bytes git sees. Ids use the decoded names.
 */
import { assertInvariant, decodeUtf8 } from '../../kernel/index.ts';

declare const byteTextBrand: unique symbol;

/** A string whose characters are bytes; `é` in UTF-8 takes two. */
export type ByteText = string & { readonly [byteTextBrand]: true };

const NOT_ASCII = /[^\0-\x7f]/;
const HIGH_BYTE = /[\x80-\xff]/g;

/** Encodes a text as UTF-8 byte text. */
export function toByteText(text: string): ByteText {
  return (isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1')) as ByteText;
}

/** Returns byte text as bytes. */
export function bytesOf(text: ByteText): Uint8Array {
  return Buffer.from(text, 'latin1');
}

/** Returns bytes as byte text. */
export function fromBytes(bytes: Uint8Array): ByteText {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') as ByteText;
}

/** Checks whether a text is pure ASCII. */
export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}

/** Decodes byte text as UTF-8 without normalisation, or returns undefined if it is invalid. */
export function decodeText(text: ByteText): string | undefined {
  if (isAscii(text)) return text;
  return decodeUtf8(bytesOf(text)) ?? undefined;
}

/** Formats a name or path for display: decoded if possible, otherwise with bytes above 7f as `\xff`. */
export function showText(text: ByteText): string {
  return decodeText(text) ?? text.replace(HIGH_BYTE, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

/** Joins a directory path and an entry name; the root's path is empty. */
export function joinBytes(directory: ByteText, name: ByteText): ByteText {
  return (directory === '' ? name : `${directory}/${name}`) as ByteText;
}

/**
 * Returns a name as stored in the tree, in Unicode normal form C, or undefined if its bytes are not UTF-8.
 */
export function decodeName(name: ByteText): string | undefined {
  return isAscii(name) ? name : decodeText(name)?.normalize('NFC');
}

/** Returns the name of a scanned entry, which is known to be valid UTF-8. */
export function nodeName(name: ByteText): string {
  const decoded = decodeName(name);
  assertInvariant(decoded !== undefined, 'names in the tree are UTF-8');
  return decoded;
}

/** How many bytes of a source file are read. The rest of a longer file is mostly data or generated. */
export const SOURCE_BYTES = 512 * 1024;

const NUL = 0;

/** Decodes the first bytes of a source file, or returns undefined for a binary file. */
export function sourceText(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, SOURCE_BYTES);
  return head.includes(NUL) ? undefined : new TextDecoder().decode(head);
}
