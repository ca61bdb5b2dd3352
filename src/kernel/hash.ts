/**
 * SHA-256 in its three uses: over raw bytes, over a canonical value, and over a tagged preimage.
 * INVARIANT (injective preimages): a tagged preimage is the canonical JSON of [tag, value], so different
 * inputs, or equal inputs of different kinds, never share one.
 */
import { createHash, hash } from 'node:crypto';
import { type CanonicalValue, canonicalText } from './canonical-json.ts';

declare const sha256Brand: unique symbol;

/** A SHA-256 digest in lower-case hex. */
export type Sha256 = string & { readonly [sha256Brand]: true };

/** A kind of preimage and its version, for instance `penumbra/frame/1`. */
export type PreimageTag = `penumbra/${string}/${number}`;

/** The number of hex digits in a digest. */
export const HEX_DIGITS = 64;

/** The number of hex digits in a short id. */
export const SHORT_HEX_DIGITS = 16;

/** Hashes bytes, or a text encoded as UTF-8. */
export function sha256(bytesOrText: Uint8Array | string): Sha256 {
  return hash('sha256', bytesOrText) as Sha256;
}

/** An incremental hash. */
export type Sha256Stream = { update(bytesOrText: Uint8Array | string): void; digest(): Sha256 };

/** Starts an incremental hash. */
export function createSha256(): Sha256Stream {
  const stream = createHash('sha256');
  return {
    update: (bytesOrText) => void stream.update(bytesOrText),
    digest: () => stream.digest('hex') as Sha256,
  };
}

/** Hashes the canonical form of a value; returns 64 hex digits. */
export function canonicalHash(value: unknown): Sha256 {
  return sha256(canonicalText(value));
}

/** Returns the first 16 hex digits of `canonicalHash`. */
export function canonicalShortHash(value: unknown): string {
  return canonicalHash(value).slice(0, SHORT_HEX_DIGITS);
}

/** Returns the tagged preimage of a value as canonical text. */
export function taggedText(tag: PreimageTag, value: CanonicalValue): string {
  return canonicalText([tag, value]);
}

/** Hashes a value under a tag, so that values of different kinds never share a hash. */
export function taggedHash(tag: PreimageTag, value: CanonicalValue): Sha256 {
  return sha256(taggedText(tag, value));
}

/** Checks whether a text is a full lower-case SHA-256 digest. */
export function isSha256(text: string): text is Sha256 {
  return text.length === HEX_DIGITS && isHexFrom(text, 0);
}

/**
 * Checks whether a text is lower-case hex from an offset on; a loop, because a regular expression takes twice
 * as long.
 */
export function isHexFrom(text: string, offset: number): boolean {
  for (let index = offset; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isDigit = code >= 0x30 && code <= 0x39;
    const isLetter = code >= 0x61 && code <= 0x66;
    if (!isDigit && !isLetter) return false;
  }
  return true;
}
