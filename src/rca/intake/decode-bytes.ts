/**
 * Bytes to text by byte order mark, by the zero bytes of an unmarked UTF-16, or by the XML declaration's word.
 * Decoding never fails: what is not valid becomes U+FFFD and the rest is read.
 */

const DECLARED = /^\s{0,64}<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/;

/** Tells the encoding of a document from its first bytes, as a label that `TextDecoder` knows. */
export function sniffEncoding(prefix: Uint8Array): string {
  const [a, b, c] = prefix;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  const declared = DECLARED.exec(String.fromCharCode(...prefix.subarray(0, 512)))?.[1]?.toLowerCase();
  // A declaration that was read byte by byte is not UTF-16, whatever it says.
  if (declared === undefined || declared.startsWith('utf-16') || declared.startsWith('ucs-2')) return 'utf-8';
  return isKnownEncoding(declared) ? declared : 'utf-8';
}

/** Decodes a stream of bytes into pieces of text. */
export async function* decodeBytes(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

function isKnownEncoding(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}
