// What doctor says of the sandbox and the keys, on a machine that has them and on one that does not.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openKeys } from '../../src/adapters/keys/index.ts';
import { examineMachine } from '../../src/commands/index.ts';
import { makeFolder } from '../context/workspace.ts';

/** Returns one finding about a workspace, with the configuration beside it. */
async function find(name: string, folder: string, environment: Readonly<Record<string, string>> = {}) {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const PENUMBRA_CONFIG_DIR = join(folder, 'config');
  const findings = await examineMachine({ workspace, environment: { PENUMBRA_CONFIG_DIR, ...environment } });
  return findings.find((finding) => finding.name === name);
}

test('a machine without bubblewrap is told to install it', async () => {
  using folder = makeFolder();
  expect(await find('sandbox', folder.path, { PATH: '/nowhere' })).toEqual({
    name: 'sandbox',
    state: 'note',
    detail: 'none: bubblewrap was not found',
    remedy: 'install bubblewrap',
  });
});

test('a machine without keys is told to create them, and none are created', async () => {
  using folder = makeFolder();
  const none = { name: 'keys', state: 'note', remedy: 'penumbra keys create' };
  expect(await find('keys', folder.path)).toMatchObject(none);
  expect(await find('keys', folder.path)).toMatchObject(none);
});

test('keys are named by their ids', async () => {
  using folder = makeFolder();
  const keys = openKeys(join(folder.path, 'config/keys'));
  keys.create();
  keys.rotate('export');
  const ids = keys.list().filter(({ isActive }) => isActive);
  expect(await find('keys', folder.path)).toEqual({
    name: 'keys',
    state: 'ok',
    detail: `${ids.map(({ kind, id }) => `${kind} ${id}`).join(', ')}, 1 that only verify`,
  });
});

test('a kind of key that is missing beside others is told to be made', async () => {
  using folder = makeFolder();
  const keys = openKeys(join(folder.path, 'config/keys'));
  keys.create();
  keys.retire('approval');
  expect(await find('keys', folder.path)).toMatchObject({
    state: 'note',
    detail: expect.stringContaining('1 that only verify; none signs as approval'),
    remedy: 'penumbra keys create',
  });
});

test('keys that others can read are a fault with the remedy', async () => {
  using folder = makeFolder();
  const directory = join(folder.path, 'config/keys');
  openKeys(directory).create();
  chmodSync(join(directory, 'secret.key'), 0o644);
  expect(await find('keys', folder.path)).toMatchObject({
    state: 'missing',
    remedy: expect.stringContaining('chmod 600'),
  });
});

test.each<[string, (folder: string) => string, string]>([
  ['that others can write to', (folder) => join(folder, 'open'), 'can be written to by others'],
  ['that is no directory', (folder) => join(folder, 'file'), 'is not a directory'],
])('a configuration %s is a fault with the remedy', async (_what, placeIn, problem) => {
  using folder = makeFolder();
  mkdirSync(join(folder.path, 'open'));
  chmodSync(join(folder.path, 'open'), 0o777);
  writeFileSync(join(folder.path, 'file'), '');
  expect(await find('keys', folder.path, { PENUMBRA_CONFIG_DIR: placeIn(folder.path) })).toMatchObject({
    state: 'missing',
    detail: expect.stringContaining(problem),
    remedy: expect.stringContaining('PENUMBRA_CONFIG_DIR'),
  });
});

test('anchors that cannot be read are noted with their file', async () => {
  using folder = makeFolder();
  openKeys(join(folder.path, 'config/keys')).create();
  const file = join(folder.path, 'config/anchors/0123.json');
  mkdirSync(dirname(file));
  writeFileSync(file, '{"schema":');
  expect(await find('keys', folder.path)).toMatchObject({
    state: 'note',
    detail: expect.stringContaining(file),
    remedy: expect.stringContaining(file),
  });
});

test('keys in the workspace are told to go elsewhere', async () => {
  using folder = makeFolder();
  const PENUMBRA_CONFIG_DIR = join(folder.path, 'workspace/config');
  expect(await find('keys', folder.path, { PENUMBRA_CONFIG_DIR })).toMatchObject({
    state: 'note',
    detail: expect.stringContaining('where agents can reach'),
  });
});
