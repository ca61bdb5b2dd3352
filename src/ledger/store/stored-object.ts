/** Objects: immutable bytes under their SHA-256, checked whenever they are written or read. */
import { limits, PenumbraError, requireWellFormed, type Sha256, sha256 } from '../../kernel/index.ts';
import { requireAtMost } from './require-at-most.ts';

/** Bytes and the digest they are stored under. */
export type StoredObject = { readonly id: Sha256; readonly bytes: Uint8Array };

const encoder = new TextEncoder();

/** Makes an object from bytes, or from a text as UTF-8. */
export function toObject(bytesOrText: Uint8Array | string): StoredObject {
  const bytes = typeof bytesOrText === 'string' ? encodeText(bytesOrText) : bytesOrText;
  requireBytes(bytes);
  return { id: sha256(bytes), bytes };
}

/** Returns objects with bytes that nobody else can change, or throws unless they are within limits and hash to their ids. */
export function takeObjects(objects: readonly StoredObject[]): readonly StoredObject[] {
  let total = 0;
  for (const { id, bytes } of objects) {
    requireBytes(bytes);
    requireObjectSize(id, bytes.length);
    total += bytes.length;
  }
  requireAtMost(total, limits.batchBytes, 'bytes in a batch');
  return objects.map(({ id, bytes }) => {
    // A caller may go on using its buffer, so what is verified must be what is kept.
    const own = new Uint8Array(bytes);
    verifyObject(id, own);
    return { id, bytes: own };
  });
}

/** Throws unless bytes hash to the id they are stored under. */
export function verifyObject(id: Sha256, bytes: Uint8Array): void {
  const actual = sha256(bytes);
  if (actual === id) return;
  throw new PenumbraError('hash-mismatch', `object ${id} is corrupt: its bytes hash to ${actual}`, {
    data: { object: id, actual },
    hint: 'run `penumbra validate` to see what it affects, and import an export that still has it',
  });
}

/** Throws where an object is larger than the ledger stores. */
export function requireObjectSize(id: string, size: number): void {
  if (size <= limits.objectBytes) return;
  throw new PenumbraError(
    'limit-exceeded',
    `object ${id} has ${size} bytes, more than ${limits.objectBytes}`,
    {
      data: { object: id, size, limit: limits.objectBytes },
      hint: 'store a digest or a summary of it instead',
    },
  );
}

/** Returns the error for a put of an object that was erased on request. */
export function erasedError(id: Sha256): PenumbraError {
  return new PenumbraError('erased', `object ${id} was erased on request and is not taken again`, {
    data: { object: id },
    hint: 'leave it out, or write what you need without it',
  });
}

function encodeText(text: string): Uint8Array {
  requireWellFormed(text);
  return encoder.encode(text);
}

function requireBytes(bytes: unknown): void {
  if (bytes instanceof Uint8Array) return;
  throw new PenumbraError(
    'usage',
    `an object is made of bytes or a text, not of a value of type ${typeof bytes}`,
  );
}
