/** The search path in which git is looked up. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchPathOutside } from './run-git.ts';

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'penumbra-path-')));
  for (const name of ['root/bin', 'rooted', 'outside']) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(join(folder, 'root/bin'), join(folder, 'link'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, boolean]>([
  ['outside', true],
  ['rooted', true],
  ['absent', true],
  ['root', false],
  ['root/bin', false],
  ['root/absent', false],
  ['link', false],
  ['outside/../root/bin', false],
])('keeps %s: %s', (place, isKept) => {
  const path = `${folder}/${place}`;
  expect(searchPathOutside(path, [join(folder, 'root')])).toBe(isKept ? path : '');
});

test('drops what depends on where one stands, and keeps the order of the rest', () => {
  const [first, second] = [join(folder, 'outside'), join(folder, 'rooted')];
  const searchPath = ['', '.', 'bin', first, './x', second].join(delimiter);
  expect(searchPathOutside(searchPath, [])).toBe([first, second].join(delimiter));
});
