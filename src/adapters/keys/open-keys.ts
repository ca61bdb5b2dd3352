/** The keys of this machine, for the engine and for the person's command. */

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
  /** When it was made, as its file says; null where the file says nothing. */
  readonly createdMs: number | null;
  /** Whether it is the private part of a pair under a passphrase. */
  readonly hasPassphrase: boolean;
  /** The file it is in. */
  readonly file: string;
};

/** A public key as it is given away: the text of its file. */
type PublicKey = KeyListing & { readonly text: string };

/** The keys in a directory. */
export interface Keys {
  /** Lists every key, those that sign first; a damaged file is a fault. */
  list(): readonly KeyListing[];
  /** Returns every public key, those whose private part is here first. */
  publicKeys(): readonly PublicKey[];
  /** Signs for some purposes of a program. */
  signer(purposes: readonly ProgramPurpose[]): Signer;
  /** Checks whatever was signed with a key that is here. */
  verifier(): Verifier;
  /** Makes the keys that are missing and returns all that sign. */
  create(options?: MakeOptions): readonly KeyListing[];
  /** Puts a new key in the place of one that signs. */
  rotate(kind: KeyKind, options?: MakeOptions): KeyListing;
  /** Takes a key out of use without a new one; null where there was none. */
  retire(kind: KeyKind): KeyListing | null;
  /** Removes a key that no longer signs: what it signed is unverifiable from then on. */
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

/** The key that was made or moved a moment ago; gone only where another process changes the keys, too. */
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

/** How a key is made; a passphrase closes the private part of the key for approvals. */
type MakeOptions = { readonly passphrase?: string };

const SECRET_BYTES = 32;

/** Makes the key of a kind where there is none, and returns the id of the one that is there then. */
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

/** Puts a new key in the place of the one that signs, which from then on only verifies; returns the new id. */
function rotateKey(directory: string, kind: KeyKind, options: MakeOptions = {}): string {
  return inTurn(directory, () => {
    keepForVerifying(directory, kind);
    const made = makeKey(kind, options);
    // A public key that nobody can sign with does no harm; a signature that nobody can check would.
    if (made.kind !== 'secret') publishPair(directory, made);
    replaceKeyFile(activeFile(directory, kind), formatKey(made), 'private');
    return made.id;
  });
}

/** Takes the key that signs out of use without a new one; it still verifies. Returns its id, or null without a key. */
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
