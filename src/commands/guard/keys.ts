/** Implements the key commands: list, create, rotate, retire and forget keys, and print the public ones. */

import { stat } from 'node:fs/promises';
import type { KeyKind, KeyListing, Keys } from '../../adapters/keys/index.ts';
import { configDirectory, findWorkspaceRoot, keysDirectory, readTextSource } from '../../engine/index.ts';
import { cite, didYouMean, PenumbraError, sortByCodePoint } from '../../kernel/index.ts';
import type {
  KeyChangeDocument,
  KeyRotationDocument,
  KeysCreationDocument,
  KeysDocument,
  PublicKeysDocument,
  ShownKey,
} from '../../report/index.ts';

/** How the approval key is protected; `isOpen` says that it is meant to have no passphrase. */
export type KeyMakingOptions = KeysOptions & { readonly passphraseFile?: string; readonly isOpen?: boolean };

/** Lists the keys of this user. */
export async function listKeys(options: KeysOptions = {}): Promise<KeysDocument> {
  const { directory, keys, show } = await openUserKeys(options);
  return { directory, keys: keys.list().map(show) };
}

/** Creates the missing keys. */
export async function createKeys(options: KeyMakingOptions = {}): Promise<KeysCreationDocument> {
  const opened = await openUserKeys(options);
  const { directory, keys, show } = opened;
  requireOutside(opened, options);
  const passphrase = await passphraseOf(options);
  const before = keys.list();
  if (passphrase !== undefined) requireClosedBy(opened, passphrase);
  keys.create(passphrase === undefined ? {} : { passphrase });
  const after = keys.list();
  const created = after.map(({ id }) => id).filter((id) => !before.some((key) => key.id === id));
  return { directory, keys: after.map(show), created };
}

/** Replaces the key that signs for a purpose. */
export async function rotateKey(purpose: string, options: KeyMakingOptions): Promise<KeyRotationDocument> {
  const opened = await openUserKeys(options);
  const { directory, keys, show } = opened;
  const kind = kindNamed(purpose, opened);
  requireOutside(opened, options);
  const passphrase = await passphraseOf(options);
  const before = keys.list().find((key) => key.kind === kind && key.isActive);
  if (kind !== 'approval' && passphrase !== undefined) throw noPassphraseFor(kind);
  if (before?.hasPassphrase && passphrase === undefined && options.isOpen !== true) throw wouldOpen();
  const key = keys.rotate(kind, passphrase === undefined ? {} : { passphrase });
  return { directory, key: show(key), replaced: before?.id ?? null };
}

/** Retires a key: it no longer signs, but still verifies. */
export async function retireKey(id: string, options: KeysOptions): Promise<KeyChangeDocument> {
  const { directory, keys, show } = await openUserKeys(options);
  const { kind, isActive, id: full } = findKey(keys.list(), id);
  const retired = isActive ? keys.retire(kind) : null;
  if (retired !== null) return { directory, key: show(retired) };
  throw new PenumbraError('usage', `key \`${full}\` does not sign`, {
    hint: `to have nothing verified by it any more, run penumbra keys forget ${full}`,
  });
}

/** Removes a key that no longer signs; its id must be given in full. */
export async function forgetKey(id: string, options: KeysOptions): Promise<KeyChangeDocument> {
  const { directory, keys, show } = await openUserKeys(options);
  return { directory, key: show(keys.forget(id)) };
}

/** Returns all public keys, or the named one. */
export async function showPublicKeys(
  id: string | undefined,
  options: KeysOptions,
): Promise<PublicKeysDocument> {
  const { keys, show } = await openUserKeys(options);
  const all = keys.publicKeys();
  const chosen = id === undefined ? all : [findKey(all, id)];
  if (chosen.length === 0)
    throw new PenumbraError('invalid-configuration', 'there are no public keys yet', {
      hint: 'make them with penumbra keys create',
    });
  return {
    keys: chosen.map((key) => {
      const { id: full, kind, state, createdMs } = show(key);
      return { id: full, kind, state, createdMs, text: key.text };
    }),
  };
}

function passphraseOf({ passphraseFile }: KeyMakingOptions): Promise<string> | undefined {
  return passphraseFile === undefined ? undefined : readPassphrase(passphraseFile);
}

/** A passphrase given for an existing key would protect nothing. */
function requireClosedBy({ keys, adapter, directory }: UserKeys, passphrase: string): void {
  const approval = keys.list().find(({ kind, isActive }) => kind === 'approval' && isActive);
  if (approval === undefined) return;
  if (approval.hasPassphrase) {
    adapter.openApprovalSigner(directory, { passphrase });
    return;
  }
  throw new PenumbraError('usage', 'the key for approvals is there already, without a passphrase', {
    hint: 'put another in its place: penumbra keys rotate approval --passphrase-file FILE',
  });
}

