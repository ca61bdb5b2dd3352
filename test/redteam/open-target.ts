// A target of attacks: a whole guarded session over real directories, with real keys, a ledger on disk, git and the runner.
// Whatever lies outside the roots, or is hidden in them, carries a canary that no answer may hold.

import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openKeys } from '../../src/adapters/keys/index.ts';
import { openContextServices } from '../../src/engine/guard/context-services.ts';
import { openLedger, openWorkspace } from '../../src/engine/index.ts';
import {
  type Condition,
  defineConditions,
  type GuardSession,
  type GuardSessionOptions,
  loadPolicy,
  openGuardSession,
} from '../../src/guard.ts';
import type { ToolResult } from '../../src/tools/index.ts';
import { git, makeFolder, writeFiles } from '../context/workspace.ts';
import { expectUnharmed } from './expect-unharmed.ts';
import { redPolicy } from './red-policy.ts';
import { refuseLeaks } from './refuse-leaks.ts';
import { takeStock } from './take-stock.ts';

/** How a target is opened; what is left out is as in every attack. */
export interface TargetOptions {
  /** The policy's text. */
  readonly policy?: string;
  /** Conditions that the policy names beside those every policy knows. */
  readonly conditions?: readonly Condition[];
  readonly mode?: () => string | null;
  /** Further files by their path below the target's folder, as in `repo/desk/a.txt`; `{canary}` in a text stands for it. */
  readonly files?: Readonly<Record<string, string>>;
  /** Entries of the registry by name, with their path below the target's folder; a list may name one twice. */
  readonly mods?: readonly (readonly [name: string, path: string])[];
  /** Further paths below the folder that must not change. */
  readonly watch?: readonly string[];
  readonly session?: Partial<GuardSessionOptions['session']>;
  readonly operator?: GuardSessionOptions['operator'];
  readonly tools?: GuardSessionOptions['tools'];
  readonly onCall?: GuardSessionOptions['onCall'];
  readonly person?: GuardSessionOptions['person'];
  /** Further roots by key, with their path below the target's folder. */
  readonly roots?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where the ledger is kept, from the target's folder; in the workspace unless told. */
  readonly ledgerFile?: string;
  /** Whether the repository is scanned, so that it can be searched. */
  readonly hasContext?: boolean;
  /** Runs before the session is opened and after the files are made. */
  readonly prepare?: (folder: string, canary: string) => void;
}

/** A target. */
export interface Target {
  readonly folder: string;
  /** The text that stands in everything an attack must not reach. */
  readonly canary: string;
  readonly session: GuardSession;
  readonly ledger: Awaited<ReturnType<typeof openLedger>>;
  /** The directory of the keys. */
  readonly keys: string;
  /** Returns the host path of something below the folder. */
  at(path: string): string;
  /** Makes a call by `<tool> <command>`, and fails where its answer holds what it must not. */
  call(names: string, address: string, given?: unknown): Promise<ToolResult>;
  /** Makes a call and returns its code. */
  code(names: string, address: string, given?: unknown): Promise<string>;
  /** Says that others made calls on the same ledger, which are on record too. */
  countCalls(count: number): void;
  /** Asserts what has to hold after every attack. */
  expectUnharmed(): Promise<void>;
  close(): Promise<void>;
}

const ROOTS = ['repo', 'data', 'mods'] as const;
const WATCHED = [
  'outside',
  'repo/den',
  'repo/shelf',
  'repo/.git/config',
  'repo/.git/hooks',
  'repo/.git/description',
  'config/keys',
];

