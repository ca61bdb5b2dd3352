/**
 * Signers and verifiers. A signer keeps its keys from its first signature on, and signs only for the purposes
 * it was made for. The signed bytes start with the purpose, so a signature for one purpose is not valid for
 * another, and each purpose of the secret has a derived key of its own.
 */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import {
  PenumbraError,
  type Signature,
  type Signer,
  type SigningPurpose,
  type Verification,
  type Verifier,
} from '../../kernel/index.ts';
import { fault } from './key-file.ts';
import { algorithmOf, isClosed, isKeyId, kindFor, type PairRecord, publicId } from './key-record.ts';
import {
  activeFile,
  findPublic,
  findSecret,
  type PairKind,
  publishPair,
  readActivePair,
  readActiveSecret,
} from './key-store.ts';

/** What a program may sign for by itself; approvals are for people. */
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

/** Opens a person's signer, for approvals only. */
export function openApprovalSigner(
  directory: string,
  { passphrase }: { readonly passphrase?: string } = {},
): Signer {
  return signerFor(['approval'], pairSigner(directory, 'approval', passphrase));
}

/**
 * Opens a verifier that only reads public keys: enough to check approvals and exports, and unable to make
 * any. A missing key makes a signature unverifiable, never invalid.
 */
export function openVerifier(directory: string): Verifier {
  return verifierOf(directory, false);
}

/**
 * Opens a verifier that also knows the secret, and so signatures made on this machine; it never reads a
 * private key.
 */
export function openFullVerifier(directory: string): Verifier {
  return verifierOf(directory, true);
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
  // The process that made the pair may have been stopped before publishing its public part.
  publishPair(directory, pair);
  return (purpose, payload) => ({ keyId: pair.id, value: signWithPair(key, purpose, payload) });
}

/** Opens the private part of a pair and checks that it matches the public one. */
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

const DERIVED_BYTES = 32;

/** Signs a payload with a key derived from a secret. */
function signWithSecret(secret: Uint8Array, purpose: SigningPurpose, payload: Uint8Array): string {
  return macOf(secret, purpose, payload).toString('hex');
}

/** Signs a payload with a private key. */
function signWithPair(key: KeyObject, purpose: SigningPurpose, payload: Uint8Array): string {
  return sign(null, tagged(purpose, payload), key).toString('hex');
}

/** A signature's value, and what it should be for. */
type Claim = {
  readonly purpose: SigningPurpose;
  readonly payload: Uint8Array;
  readonly value: string;
};

/** Checks a value made with a secret, in constant time. */
function checkWithSecret(secret: Uint8Array, { purpose, payload, value }: Claim): Verification {
  const expected = macOf(secret, purpose, payload);
  const given = bytesOf(value);
  return given?.length === expected.length && timingSafeEqual(given, expected) ? 'valid' : 'invalid';
}

/** Checks a value made with a private key. */
function checkWithPublic(key: KeyObject, { purpose, payload, value }: Claim): Verification {
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

/** A signature has exactly one spelling. */
function bytesOf(value: unknown): Buffer | null {
  const isHex = typeof value === 'string' && /^([0-9a-f]{2})+$/.test(value);
  return isHex ? Buffer.from(value, 'hex') : null;
}
