/** The keys of this machine, for the engine and for the person's command. */
import { PenumbraError, type Signer, type Verifier } from '../../kernel/index.ts';
import { requireOwnDirectory } from './key-file.ts';
import {
  algorithmOf,
  formatPublic,
  isClosed,
  type KeyKind,
  keyKinds,
  type PairRecord,
  type PublicRecord,
  type SecretRecord,
} from './key-record.ts';
import {
  activeFile,
  findPublic,
  findSecret,
  listedIds,
  publicFile,
  readActivePair,
  readActiveSecret,
  removeKeyFile,
  retiredSecretFile,
} from './key-store.ts';
import { createKey, inTurn, type MakeOptions, retireKey, rotateKey } from './make-keys.ts';
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
