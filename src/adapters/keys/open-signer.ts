/** Signers: each holds the keys it signs with from its first signature on, and signs for the purposes it was made for. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { PenumbraError, type Signature, type Signer, type SigningPurpose } from '../../kernel/index.ts';
import { fault } from './key-file.ts';
import { algorithmOf, isClosed, kindFor, type PairRecord, publicId } from './key-record.ts';
import { activeFile, type PairKind, publishPair, readActivePair, readActiveSecret } from './key-store.ts';
import { signWithPair, signWithSecret } from './signing.ts';

/** What a program may sign for by itself; approving is for a person. */
export type ProgramPurpose = Exclude<SigningPurpose, 'approval'>;

type Sign = (purpose: SigningPurpose, payload: Uint8Array) => Omit<Signature, 'algorithm'>;

/** Opens the signer of a program. */
export function openSigner(directory: string, purposes: readonly ProgramPurpose[]): Signer {
  let withSecret: Sign | undefined;
  let withPair: Sign | undefined;
  return signerFor(purposes, (purpose, payload) => {
    if (kindFor(purpose) === 'export') {
      withPair ??= pairSigner(directory, 'export');
      return withPair(purpose, payload);
    }
    withSecret ??= secretSigner(directory);
    return withSecret(purpose, payload);
  });
}

/** Opens the signer of a person, for approvals and nothing else. */
export function openApprovalSigner(
  directory: string,
  { passphrase }: { readonly passphrase?: string } = {},
): Signer {
  return signerFor(['approval'], pairSigner(directory, 'approval', passphrase));
}

function signerFor(purposes: readonly SigningPurpose[], sign: Sign): Signer {
  const allowed = new Set<SigningPurpose>(purposes);
  return Object.freeze({
    sign: async (purpose: SigningPurpose, payload: Uint8Array) => {
      if (!allowed.has(purpose))
        throw new PenumbraError('internal', `this signer does not sign for ${purpose}`);
      return { algorithm: algorithmOf(kindFor(purpose)), ...sign(purpose, payload) };
    },
  });
}

function secretSigner(directory: string): Sign {
  const record = readActiveSecret(directory);
  if (record === null) throw missing(activeFile(directory, 'secret'));
  return (purpose, payload) => ({ keyId: record.id, value: signWithSecret(record.secret, purpose, payload) });
}

function pairSigner(directory: string, kind: PairKind, passphrase?: string): Sign {
  const pair = readActivePair(directory, kind);
  if (pair === null) throw missing(activeFile(directory, kind));
  const key = openPrivate(activeFile(directory, kind), pair, passphrase);
  // Whoever made the pair may have been stopped before its public part was there for all.
  publishPair(directory, pair);
  return (purpose, payload) => ({ keyId: pair.id, value: signWithPair(key, purpose, payload) });
}

/** Opens the private part of a pair and sees that it belongs to the public one. */
function openPrivate(file: string, pair: PairRecord, passphrase: string | undefined): KeyObject {
  const { id, private: text } = pair;
  const isLocked = isClosed(pair);
  if (isLocked && passphrase === undefined) {
    throw new PenumbraError('usage', 'the key for approvals is under a passphrase', {
      hint: 'write it to a file that only you can read, and name it with --passphrase-file',
    });
  }
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: text, format: 'pem', ...(isLocked && { passphrase }) });
  } catch {
    if (isLocked)
      throw new PenumbraError('usage', 'the passphrase does not open the key', {
        hint: 'give the one the key was made with; if it is lost, run penumbra keys rotate approval',
      });
    throw fault(
      file,
      'is damaged and holds no key',
      `put back a copy of it, or run penumbra keys rotate ${pair.kind}`,
    );
  }
  if (publicId(createPublicKey(key)) === id) return key;
  throw fault(file, 'holds two keys that do not belong together', 'put back a copy of it');
}

function missing(file: string): PenumbraError {
  return fault(file, 'is not there, so nothing can be signed', 'run penumbra keys create');
}
