/** Where a ledger lies, and the adapter that opens it; adapters are loaded when first used. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PenumbraError } from '../kernel/index.ts';
import type { Store } from '../ledger/index.ts';

/** The address of a store. */
export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Reads a store setting; relative files lie in the workspace. Null is the workspace's own ledger. */
export function storeAddress(setting: string | null, root: string): StoreAddress {
  if (setting === null) return { kind: 'sqlite', file: join(root, '.penumbra', 'ledger.db') };
  if (/^postgres(ql)?:\/\//.test(setting)) return { kind: 'postgres', url: setting };
  if (setting.startsWith('sqlite:'))
    return { kind: 'sqlite', file: resolve(root, setting.slice('sqlite:'.length)) };
  throw new PenumbraError('invalid-configuration', `\`${setting}\` is not the address of a store`, {
    hint: 'write sqlite:FILE or postgres://user@host/database',
  });
}

/** Opens a store. Without `create`, a SQLite file that does not exist is an error instead of a new ledger. */
export async function openStore(
  address: StoreAddress,
  { create }: { readonly create: boolean },
): Promise<Store> {
  if (address.kind === 'postgres') {
    const { openPostgresStore } = await import('../adapters/postgres/index.ts');
    return openPostgresStore({ url: address.url });
  }
  if (!create && !existsSync(address.file)) {
    throw new PenumbraError('store-unavailable', `there is no ledger at ${address.file}`, {
      hint: 'go to the workspace that has one, name it with --workspace DIR, or import an archive',
    });
  }
  const { openSqliteStore } = await import('../adapters/sqlite/index.ts');
  return openSqliteStore({ file: address.file });
}
