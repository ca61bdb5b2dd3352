/**
 * Seals texts with a key derived from this machine's secret. Equal texts have equal sealed forms, so that
 * duplicates are stored once; lengths are padded to steps. A retired secret still opens what it sealed.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { isKeyId, type SecretRecord } from './key-record.ts';
import { findSecret, readActiveSecret } from './key-store.ts';

/** Seals texts and opens them again. */
export type Sealer = {
  /** Seals a text, or returns null if there is no key. */
  seal(text: string): string | null;
  /** Opens a sealed text; null if the key is missing, or the text was not sealed with it. */
  open(sealed: string): string | null;
};

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
const STEP_BYTES = 64;

/** Opens the sealer of a key directory; keys are read when needed. */
export function openSealer(directory: string): Sealer {
  return Object.freeze({
    seal(text: string) {
      const record = readActiveSecret(directory);
      return record === null ? null : `${record.id}.${sealWith(record, text)}`;
    },
    open(sealed: string) {
      const [id, text = ''] = sealed.split('.', 2);
      const record = isKeyId(id) ? findSecret(directory, id) : null;
      return record && openWith(record, Buffer.from(text, 'base64url'));
    },
  });
}

function sealWith({ secret }: SecretRecord, text: string): string {
  const padded = pad(Buffer.from(text, 'utf8'));
  // Derived from the text, so that a nonce is reused only for the same text.
  const nonce = createHmac('sha256', keyFor(secret, 'nonce'))
    .update(padded)
    .digest()
    .subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(secret, 'text'), nonce);
  const sealed = [nonce, cipher.update(padded), cipher.final()];
  return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64url');
}

function openWith({ secret }: SecretRecord, sealed: Buffer): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES + LENGTH_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, keyFor(secret, 'text'), sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const padded = Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
    return padded.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + padded.readUInt32BE(0));
  } catch {
    return null;
  }
}

function pad(bytes: Buffer): Buffer {
  const padded = Buffer.alloc(Math.ceil((LENGTH_BYTES + bytes.length) / STEP_BYTES) * STEP_BYTES);
  padded.writeUInt32BE(bytes.length);
  bytes.copy(padded, LENGTH_BYTES);
  return padded;
}

function keyFor(secret: Uint8Array, part: 'nonce' | 'text'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `penumbra/key/seal-${part}/1`, KEY_BYTES));
}
