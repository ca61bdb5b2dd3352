/**
 * Examines what this machine offers Penumbra and what is missing, with remedies, without changing anything.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isWithin, placesOf, realPathOf } from '../adapters/paths/index.ts';
import { openAnchors } from '../engine/guard/audit/index.ts';
import {
  configDirectory,
  configurationPlaces,
  findWorkspaceRoot,
  keysDirectory,
  type OpenLedgerOptions,
  openStore,
  readSettings,
  SETTINGS_FILE,
  type StoreAddress,
  storeAddress,
  storeSetting,
} from '../engine/index.ts';
import { chooseModel, hostOf, type ModelFlags } from '../engine/models/index.ts';
import { PenumbraError } from '../kernel/index.ts';
import type { StoreStatistics } from '../ledger/index.ts';

/** The result of one check; commands will fail if the state is `missing`. */
export type Finding = {
  readonly name: string;
  readonly state: 'ok' | 'note' | 'missing';
  readonly detail: string;
  readonly remedy?: string;
};

const OLDEST_NODE = 24;
const LOW_DISK_BYTES = 200 * 1024 * 1024;

/** Examines the machine and the workspace. */
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

/** Returns whether a file does not exist; an inaccessible place is left to the store, which reports why. */
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

type Place = {
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Tries the sandbox; without one, no programs can run in it, but everything else works. */
async function examineSandbox({ root, environment }: Place): Promise<Finding> {
  const { openRunner } = await import('../adapters/exec/index.ts');
  const runner = openRunner({ roots: [root], hold: () => null, environment });
  const state = runner.sandbox();
  return state.kind === 'bubblewrap'
    ? { name: 'sandbox', state: 'ok', detail: `bubblewrap ${state.version}` }
    : { name: 'sandbox', state: 'note', detail: `none: ${state.why}`, remedy: state.remedy };
}

/** Checks the keys; their ids reveal nothing about them. */
async function examineKeys({ root, environment }: Place): Promise<Finding> {
  const { keyKinds, openKeys, requireOwnDirectory } = await import('../adapters/keys/index.ts');
  const directory = keysDirectory(environment);
  const real = realPathOf(root);
  const places = [...placesOf(directory), ...configurationPlaces(configDirectory(environment))];
  if (places.some((place) => isWithin(place, [real]))) {
    const detail = `${directory} lies in the workspace, where agents can reach`;
    return {
      name: 'keys',
      state: 'note',
      detail,
      remedy: 'set PENUMBRA_CONFIG_DIR to a directory elsewhere',
    };
  }
  requireOwnDirectory(configDirectory(environment));
  const keys = openKeys(directory).list();
  const damaged = await openAnchors(configDirectory(environment)).listDamaged();
  if (damaged[0] !== undefined) return damagedAnchors(damaged.length, damaged[0]);
  const active = keys.filter(({ isActive }) => isActive).map(({ kind, id }) => `${kind} ${id}`);
  const remedy = 'penumbra keys create';
  if (keys.length === 0)
    return { name: 'keys', state: 'note', detail: 'none yet: nothing can be signed', remedy };
  const retired = keys.length - active.length;
  const more = retired === 0 ? [] : [`${retired} that only verify`];
  const detail = [...active, ...more].join(', ');
  const missing = keyKinds.filter((kind) => !keys.some((key) => key.isActive && key.kind === kind));
  if (missing.length > 0)
    return { name: 'keys', state: 'note', detail: `${detail}; none signs as ${missing.join(', ')}`, remedy };
  return { name: 'keys', state: 'ok', detail };
}

/**
 * `penumbra keys` reports on the keys themselves; only this check reports unprompted that nothing is anchored
 * any more.
 */
function damagedAnchors(count: number, first: string): Finding {
  return {
    name: 'keys',
    state: 'note',
    detail: `anchors beside them cannot be read: ${first}${count > 1 ? ` and ${count - 1} more` : ''}`,
    remedy: `put back a copy of ${first}, or move it away to anchor anew`,
  };
}

/** A host that would be contacted. */
export type Contact = {
  readonly host: string;
  readonly isThisMachine: boolean;
  readonly what: string;
  readonly why: string;
};

/** Returns every host that commands with these options would contact. */
export async function contactsOf(
  options: Omit<OpenLedgerOptions, 'create'> & ModelFlags = {},
): Promise<readonly Contact[]> {
  const { store, environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  const setting = await storeSetting({ root, environment, options: store === undefined ? {} : { store } });
  return [...storeContacts(setting, root), ...modelContacts(options, environment)];
}

function storeContacts(setting: string | null, root: string): readonly Contact[] {
  const address = storeAddress(setting, root);
  if (address.kind === 'sqlite' || setting === null) return [];
  const { host } = new URL(setting);
  const { isThisMachine } = hostOf(`http://${host || 'localhost'}`);
  return [
    {
      host: host || 'localhost',
      isThisMachine,
      what: 'the ledger: what is recorded of runs and of the workspace',
      why: 'the store is set to PostgreSQL',
    },
  ];
}

function modelContacts(
  flags: ModelFlags,
  environment: NonNullable<OpenLedgerOptions['environment']>,
): readonly Contact[] {
  const choice = chooseModel(flags, environment);
  if (choice === null || 'replay' in choice) return [];
  return [
    {
      ...hostOf(choice.endpoint),
      what: 'packs: failing tests with their messages, traces and output, and evidence of the repository; secrets are replaced',
      why: `investigations ask ${choice.provider}:${choice.model}`,
    },
  ];
}
