/** Makes keys. Two processes that make the same key at once end with the same one; changes of a key take turns. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { PenumbraError } from '../../kernel/index.ts';
import { type FileLock, takeFileLock } from './file-lock.ts';
import { addKeyFile, removeLeftDrafts, replaceKeyFile, requireKeyDirectory, unusable } from './key-file.ts';
import {
  formatPair,
  formatSecret,
  type KeyKind,
  type PairRecord,
  publicId,
  type SecretRecord,
  secretId,
} from './key-record.ts';
import {
  activeFile,
  type PairKind,
  publishPair,
  readActivePair,
  readActiveSecret,
  removeKeyFile,
  retiredSecretFile,
} from './key-store.ts';

/** How a key is made; a passphrase closes the private part of the key for approvals. */
export type MakeOptions = { readonly passphrase?: string };

const SECRET_BYTES = 32;

/** Makes the key of a kind where there is none, and returns the id of the one that is there then. */
export function createKey(directory: string, kind: KeyKind, options: MakeOptions = {}): string {
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
export function rotateKey(directory: string, kind: KeyKind, options: MakeOptions = {}): string {
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
export function retireKey(directory: string, kind: KeyKind): string | null {
  return inTurn(directory, () => {
    const id = keepForVerifying(directory, kind);
    removeKeyFile(activeFile(directory, kind));
    return id;
  });
}

/** Runs one change of keys at a time on this machine. */
export function inTurn<Result>(directory: string, change: () => Result): Result {
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
