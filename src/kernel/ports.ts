/**
 * The core's windows to what is not a function of its input: time, chance and keys. The core never reads a clock and
 * never holds a key; whoever composes the program passes these in.
 */

/** Tells the time in whole milliseconds since 1970 (UTC). */
export interface Clock {
  now(): number;
}

/** Supplies unpredictable bytes. */
export interface Randomness {
  bytes(count: number): Uint8Array;
}

/** What a key may be used for; each purpose has its own derived key. */
export type SigningPurpose = 'approval' | 'artifact' | 'audit-anchor' | 'contract' | 'export';

/** A signature with the key that made it, so that retired keys still verify. */
export type Signature = {
  readonly keyId: string;
  readonly algorithm: 'ed25519' | 'hmac-sha256';
  readonly value: string;
};

/** Signs canonical payloads; the key stays inside. */
export interface Signer {
  sign(purpose: SigningPurpose, payload: Uint8Array): Promise<Signature>;
}

/** The answer of a verifier; without the key a signature is unverifiable, not invalid. */
export type Verification = 'valid' | 'invalid' | 'unverifiable';

/** Checks signatures. */
export interface Verifier {
  verify(purpose: SigningPurpose, payload: Uint8Array, signature: Signature): Promise<Verification>;
}
