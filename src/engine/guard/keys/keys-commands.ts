/** What the commands on keys do: list, make, replace, retire and forget them, and print the public ones. */
import type { KeyKind } from '../../../adapters/keys/index.ts';
import { PenumbraError } from '../../../kernel/index.ts';
import type {
  KeyChangeDocument,
  KeyRotationDocument,
  KeysCreationDocument,
  KeysDocument,
  PublicKeysDocument,
} from '../../../report/index.ts';
import {
  findKey,
  type KeysOptions,
  kindNamed,
  openUserKeys,
  requireOutside,
  type UserKeys,
} from './keys-of-user.ts';
import { readPassphrase } from './keys-passphrase.ts';

/** How the key for approvals is closed; `isOpen` says that it is meant to have no passphrase. */
export type KeyMakingOptions = KeysOptions & { readonly passphraseFile?: string; readonly isOpen?: boolean };

/** Lists the keys of this user. */
export async function listKeys(options: KeysOptions = {}): Promise<KeysDocument> {
  const { directory, keys, show } = await openUserKeys(options);
  return { directory, keys: keys.list().map(show) };
}

/** Makes the keys that are missing. */
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

/** Puts a new key in the place of the one that signs for a purpose. */
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

/** Takes a key out of use; it still verifies. */
export async function retireKey(id: string, options: KeysOptions): Promise<KeyChangeDocument> {
  const { directory, keys, show } = await openUserKeys(options);
  const { kind, isActive, id: full } = findKey(keys.list(), id);
  const retired = isActive ? keys.retire(kind) : null;
  if (retired !== null) return { directory, key: show(retired) };
  throw new PenumbraError('usage', `key \`${full}\` does not sign`, {
    hint: `to have nothing verified by it any more, run penumbra keys forget ${full}`,
  });
}

/** Removes a key that no longer signs; its id has to be given in full. */
export async function forgetKey(id: string, options: KeysOptions): Promise<KeyChangeDocument> {
  const { directory, keys, show } = await openUserKeys(options);
  return { directory, key: show(keys.forget(id)) };
}

/** Returns the public keys, or the one that is named. */
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

/** A passphrase for a key that is there already would close nothing. */
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
