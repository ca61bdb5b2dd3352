/** Objects: immutable bytes under their SHA-256, checked whenever they are written or read. */
import { limits, PenumbraError, requireWellFormed, type Sha256, sha256 } from '../../kernel/index.ts';

/** Bytes and the digest they are stored under. */
export type StoredObject = { readonly id: Sha256; readonly bytes: Uint8Array };

/** Why an object is gone for good: dropped by retention (it may come back), or erased on request (it may not). */
export type TombstoneReason = 'dropped' | 'erased';

/** What is left of a removed object. */
export type Tombstone = {
  readonly id: Sha256;
  readonly reason: TombstoneReason;
  /** The agent that wrote the frame the object belonged to. */
  readonly agent: string;
};

const encoder = new TextEncoder();

/** Makes an object from bytes, or from a text as UTF-8. */
export function toObject(bytesOrText: Uint8Array | string): StoredObject {
  if (typeof bytesOrText === 'string') requireWellFormed(bytesOrText);
  const bytes = typeof bytesOrText === 'string' ? encoder.encode(bytesOrText) : bytesOrText;
  return { id: sha256(bytes), bytes };
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
