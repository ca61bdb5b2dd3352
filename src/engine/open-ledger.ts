/** Opens the ledger of a workspace: finds the root, reads the settings, and picks the adapter. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readAddedTypes } from '../context/index.ts';
import { cite, PenumbraError } from '../kernel/index.ts';
import { createMemoryStore, defineFrameTypes, type Ledger, type Store } from '../ledger/index.ts';
import { storeSetting } from './read-settings.ts';
import { systemClock } from './system-ports.ts';
import { findWorkspaceRoot } from './workspace-root.ts';

/** Which ledger to open. */
export type OpenLedgerOptions = {
  /** The workspace; defaults to the nearest one at or above the current directory. */
  readonly workspace?: string;
  /** The store; defaults to the one in the settings. */
  readonly store?: string;
  /** Whether to create a ledger if there is none. */
  readonly create?: boolean;
  readonly currentDirectory?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
};

/** Opens the ledger of a workspace; close its store when done. */
export async function openLedger(options: OpenLedgerOptions = {}): Promise<Ledger> {
  const { store, create = true, environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  const setting = await storeSetting({ root, environment, options: store === undefined ? {} : { store } });
  const { frameTypes } = await import('./frame-types.ts');
  const opened = await openStore(storeAddress(setting, root), { create });
  try {
    const added = await readAddedTypes(opened);
    const types = added.length === 0 ? frameTypes : defineFrameTypes(...frameTypes.values(), ...added);
    return { store: opened, types, clock: systemClock };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Opens the ledger of a workspace for some work, and always closes it. */
export async function withLedger<Result>(
  options: OpenLedgerOptions,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const ledger = await openLedger(options);
  try {
    return await work(ledger);
  } finally {
    await ledger.store.close();
  }
}

/** The address of a store. */
export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/**
 * Parses a store setting; relative files are resolved against the workspace. Null is the workspace's own
 * ledger.
 */
export function storeAddress(setting: string | null, root: string): StoreAddress {
  if (setting === null) return { kind: 'sqlite', file: join(root, '.penumbra', 'ledger.db') };
  const [, scheme, rest] = /^(postgres(?:ql)?:\/\/|sqlite:)(.+)$/s.exec(setting) ?? [];
  const isPossible = rest !== undefined && !rest.includes('\0');
  const isFile = scheme === 'sqlite:' && !NOT_A_FILE.test(setting);
  if (isPossible && isFile) return { kind: 'sqlite', file: resolve(root, rest) };
  if (isPossible && scheme !== 'sqlite:') return { kind: 'postgres', url: setting };
  // A misspelt address may contain a password anywhere.
  const shown = PLAIN_SETTING.test(setting) ? cite(setting) : 'the store setting';
  throw new PenumbraError('invalid-configuration', `${shown} is not the address of a store`, {
    hint: 'write sqlite:FILE or postgres://user@host/database',
  });
}

/** A setting that is safe to show: a word or a path. */
const PLAIN_SETTING = /^(?!.*passw)[\w.\\/-]{0,64}:?$/i;
/** Another address after `sqlite:`; as a file name it would be shown wherever the ledger is named. */
const NOT_A_FILE =
  /^sqlite:(?:.*:\/\/|(?:[^/\\]|[\\/](?=[^/\\]*:))*:.*@|(?:jdbc|postgres(?:ql)?|mysql|redis):|.*password=)/is;

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

type ReadOptions = OpenLedgerOptions & { readonly workspace: string };

/** Opens the ledger of a workspace, or a temporary empty one if it has none. */
export async function openLedgerToRead(options: ReadOptions): Promise<Ledger> {
  const missing = await missingLedger(options);
  if (missing === null) return openLedger({ ...options, create: false });
  const { frameTypes } = await import('./frame-types.ts');
  return {
    store: { ...createMemoryStore(), location: missing },
    types: frameTypes,
    clock: systemClock,
  };
}

/** Returns where a missing ledger would be; null if there is one. */
export async function missingLedger(options: ReadOptions): Promise<string | null> {
  const { workspace: root, store, environment = process.env } = options;
  const setting = await storeSetting({ root, environment, options: store === undefined ? {} : { store } });
  const address = storeAddress(setting, root);
  // Only a path that does not exist is empty; anything else is for the adapter to judge.
  return address.kind === 'postgres' || existsSync(address.file) ? null : address.file;
}
