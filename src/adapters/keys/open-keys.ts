/** The keys of this machine, for the engine and for the key commands. */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { PenumbraError, type Signer, type Verifier } from '../../kernel/index.ts';
import { type FileLock, takeFileLock } from './file-lock.ts';
import {
  addKeyFile,
  removeLeftDrafts,
  replaceKeyFile,
  requireKeyDirectory,
  requireOwnDirectory,
  unusable,
} from './key-file.ts';
import {
  algorithmOf,
  formatPair,
  formatPublic,
  formatSecret,
  isClosed,
  type KeyKind,
  keyKinds,
  type PairRecord,
  type PublicRecord,
  publicId,
  type SecretRecord,
  secretId,
} from './key-record.ts';
import {
  activeFile,
  findPublic,
  findSecret,
  listedIds,
  type PairKind,
  publicFile,
  publishPair,
  readActivePair,
  readActiveSecret,
  removeKeyFile,
  retiredSecretFile,
} from './key-store.ts';
import { openFullVerifier, openSigner, type ProgramPurpose } from './open-signer.ts';

/** A key, without anything secret. */
export type KeyListing = {
  readonly id: string;
  readonly kind: KeyKind;
  readonly algorithm: 'ed25519' | 'hmac-sha256';
  /** Whether it signs here; a retired or foreign key only verifies. */
  readonly isActive: boolean;
  /** When it was made, according to its file; null if it does not say. */
  readonly createdMs: number | null;
  /** Whether it is a pair whose private part has a passphrase. */
  readonly hasPassphrase: boolean;
  /** The file that contains it. */
  readonly file: string;
};

/** A public key as it is shared: the text of its file. */
type PublicKey = KeyListing & { readonly text: string };

/** The keys in a directory. */
export interface Keys {
  /** Lists every key, signing keys first; a damaged file is a fault. */
  list(): readonly KeyListing[];
  /** Returns every public key, those whose private part is here first. */
  publicKeys(): readonly PublicKey[];
  /** Returns a signer for the given purposes of a program. */
  signer(purposes: readonly ProgramPurpose[]): Signer;
  /** Returns a verifier for signatures of the keys stored here. */
  verifier(): Verifier;
  /** Creates the missing keys and returns all signing keys. */
  create(options?: MakeOptions): readonly KeyListing[];
  /** Replaces a signing key. */
  rotate(kind: KeyKind, options?: MakeOptions): KeyListing;
  /** Retires a key without replacing it; null if there was none. */
  retire(kind: KeyKind): KeyListing | null;
  /** Removes a key that no longer signs: its signatures become unverifiable. */
  forget(id: string): KeyListing;
}

/** Opens the keys in a directory, which need not exist yet. */
export function openKeys(directory: string): Keys {
  const list = () => keyKinds.flatMap((kind) => listKind(directory, kind));
  const listing = (kind: KeyKind, id: string) => requireListed(listKind(directory, kind), id);
  return Object.freeze({
    list,
    publicKeys: () => list().flatMap((key) => publicKeyOf(directory, key)),
    signer: (purposes: readonly ProgramPurpose[]) => openSigner(directory, purposes),
    verifier: () => openFullVerifier(directory),
    create: (options: MakeOptions = {}) =>
      keyKinds.map((kind) => listing(kind, createKey(directory, kind, options))),
    rotate: (kind: KeyKind, options: MakeOptions = {}) => listing(kind, rotateKey(directory, kind, options)),
    retire: (kind: KeyKind) => {
      const id = retireKey(directory, kind);
      return id === null ? null : listing(kind, id);
    },
    forget: (id: string) => inTurn(directory, () => forgetKey(directory, requireRetired(list(), id))),
  });
}

function listKind(directory: string, kind: KeyKind): readonly KeyListing[] {
  requireOwnDirectory(directory);
  const active = kind === 'secret' ? readActiveSecret(directory) : readActivePair(directory, kind);
  const others = listedIds(directory, kind)
    .filter((id) => id !== active?.id)
    .map((id) => (kind === 'secret' ? findSecret(directory, id) : findPublic(directory, kind, id)))
    .filter((record) => record !== null);
  const own =
    active === null ? [] : [describe(active, { file: activeFile(directory, kind), isActive: true })];
  return [
    ...own,
    ...others.map((record) => describe(record, { file: passiveFile(directory, record), isActive: false })),
  ];
}

function describe(
  record: SecretRecord | PublicRecord | PairRecord,
  { file, isActive }: Pick<KeyListing, 'file' | 'isActive'>,
): KeyListing {
  const { id, kind, createdMs } = record;
  const hasPassphrase = 'private' in record && isClosed(record);
  return { id, kind, algorithm: algorithmOf(kind), isActive, createdMs, hasPassphrase, file };
}

function passiveFile(directory: string, { kind, id }: Pick<KeyListing, 'kind' | 'id'>): string {
  return kind === 'secret' ? retiredSecretFile(directory, id) : publicFile(directory, kind, id);
}

