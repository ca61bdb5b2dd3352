/**
 * Ports for time, randomness and keys. The core never reads a clock or holds a key; they are passed in by the
 * program.
 */

/** Returns the time in whole milliseconds since 1970 (UTC). */
export interface Clock {
  now(): number;
}

/** Returns unpredictable bytes. */
export interface Randomness {
  bytes(count: number): Uint8Array;
}

/** The purpose of a key; each purpose has its own derived key. */
export type SigningPurpose = 'approval' | 'artifact' | 'audit-anchor' | 'contract' | 'export';

/** A signature and the id of its key, so that signatures of retired keys can still be verified. */
export type Signature = {
  readonly keyId: string;
  readonly algorithm: 'ed25519' | 'hmac-sha256';
  readonly value: string;
};

/** Signs canonical payloads; keeps the key private. */
export interface Signer {
  sign(purpose: SigningPurpose, payload: Uint8Array): Promise<Signature>;
}

/** The result of verification; without the key a signature is unverifiable, not invalid. */
export type Verification = 'valid' | 'invalid' | 'unverifiable';

/** Verifies signatures. */
export interface Verifier {
  verify(purpose: SigningPurpose, payload: Uint8Array, signature: Signature): Promise<Verification>;
}
