/** Objects: immutable bytes addressed by SHA-256, verified on every write and read. */
import {
  isSha256,
  limits,
  PenumbraError,
  requireWellFormed,
  type Sha256,
  sha256,
} from '../../kernel/index.ts';
import { requireAgentName, requireAtMost } from './name.ts';

/** Bytes and the digest they are stored under. */
export type StoredObject = { readonly id: Sha256; readonly bytes: Uint8Array };

const encoder = new TextEncoder();

/** Makes an object from bytes or from a text encoded as UTF-8. */
export function toObject(bytesOrText: Uint8Array | string): StoredObject {
  const bytes = typeof bytesOrText === 'string' ? encodeText(bytesOrText) : bytesOrText;
  requireBytes(bytes);
  return { id: sha256(bytes), bytes };
}

/**
 * Copies objects so that nobody else can change their bytes, and throws unless they are within limits and
 * match their ids.
 */
export function takeObjects(objects: readonly StoredObject[]): readonly StoredObject[] {
  let total = 0;
  for (const { id, bytes } of objects) {
    requireBytes(bytes);
    requireObjectSize(id, bytes.length);
    total += bytes.length;
  }
  requireAtMost(total, limits.batchBytes, 'bytes in a batch');
  return objects.map(({ id, bytes }) => {
    // The caller may reuse its buffer, so verify the copy.
    const own = new Uint8Array(bytes);
    verifyObject(id, own);
    return { id, bytes: own };
  });
}

/** Throws unless bytes hash to their id. */
export function verifyObject(id: Sha256, bytes: Uint8Array): void {
  const actual = sha256(bytes);
  if (actual === id) return;
  throw new PenumbraError('hash-mismatch', `object ${id} is corrupt: its bytes hash to ${actual}`, {
    data: { object: id, actual },
    hint: 'run `penumbra validate` to see what it affects, and import an export that still has it',
  });
}

/** Throws if an object exceeds the size limit. */
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

/** Returns the error for writing an object that was erased on request. */
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

const reasons = ['dropped', 'erased'] as const;

/**
 * Why a frame's content is gone: dropped by retention (it may be written again) or erased on request (it may
 * not). Only contents of frames have tombstones.
 */
export type TombstoneReason = (typeof reasons)[number];

/** The record of a removed content. */
export type Tombstone = {
  readonly id: Sha256;
  readonly reason: TombstoneReason;
  /** The agent that wrote the frame the content belonged to. */
  readonly agent: string;
};

/** Throws unless a tombstone has a valid id, reason and agent name. */
export function requireTombstone({ id, reason, agent }: Tombstone): void {
  if (!isSha256(id)) throw new PenumbraError('invalid-id', `\`${id}\` is not an object id`);
  if (!isReason(reason))
    throw new PenumbraError('usage', `\`${reason}\` is not a reason to remove an object`, {
      hint: `a tombstone says ${reasons.join(' or ')}`,
    });
  requireAgentName(agent);
}

/** Checks whether a value is a tombstone reason. */
export function isReason(value: unknown): value is TombstoneReason {
  return reasons.some((reason) => reason === value);
}