function publicKeyOf(directory: string, key: KeyListing): readonly PublicKey[] {
  const { kind, id } = key;
  if (kind === 'secret') return [];
  const record = key.isActive ? readActivePair(directory, kind) : findPublic(directory, kind, id);
  return record?.id === id ? [{ ...key, text: formatPublic(record) }] : [];
}

/**
 * Returns the key that was just made or moved; it can only be missing if another process changes the keys as
 * well.
 */
function requireListed(keys: readonly KeyListing[], id: string): KeyListing {
  const found = keys.find((key) => key.id === id);
  if (found !== undefined) return found;
  throw new PenumbraError('store-busy', 'the keys are being changed by another process', {
    hint: 'see what became of them with penumbra keys',
  });
}

function requireRetired(keys: readonly KeyListing[], id: string): KeyListing {
  const found = keys.find((key) => key.id === id);
  if (found === undefined) {
    throw new PenumbraError('invalid-id', 'no key has that id', { hint: 'list them with penumbra keys' });
  }
  if (!found.isActive) return found;
  throw new PenumbraError('usage', 'a key that signs cannot be forgotten', {
    hint: `put a new one in its place first: penumbra keys rotate ${found.kind}`,
  });
}

function forgetKey(directory: string, key: KeyListing): KeyListing {
  removeKeyFile(passiveFile(directory, key));
  return key;
}

/** Options for making a key; a passphrase protects the private part of the approval key. */
type MakeOptions = { readonly passphrase?: string };

const SECRET_BYTES = 32;

/** Creates the key of a kind if there is none, and returns the id of the existing or new one. */
function createKey(directory: string, kind: KeyKind, options: MakeOptions = {}): string {
  requireKeyDirectory(directory);
  removeLeftDrafts(directory);
  const existing = readActive(directory, kind);
  const made = existing ?? makeKey(kind, options);
  if (existing === null) addKeyFile(activeFile(directory, kind), formatKey(made), 'private');
  const active = readActive(directory, kind) ?? made;
  if (active.kind !== 'secret') publishPair(directory, active);
  return active.id;
}

/** Replaces the signing key, which from then on only verifies; returns the new id. */
function rotateKey(directory: string, kind: KeyKind, options: MakeOptions = {}): string {
  return inTurn(directory, () => {
    keepForVerifying(directory, kind);
    const made = makeKey(kind, options);
    // A public key without a private one is harmless; a signature that nobody can verify is not.
    if (made.kind !== 'secret') publishPair(directory, made);
    replaceKeyFile(activeFile(directory, kind), formatKey(made), 'private');
    return made.id;
  });
}

/**
 * Retires the signing key without replacing it; it still verifies. Returns its id, or null if there was none.
 */
function retireKey(directory: string, kind: KeyKind): string | null {
  return inTurn(directory, () => {
    const id = keepForVerifying(directory, kind);
    removeKeyFile(activeFile(directory, kind));
    return id;
  });
}

/** Runs one change of keys at a time on this machine. */
function inTurn<Result>(directory: string, change: () => Result): Result {
  requireKeyDirectory(directory);
  const file = join(directory, 'keys.lock');
  const lock = lockKeys(file);
  if (lock === null) {
    throw new PenumbraError('store-busy', 'the keys are being changed by another process', {
      hint: `try again; if none is at work, remove ${file}`,
      data: { file },
    });
  }
  try {
    removeLeftDrafts(directory);
    return change();
  } finally {
    lock.release();
  }
}

function lockKeys(file: string): FileLock | null {
  try {
    return takeFileLock(file);
  } catch (error) {
    throw unusable(file, error);
  }
}

function keepForVerifying(directory: string, kind: KeyKind): string | null {
  const active = readActive(directory, kind);
  if (active === null) return null;
  if (active.kind === 'secret')
    addKeyFile(retiredSecretFile(directory, active.id), formatSecret(active), 'private');
  else publishPair(directory, active);
  return active.id;
}

function readActive(directory: string, kind: KeyKind): SecretRecord | PairRecord | null {
  return kind === 'secret' ? readActiveSecret(directory) : readActivePair(directory, kind);
}

function makeKey(kind: KeyKind, options: MakeOptions): SecretRecord | PairRecord {
  if (kind !== 'secret') return makePair(kind, kind === 'approval' ? options.passphrase : undefined);
  const secret = randomBytes(SECRET_BYTES);
  return { kind, id: secretId(secret), createdMs: Date.now(), secret };
}

function makePair(kind: PairKind, passphrase: string | undefined): PairRecord {
  const { publicKey: key, privateKey } = generateKeyPairSync('ed25519');
  const closed = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  const text = privateKey.export({ type: 'pkcs8', format: 'pem', ...closed });
  return { kind, id: publicId(key), createdMs: Date.now(), key, private: text.toString() };
}

function formatKey(record: SecretRecord | PairRecord): string {
  return record.kind === 'secret' ? formatSecret(record) : formatPair(record);
}
