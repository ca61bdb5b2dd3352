/** What this machine offers Penumbra and what is missing, with remedies. Looks, and changes nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  findWorkspaceRoot,
  type OpenLedgerOptions,
  openStore,
  readSettings,
  SETTINGS_FILE,
  type StoreAddress,
  storeAddress,
  storeSetting,
} from '../../engine/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import type { StoreStatistics } from '../../ledger/index.ts';
import { examineKeys, examineSandbox } from './examine-guard.ts';
import type { Finding } from './machine-finding.ts';

const OLDEST_NODE = 24;
const LOW_DISK_BYTES = 200 * 1024 * 1024;

/** Looks at the machine and the workspace; `missing` is what commands will fail without. */
export async function examineMachine(
  options: Omit<OpenLedgerOptions, 'create'> = {},
): Promise<readonly Finding[]> {
  const { store, environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment });
  const sources = { root: root.path, environment, options: store === undefined ? {} : { store } };
  return [
    examineNode(),
    await examineSqlite(),
    examineGit(),
    { name: 'workspace', state: 'ok', detail: `${root.path} (by ${root.foundBy})` },
    await guarded('settings', () => examineSettings(root.path)),
    await guarded('ledger', async () => examineStore(storeAddress(await storeSetting(sources), root.path))),
    examineDisk(root.path),
    await guarded('sandbox', () => examineSandbox({ root: root.path, environment })),
    await guarded('keys', () => examineKeys({ root: root.path, environment })),
  ];
}

function examineNode(): Finding {
  const version = process.versions.node;
  const isEnough = Number.parseInt(version, 10) >= OLDEST_NODE;
  const finding = { name: 'node', detail: `${version} at ${process.execPath}` };
  return isEnough
    ? { ...finding, state: 'ok' }
    : { ...finding, state: 'missing', remedy: `install Node ${OLDEST_NODE} or newer` };
}

async function examineSqlite(): Promise<Finding> {
  try {
    const { DatabaseSync } = await import('node:sqlite');
    using database = new DatabaseSync(':memory:');
    const row = database.prepare('SELECT sqlite_version() AS version').get();
    return { name: 'sqlite', state: 'ok', detail: `${row?.version}, built into Node` };
  } catch {
    return {
      name: 'sqlite',
      state: 'missing',
      detail: 'this Node has no node:sqlite',
      remedy: `install Node ${OLDEST_NODE} or newer`,
    };
  }
}

function examineGit(): Finding {
  const { status, stdout } = spawnSync('git', ['--version'], { encoding: 'utf8' });
  if (status === 0) return { name: 'git', state: 'ok', detail: stdout.trim().replace(/^git version /, '') };
  return {
    name: 'git',
    state: 'note',
    detail: 'not found: no history to reason with',
    remedy: 'install git',
  };
}

async function examineSettings(root: string): Promise<Finding> {
  const names = Object.keys(await readSettings(root));
  const detail = names.length > 0 ? `${SETTINGS_FILE} sets ${names.join(', ')}` : 'defaults';
  return { name: 'settings', state: 'ok', detail };
}

async function examineStore(address: StoreAddress): Promise<Finding> {
  if (address.kind === 'sqlite' && isAbsent(address.file)) {
    return {
      name: 'ledger',
      state: 'note',
      detail: `none yet; made at ${address.file} when first written to`,
    };
  }
  const store = await openStore(address, { create: false });
  try {
    return {
      name: 'ledger',
      state: 'ok',
      detail: `${store.location}: ${describe(await store.statistics())}`,
    };
  } finally {
    await store.close();
  }
}

/** Tells whether nothing is there; a place that may not be looked at is left to the store, which says why. */
function isAbsent(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function examineDisk(root: string): Finding {
  const { bavail, bsize } = statfsSync(existsSync(root) ? root : dirname(root));
  const free = bavail * bsize;
  const detail = `${Math.floor(free / 1024 ** 2)} MiB free`;
  if (free >= LOW_DISK_BYTES) return { name: 'disk', state: 'ok', detail };
  return { name: 'disk', state: 'note', detail, remedy: 'make room: a full disk stops writing' };
}

async function guarded(name: string, examine: () => Promise<Finding>): Promise<Finding> {
  try {
    return await examine();
  } catch (error) {
    if (!(error instanceof PenumbraError)) throw error;
    return {
      name,
      state: 'missing',
      detail: error.message,
      ...(error.hint !== undefined && { remedy: error.hint }),
    };
  }
}

function describe(statistics: StoreStatistics): string {
  const { objects, objectBytes, logs, entries } = statistics;
  return `${objects} objects (${objectBytes} bytes), ${logs} logs, ${entries} entries`;
}
