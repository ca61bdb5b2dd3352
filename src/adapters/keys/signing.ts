/**
 * Signs and checks payloads. What is signed begins with the purpose, so that a signature for one purpose is none for
 * another, and each purpose of the secret has a key of its own.
 */
import { createHmac, hkdfSync, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';
import type { SigningPurpose, Verification } from '../../kernel/index.ts';

const DERIVED_BYTES = 32;

/** Signs a payload with a key derived from a secret. */
export function signWithSecret(secret: Uint8Array, purpose: SigningPurpose, payload: Uint8Array): string {
  return macOf(secret, purpose, payload).toString('hex');
}

/** Signs a payload with a private key. */
export function signWithPair(key: KeyObject, purpose: SigningPurpose, payload: Uint8Array): string {
  return sign(null, tagged(purpose, payload), key).toString('hex');
}

/** A signature's value, and what it should be for. */
export type Claim = {
  readonly purpose: SigningPurpose;
  readonly payload: Uint8Array;
  readonly value: string;
};

/** Checks a value that a secret should have made, in a time that tells nothing. */
export function checkWithSecret(secret: Uint8Array, { purpose, payload, value }: Claim): Verification {
  const expected = macOf(secret, purpose, payload);
  const given = bytesOf(value);
  return given?.length === expected.length && timingSafeEqual(given, expected) ? 'valid' : 'invalid';
}

/** Checks a value that a private key should have made. */
export function checkWithPublic(key: KeyObject, { purpose, payload, value }: Claim): Verification {
  const given = bytesOf(value);
  return given !== null && verify(null, tagged(purpose, payload), key, given) ? 'valid' : 'invalid';
}

function macOf(secret: Uint8Array, purpose: SigningPurpose, payload: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `penumbra/key/${purpose}/1`, DERIVED_BYTES));
  return createHmac('sha256', key).update(tagged(purpose, payload)).digest();
}

function tagged(purpose: SigningPurpose, payload: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`penumbra/signature/${purpose}/1\n`), payload]);
}

/** One signature has one spelling. */
function bytesOf(value: unknown): Buffer | null {
  const isHex = typeof value === 'string' && /^([0-9a-f]{2})+$/.test(value);
  return isHex ? Buffer.from(value, 'hex') : null;
}
