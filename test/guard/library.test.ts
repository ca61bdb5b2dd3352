// The guard as a library: `penumbra/guard` by itself, over real directories, and what it brings along.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  type AuditEntry,
  createTools,
  createWorld,
  enforce,
  loadPolicy,
  type Session,
} from '../../src/guard.ts';
import { git, makeFolder, writeFiles } from '../context/workspace.ts';
import { createMemoryDisk } from './memory-disk.ts';

const policy = loadPolicy(`
policy: garden
modes: [work]
roots: { yard: { hidden: [.git] } }
tools: { file: [read, write], git: [add, commit], exec: run }
sets:
  read: { area: READ, commands: { file: read } }
  write: { area: WRITE, commands: { file: write } }
  git: { area: GIT, commands: { git: [add, commit] } }
  exec: { area: EXEC, commands: { exec: run } }
exec: { scratch: yard, sandbox: off, rules: [{ program: wc }] }
visibility: { work: { yard: always, yard/den: never } }
operations:
  work:
    yard:
      - allow: read
      - { allow: [write, git], when: [contract_covers] }
      - { allow: exec, when: [mask_worn(key)] }
`);

const contract = { root: 'yard', operations: ['WRITE' as const], targets: ['beds/*'] };
const session: Session = {
  id: 'gardener',
  mode: () => 'work',
  mods: [],
  contract: () => contract,
  masks: () => ['key'],
};

/** Makes a yard with a bed, and its world. */
function makeYard() {
  const { path, [Symbol.dispose]: dispose } = makeFolder();
  writeFiles(path, { 'beds/roses.txt': 'red\n', 'den/secret.txt': 'hush\n' });
  const world = createWorld({ policy, roots: { yard: path }, session });
  return { path, world, [Symbol.dispose]: dispose };
}

describe('in ten lines', () => {
  test('an address is resolved, a request enforced, and a call answered', async () => {
    using yard = makeYard();
    const [reply, ref] = yard.world.resolve('root:yard/beds/roses.txt');
    expect([reply.code, String(ref)]).toEqual(['WA-RES-S-001', 'root:yard/beds/roses.txt']);
    const request = { policy, mode: 'work', tool: 'file', command: 'write', root: 'yard' };
    const decided = enforce({ ...request, context: { contract, paths: ['shed/rake.txt'] } });
    expect(decided.code).toBe('EN-OPEN-D-002');
    const tools = createTools(yard.world);
    const read = await tools.call({ tool: 'file', command: 'read', address: 'root:yard/beds/roses.txt' });
    expect([read.reply.code, read.reply.data.text]).toEqual(['MCP-FILE-S-001', 'red\n']);
  });

  test.each([
    ['root:yard/beds/tulips.txt', true, 'WA-RES-I-004'],
    ['root:yard/beds/tulips.txt', false, 'WA-RES-S-001'],
    ['root:yard/den/secret.txt', true, 'WA-RES-I-003'],
    ['root:yard/den/nothing.txt', true, 'WA-RES-I-003'],
    ['root:yard/.git/config', true, 'WA-RES-I-003'],
    ['root:attic', true, 'WA-RES-I-001'],
  ])('%s, to exist: %s, is %s', (address, requireExists, code) => {
    using yard = makeYard();
    expect(yard.world.resolve(address, { requireExists })[0].code).toBe(code);
  });

  test('what the session grants is written to the disk of this machine, and nothing else is', async () => {
    using yard = makeYard();
    const tools = createTools(yard.world);
    const write = (address: string) =>
      tools.call({ tool: 'file', command: 'write', address, arguments: { text: 'yellow\n' } });
    expect((await write('root:yard/beds/tulips.txt')).reply.code).toBe('MCP-FILE-S-003');
    expect(readFileSync(join(yard.path, 'beds/tulips.txt'), 'utf8')).toBe('yellow\n');
    expect((await write('root:yard/rake.txt')).reply.code).toBe('EN-OPEN-D-002');
    expect((await write('root:yard/den/secret.txt')).reply.code).toBe('WA-RES-I-003');
    expect(readFileSync(join(yard.path, 'den/secret.txt'), 'utf8')).toBe('hush\n');
  });

  test('git is that of the root', async () => {
    using yard = makeYard();
    git(yard.path, 'init', '--quiet');
    const tools = createTools(yard.world);
    const given = { tool: 'git', address: 'root:yard', arguments: { paths: ['beds/roses.txt'] } };
    expect((await tools.call({ ...given, command: 'add' })).reply.code).toBe('MCP-GIT-S-006');
    const message = { ...given.arguments, message: 'Plant' };
    const { reply } = await tools.call({ ...given, command: 'commit', arguments: message });
    expect(reply.code).toBe('MCP-GIT-S-007');
    expect(git(yard.path, 'ls-tree', '-r', '--name-only', 'HEAD')).toBe('beds/roses.txt\n');
  });

  test('contracts and programs come with a whole session, and are said to be missing', async () => {
    using yard = makeYard();
    const tools = createTools(yard.world);
    const status = await tools.call({ tool: 'contract', command: 'status', address: '' });
    expect(status.reply.code).toBe('CT-STORE-I-001');
    const run = { tool: 'exec', command: 'run', address: 'root:yard', arguments: { argv: ['wc'] } };
    expect((await tools.call(run)).reply.code).toBe('MCP-CALL-I-002');
  });
});

