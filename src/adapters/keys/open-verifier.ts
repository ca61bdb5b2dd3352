/** Checks signatures by their key ids. A key that is not there makes a signature unverifiable, never invalid. */
import type { Signature, SigningPurpose, Verification, Verifier } from '../../kernel/index.ts';
import { algorithmOf, isKeyId, kindFor } from './key-record.ts';
import { findPublic, findSecret } from './key-store.ts';
import { checkWithPublic, checkWithSecret } from './signing.ts';

/** Opens a verifier that reads public keys alone: enough to check approvals and exports, and unable to make any. */
export function openVerifier(directory: string): Verifier {
  return verifierOf(directory, false);
}

/** Opens a verifier that also knows the secret, and so what was signed on this machine; never a private key. */
export function openFullVerifier(directory: string): Verifier {
  return verifierOf(directory, true);
}

function verifierOf(directory: string, hasSecret: boolean): Verifier {
  const check = (purpose: SigningPurpose, payload: Uint8Array, signature: Signature): Verification => {
    const { keyId, algorithm, value } = signature;
    const kind = kindFor(purpose);
    if (!isKeyId(keyId) || algorithm !== algorithmOf(kind)) return 'invalid';
    const claim = { purpose, payload, value };
    if (kind !== 'secret') {
      const found = findPublic(directory, kind, keyId);
      return found === null ? 'unverifiable' : checkWithPublic(found.key, claim);
    }
    const found = hasSecret ? findSecret(directory, keyId) : null;
    return found === null ? 'unverifiable' : checkWithSecret(found.secret, claim);
  };
  return Object.freeze({
    verify: async (purpose: SigningPurpose, payload: Uint8Array, signature: Signature) =>
      check(purpose, payload, signature),
  });
}
