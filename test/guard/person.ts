// A person with an Ed25519 key, as signer and verifier, and an impostor's ways to sign.

import { createHmac, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import type { Randomness, Signature, Signer, Verifier } from '../../src/kernel/index.ts';

/** A key and who trusts it. */
export interface Person {
  readonly signer: Signer;
  readonly verifier: Verifier;
}

const tagged = (purpose: string, payload: Uint8Array) =>
  Buffer.concat([Buffer.from(`test/${purpose}\0`), payload]);

/** Makes a person; the verifier knows the public key alone. */
export function makePerson(keyId = 'person'): Person {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    signer: {
      sign: async (purpose, payload) => ({
        keyId,
        algorithm: 'ed25519',
        value: sign(null, tagged(purpose, payload), privateKey).toString('base64url'),
      }),
    },
    verifier: {
      verify: async (purpose, payload, signature) => {
        if (signature.keyId !== keyId) return 'unverifiable';
        const value = Buffer.from(signature.value, 'base64url');
        return verify(null, tagged(purpose, payload), publicKey, value) ? 'valid' : 'invalid';
      },
    },
  };
}

/** A verifier that takes whatever it is shown, as one does that also holds the server's own secrets. */
export const credulousVerifier: Verifier = { verify: async () => 'valid' };

/** A signature by a secret that a server holds itself. */
export function serverSignature(payload: Uint8Array): Signature {
  const value = createHmac('sha256', 'secret').update(payload).digest('base64url');
  return { keyId: 'person', algorithm: 'hmac-sha256', value };
}

/** The machine's randomness. */
export const randomness: Randomness = { bytes: (count) => randomBytes(count) };