function noPassphraseFor(kind: KeyKind): PenumbraError {
  return new PenumbraError(
    'usage',
    `the key of kind ${kind} is used without a person, so it has no passphrase`,
    {
      hint: 'leave out --passphrase-file',
    },
  );
}

function wouldOpen(): PenumbraError {
  return new PenumbraError(
    'usage',
    'the key for approvals is under a passphrase, and the new one would not be',
    {
      hint: 'give --passphrase-file FILE, or --no-passphrase if that is meant',
    },
  );
}

/** The user whose keys are meant, and the workspace they must be outside of. */
type KeysOptions = {
  readonly workspace?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
};

/** The opened keys, and how each is shown. */
type UserKeys = {
  readonly directory: string;
  readonly keys: Keys;
  readonly adapter: typeof import('../../adapters/keys/index.ts');
  show(key: KeyListing): ShownKey;
};

/** Opens the keys of this user; there may be none yet. */
async function openUserKeys({ environment = process.env }: KeysOptions): Promise<UserKeys> {
  const adapter = await import('../../adapters/keys/index.ts');
  // Anyone who can write to the parent directory can replace them.
  adapter.requireOwnDirectory(configDirectory(environment));
  const directory = keysDirectory(environment);
  return {
    directory,
    keys: adapter.openKeys(directory),
    adapter,
    show: ({ isActive, ...key }) => ({
      ...key,
      purposes: adapter.signingPurposes.filter((purpose) => adapter.kindFor(purpose) === key.kind),
      state: isActive ? 'signs' : 'verifies',
    }),
  };
}

/** Returns the kind of key that signs for a named purpose; some purposes share one. */
function kindNamed(name: string, { adapter }: UserKeys): KeyKind {
  const { keyKinds, kindFor, signingPurposes } = adapter;
  const purpose = signingPurposes.find((known) => known === name);
  const kind = purpose === undefined ? keyKinds.find((known) => known === name) : kindFor(purpose);
  if (kind !== undefined) return kind;
  const names = sortByCodePoint([...new Set<string>([...signingPurposes, ...keyKinds])]);
  throw new PenumbraError('usage', `no key signs ${cite(name)}${didYouMean(name, names)}`, {
    hint: `use one of: ${names.join(', ')}`,
  });
}

/** Returns the key that a text identifies by id or by a unique prefix. */
function findKey<Key extends KeyListing>(keys: readonly Key[], beginning: string): Key {
  const found = keys.filter(({ id }) => beginning !== '' && id.startsWith(beginning));
  if (found.length === 1 && found[0] !== undefined) return found[0];
  const problem = found.length === 0 ? 'no key here is' : 'more than one key is';
  throw new PenumbraError('invalid-id', `${problem} ${cite(beginning)}`, {
    hint: 'list them with penumbra keys',
  });
}

/**
 * Rejects a key directory inside a workspace. INVARIANT (keys outside every root): agents cannot reach
 * anything to sign with.
 */
function requireOutside({ directory, adapter }: UserKeys, options: KeysOptions): void {
  const { environment = process.env } = options;
  const { path, foundBy } = findWorkspaceRoot({ ...options, environment });
  // A current directory that is not a workspace yet may well be the home directory with the keys.
  if (foundBy === 'current directory' || adapter.liesWithin(directory, [path]) === null) return;
  throw new PenumbraError('invalid-configuration', `${cite(directory)} lies in the workspace`, {
    hint: 'set PENUMBRA_CONFIG_DIR to a directory that agents cannot reach',
    data: { directory, workspace: path },
  });
}

const MOST_BYTES = 4_096;
const OTHERS = 0o077;

/** Reads a passphrase: the only line of a file, or of standard input for `-`. */
export async function readPassphrase(file: string): Promise<string> {
  if (file !== '-') await requirePrivate(file);
  const hint = 'name a file that holds the passphrase on one line';
  const { source, text } = await readTextSource(file, { maxBytes: MOST_BYTES, hint });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase !== '' && !/[\r\n]/.test(passphrase)) return passphrase;
  const problem = passphrase === '' ? 'holds no passphrase' : 'holds more than one line';
  throw new PenumbraError('unreadable-input', `${cite(source)} ${problem}`, { hint });
}

/** A file that others can read is no secret; a pipe has no other readers. */
async function requirePrivate(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile() || process.platform === 'win32' || (found.mode & OTHERS) === 0)
    return;
  throw new PenumbraError('invalid-configuration', `${cite(file)} can be read by others`, {
    hint: 'take it from them with chmod 600',
    data: { file },
  });
}