/** Opens a target; what it is made of goes away when it is closed. */
export async function openTarget(options: TargetOptions = {}): Promise<Target> {
  const folder = makeFolder();
  const at = (path: string) => join(folder.path, path);
  const canary = `canary-${randomBytes(8).toString('hex')}`;
  makeFiles(folder.path, canary, options);
  const environment = { ...process.env, PENUMBRA_CONFIG_DIR: at('config'), ...options.environment };
  openKeys(at('config/keys')).create();
  options.prepare?.(folder.path, canary);
  const ledger = await openLedger({
    workspace: at('workspace'),
    create: true,
    environment,
    ...(options.ledgerFile !== undefined && { store: `sqlite:${at(options.ledgerFile)}` }),
  });
  const workspace = options.hasContext
    ? await openWorkspace({ root: at('repo'), store: `sqlite:${at('workspace/context.db')}`, environment })
    : null;
  const session = await openGuardSession({
    policy: loadPolicy(options.policy ?? redPolicy, { conditions: defineConditions(options.conditions) }),
    roots: Object.fromEntries(
      [...ROOTS.map((key) => [key, key] as const), ...Object.entries(options.roots ?? {})].map(
        ([key, path]) => [key, at(path)],
      ),
    ),
    session: {
      id: 'attacker',
      mode: options.mode ?? (() => 'work'),
      mods: (options.mods ?? [['One', 'mods/one']]).map(([name, path]) => ({ name, path: at(path) })),
      ...options.session,
    },
    ledger,
    environment,
    ...(workspace !== null && {
      context: new Map([['repo', { of: await openContextServices(workspace), agent: 'attacker' }]]),
    }),
    ...(options.tools !== undefined && { tools: options.tools }),
    ...(options.onCall !== undefined && { onCall: options.onCall }),
    ...(options.operator !== undefined && { operator: options.operator }),
    ...(options.person !== undefined && { person: options.person }),
  });
  const stockOf = () => takeStock(folder.path, [...WATCHED, ...(options.watch ?? [])]);
  const before = stockOf();
  let calls = 0;

  const target: Target = {
    folder: folder.path,
    canary,
    session,
    ledger,
    keys: at('config/keys'),
    at,
    call: async (names, address, given) => {
      const [tool = '', command = ''] = names.split(' ');
      calls++;
      const result = await session.tools.call({ tool, command, address, arguments: given });
      refuseLeaks(result, { folder: folder.path, canary, keys: at('config/keys') });
      return result;
    },
    code: async (names, address, given) => (await target.call(names, address, given)).reply.code,
    countCalls: (count) => {
      calls += count;
    },
    expectUnharmed: () => expectUnharmed(target, { before, stockOf, calls: () => calls }),
    close: async () => {
      await session.close();
      await workspace?.ledger.store.close();
      await ledger.store.close();
      folder[Symbol.dispose]();
    },
  };
  return target;
}

/** A repository with something to see, a canary wherever nothing is to be seen, and everything committed. */
function makeFiles(folder: string, canary: string, { files = {} }: TargetOptions): void {
  for (const path of ['config', 'workspace', 'data/wip', 'mods/one', 'mods/two', 'repo/desk', 'repo/vow'])
    mkdirSync(join(folder, path), { recursive: true });
  writeFiles(folder, {
    'outside/secret.txt': `${canary}\n`,
    'outside/deep/secret.js': `export const secret = '${canary}';\n`,
    'repo/README.md': 'A repository.\n',
    'repo/den/secret.txt': `${canary}\n`,
    'repo/den/deep/secret.js': `export const secret = '${canary}';\n`,
    'repo/shelf/book.txt': 'a book\n',
    'repo/desk/note.txt': 'a note\n',
    'repo/desk/code.js': 'export function greet() {}\n',
    'repo/vow/text.txt': 'a vow\n',
    'data/list.txt': 'one\ntwo\n',
    'mods/one/thing.txt': 'a thing\n',
    'mods/two/secret.txt': `${canary}\n`,
    ...Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, text.replaceAll('{canary}', canary)]),
    ),
  });
  git(join(folder, 'repo'), 'init', '--quiet');
  writeFileSync(join(folder, 'repo/.git/description'), canary);
  git(join(folder, 'repo'), 'add', '--all');
  git(join(folder, 'repo'), 'commit', '--quiet', '--message', 'state');
}
