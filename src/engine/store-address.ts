/** Where a ledger lies, and the adapter that opens it; adapters are loaded when first used. */
import { join, resolve } from 'node:path';
import { cite, PenumbraError } from '../kernel/index.ts';
import type { Store } from '../ledger/index.ts';

/** The address of a store. */
export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Reads a store setting; relative files lie in the workspace. Null is the workspace's own ledger. */
export function storeAddress(setting: string | null, root: string): StoreAddress {
  if (setting === null) return { kind: 'sqlite', file: join(root, '.penumbra', 'ledger.db') };
  const [, scheme, rest] = /^(postgres(?:ql)?:\/\/|sqlite:)(.+)$/s.exec(setting) ?? [];
  const isPossible = rest !== undefined && !rest.includes('\0');
  if (isPossible && scheme === 'sqlite:') return { kind: 'sqlite', file: resolve(root, rest) };
  if (isPossible) return { kind: 'postgres', url: setting };
  // A misspelt scheme does not make what follows less of a password.
  const shown = cite(setting.replace(/\/\/.*@/s, '//…@'));
  throw new PenumbraError('invalid-configuration', `${shown} is not the address of a store`, {
    hint: 'write sqlite:FILE or postgres://user@host/database',
  });
}

/** Opens a store. Without `create`, a place that has no ledger is an error instead of a new ledger. */
export async function openStore(
  address: StoreAddress,
  { create }: { readonly create: boolean },
): Promise<Store> {
  if (address.kind === 'postgres') {
    const { openPostgresStore } = await import('../adapters/postgres/index.ts');
    return openPostgresStore({ url: address.url, create });
  }
  const { openSqliteStore } = await import('../adapters/sqlite/index.ts');
  return openSqliteStore({ file: address.file, create });
}
