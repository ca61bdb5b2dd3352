/** The keys of this user: where they are, which one a person means, and that they lie where no agent can reach. */
import type { KeyKind, KeyListing, Keys } from '../../../adapters/keys/index.ts';
import { cite, didYouMean, PenumbraError, sortByCodePoint } from '../../../kernel/index.ts';
import type { ShownKey } from '../../../report/index.ts';
import { configDirectory, keysDirectory } from '../../config-directory.ts';
import { findWorkspaceRoot } from '../../workspace-root.ts';

/** Whose keys, and the workspace they have to lie outside of. */
export type KeysOptions = {
  readonly workspace?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
};

/** The keys, opened, and how each is shown. */
export type UserKeys = {
  readonly directory: string;
  readonly keys: Keys;
  readonly adapter: typeof import('../../../adapters/keys/index.ts');
  show(key: KeyListing): ShownKey;
};

/** Opens the keys of this user; there need not be any yet. */
export async function openUserKeys({ environment = process.env }: KeysOptions): Promise<UserKeys> {
  const adapter = await import('../../../adapters/keys/index.ts');
  // Who can write to what they lie in can put others in their place.
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

/** Returns the kind of key that signs for a purpose that a person named; some purposes share one. */
export function kindNamed(name: string, { adapter }: UserKeys): KeyKind {
  const { keyKinds, kindFor, signingPurposes } = adapter;
  const purpose = signingPurposes.find((known) => known === name);
  const kind = purpose === undefined ? keyKinds.find((known) => known === name) : kindFor(purpose);
  if (kind !== undefined) return kind;
  const names = sortByCodePoint([...new Set<string>([...signingPurposes, ...keyKinds])]);
  throw new PenumbraError('usage', `no key signs ${cite(name)}${didYouMean(name, names)}`, {
    hint: `use one of: ${names.join(', ')}`,
  });
}

/** Returns the key that a text is the id of, or the beginning of no other's. */
export function findKey<Key extends KeyListing>(keys: readonly Key[], beginning: string): Key {
  const found = keys.filter(({ id }) => beginning !== '' && id.startsWith(beginning));
  if (found.length === 1 && found[0] !== undefined) return found[0];
  const problem = found.length === 0 ? 'no key here is' : 'more than one key is';
  throw new PenumbraError('invalid-id', `${problem} ${cite(beginning)}`, {
    hint: 'list them with penumbra keys',
  });
}

/** Refuses a directory of keys in a workspace. INVARIANT (keys outside every root): agents reach nothing to sign with. */
export function requireOutside({ directory, adapter }: UserKeys, options: KeysOptions): void {
  const { environment = process.env } = options;
  const { path, foundBy } = findWorkspaceRoot({ ...options, environment });
  // A directory that is nobody's workspace yet may well be the home that holds the keys.
  if (foundBy === 'current directory' || adapter.liesWithin(directory, [path]) === null) return;
  throw new PenumbraError('invalid-configuration', `${cite(directory)} lies in the workspace`, {
    hint: 'set PENUMBRA_CONFIG_DIR to a directory that agents cannot reach',
    data: { directory, workspace: path },
  });
}
