/** The keys that anchors are signed and checked with, and the directory they are kept in. */
import type { Signer, Verifier } from '../../../kernel/index.ts';
import { configDirectory, keysDirectory } from '../../config-directory.ts';

/** What is known of keys here. */
export type AuditKeys = {
  /** The configuration of this user, outside every workspace. */
  readonly directory: string;
  readonly verifier: Verifier;
  /** Returns what signs anchors, or null where there is no key. */
  signer(): Signer | null;
};

/** Opens the keys of this user. */
export async function openAuditKeys(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AuditKeys> {
  const { openKeys, requireOwnDirectory } = await import('../../../adapters/keys/index.ts');
  const directory = configDirectory(environment);
  // Who can write to it can put other keys and anchors in their place.
  requireOwnDirectory(directory);
  const keys = openKeys(keysDirectory(environment));
  const isThere = (): boolean => keys.list().some(({ kind, isActive }) => kind === 'secret' && isActive);
  return {
    directory,
    verifier: keys.verifier(),
    signer: () => (isThere() ? keys.signer(['audit-anchor']) : null),
  };
}