describe('what is given', () => {
  test('takes the place of what is brought: every call goes to this trail', async () => {
    using yard = makeYard();
    const entries: AuditEntry[] = [];
    const keep = async (entry: AuditEntry) => void entries.push(entry);
    const trail = { note: keep, record: keep, flush: async () => undefined };
    const tools = createTools(yard.world, { trail, names: new Map([['file write', 'file read']]) });
    const address = 'root:yard/beds/roses.txt';
    const { reply } = await tools.call({ tool: 'file', command: 'write', address });
    // The policy decides by the name that was called, and the tool does what the name stands for.
    expect(reply.code).toBe('MCP-FILE-S-001');
    expect(entries).toMatchObject([{ decision: 'EN-WRITE-S-001', answer: 'MCP-FILE-S-001', intent: null }]);
  });

  test('a trail that cannot be written keeps a change from being made', async () => {
    using yard = makeYard();
    const trail = {
      note: async () => undefined,
      record: () => Promise.reject(new Error('full')),
      flush: async () => undefined,
    };
    const tools = createTools(yard.world, { trail });
    const address = 'root:yard/beds/roses.txt';
    const write = { tool: 'file', command: 'write', address, arguments: { text: 'x' } };
    expect((await tools.call(write)).reply.code).toBe('MCP-AUDIT-E-001');
    expect(readFileSync(join(yard.path, 'beds/roses.txt'), 'utf8')).toBe('red\n');
  });

  test('a world on a disk of its own has no tools without that disk', () => {
    const disk = createMemoryDisk({ present: ['/disk/yard/a'] });
    const world = createWorld({ policy, roots: { yard: '/disk/yard' }, session, disk });
    expect(world.resolve('root:yard/a')[0].code).toBe('WA-RES-S-001');
    expect(() => createTools(world)).toThrow(/given that disk/);
  });
});

const root = join(import.meta.dirname, '../..');

/** Returns what a module loads: rooms of src, adapters, packages and node's own modules, each once. */
function loadedBy(module: string): readonly string[] {
  const program = join(import.meta.dirname, 'loaded-modules.mjs');
  const url = pathToFileURL(join(root, module)).href;
  const printed = execFileSync(process.execPath, [program, url], { encoding: 'utf8' });
  const names = (JSON.parse(printed) as readonly string[]).map((loaded) => {
    const [, packageName] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(loaded) ?? [];
    const [, room] = /\/src\/((?:adapters|engine)\/[^/]+(?=\/)|[^/]+)/.exec(loaded) ?? [];
    return packageName ?? room ?? loaded.replace(/\/promises$/, '');
  });
  return [...new Set(names)].sort();
}

/** What the package `yaml` asks for, harmless both. */
const ofYaml = ['node:buffer', 'node:process', 'yaml'];

describe('what comes along', () => {
  test('the room itself reaches no file, process or network, and no room above it', () => {
    expect(loadedBy('src/guard/index.ts')).toEqual(
      ['guard', 'kernel', 'ledger', 'node:crypto', ...ofYaml].sort(),
    );
  });

  test('the subpath adds the tools and the ways to the disk, git, keys and programs', () => {
    const rooms = ['guard', 'kernel', 'ledger', 'context', 'tools', 'guard.ts', 'on-first-use.ts'];
    const engine = ['engine', 'engine/guard'];
    const adapters = ['exec', 'files', 'git', 'keys', 'parsers', 'paths'].map((name) => `adapters/${name}`);
    const machine = ['child_process', 'crypto', 'fs', 'module', 'os', 'path', 'timers', 'util', 'zlib'];
    const ofNode = machine.map((name) => `node:${name}`);
    const known = new Set([...rooms, ...engine, ...adapters, ...ofYaml, ...ofNode]);
    const loaded = loadedBy('src/guard.ts');
    expect(loaded).toEqual(expect.arrayContaining(['adapters/files', 'adapters/git', 'guard', 'tools']));
    // A database, a model of syntax or a pipeline is not what a decision costs.
    expect(loaded.filter((name) => !known.has(name))).toEqual([]);
  });
});
