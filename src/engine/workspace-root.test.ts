// Which directory is the workspace, depending on the start and the markers.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findWorkspaceRoot } from './workspace-root.ts';

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'penumbra-root-')));
  for (const path of ['ledger/.penumbra', 'ledger/deep/er', 'git/.git', 'set/deep', 'plain'])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'set/penumbra.yaml'), '');
  symlinkSync('ledger/deep', join(folder, 'link'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['ledger', {}, 'ledger', '.penumbra'],
  ['ledger/deep/er', {}, 'ledger', '.penumbra'],
  ['link', {}, 'ledger', '.penumbra'],
  ['git', {}, 'git', '.git'],
  ['set/deep', {}, 'set', 'penumbra.yaml'],
  ['plain', {}, 'plain', 'current directory'],
  ['plain', { workspace: '../git' }, 'git', 'option'],
  ['plain', { environment: { PENUMBRA_WORKSPACE: '../set' } }, 'set', 'option'],
  ['plain', { workspace: '../git', environment: { PENUMBRA_WORKSPACE: '../set' } }, 'git', 'option'],
  ['git', { environment: { PENUMBRA_WORKSPACE: '' } }, 'git', '.git'],
])('in %s with %j it is %s, by %s', (from, options, path, foundBy) => {
  const found = findWorkspaceRoot({ environment: {}, currentDirectory: join(folder, from), ...options });
  expect(found).toEqual({ path: join(folder, path), foundBy });
});

test.each([
  ['a workspace that is none', 'plain', { workspace: 'nowhere' }, 'nowhere` is not a directory'],
  ['a workspace that is a file', 'set', { workspace: 'penumbra.yaml' }, 'penumbra.yaml` is not a directory'],
  ['a path through a file', 'set', { workspace: 'penumbra.yaml/x' }, 'x` is not a directory'],
  ['an empty workspace', 'plain', { workspace: '' }, '`` is not a directory'],
  ['a current directory that is gone', 'gone', {}, 'the current directory is gone'],
])('%s is refused', (_what, from, options, message) => {
  const find = () => findWorkspaceRoot({ environment: {}, currentDirectory: join(folder, from), ...options });
  expect(find).toThrow(expect.objectContaining({ code: 'usage', hint: expect.any(String) }));
  expect(find).toThrow(message);
});
