// Which path of the tree a person means, from wherever they stand.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { treePathOf } from './tree-path-of.ts';

const known = ['.', 'src', 'src/a.ts', 'src/src', 'src/src/a.ts', 'beef', 'src/caf\u00e9.ts'];

function pathOf(typed: string, currentDirectory: string, alsoFromRoot = true): string {
  const has = (path: string): boolean => known.includes(path);
  return treePathOf(typed, { root: '/project', currentDirectory, has, alsoFromRoot });
}

test.each([
  ['/project', 'src/a.ts', 'src/a.ts'],
  ['/project', './src//a.ts/', 'src/a.ts'],
  ['/project', '.', '.'],
  ['/project', 'nowhere', 'nowhere'],
  ['/project', '/project/src', 'src'],
  ['/project', 'src/cafe\u0301.ts', 'src/caf\u00e9.ts'],
  ['/project/src', 'a.ts', 'src/a.ts'],
  ['/project/src', '..', '.'],
  ['/project/src', '../src/a.ts', 'src/a.ts'],
  ['/project/src', 'nowhere', 'src/nowhere'],
  ['/elsewhere', 'src/a.ts', 'src/a.ts'],
  ['/elsewhere', './src', 'src'],
])('in %s, %s is %s', (currentDirectory, typed, expected) =>
  expect(pathOf(typed, currentDirectory)).toBe(expected),
);

test('what is here comes before what the root has under that name, and that before nothing', () => {
  expect(pathOf('src/a.ts', '/project/src')).toBe('src/src/a.ts');
  expect(pathOf('beef', '/project/src')).toBe('beef');
});

test.each(['./beef', '../src/beef', '../src/src/nowhere'])('%s says that it starts from here', (typed) => {
  expect(pathOf(typed, '/project/src')).toBe(`src/${typed.replace(/^\.\.\/src\/|^\.\//, '')}`);
});

test('what is written about is never looked for from the root', () => {
  expect(pathOf('beef', '/project/src', false)).toBe('src/beef');
  expect(pathOf('deadbeef', '/project/src', false)).toBe('deadbeef');
  expect(pathOf('src/caf\u00e9.ts', '/project/src', false)).toBe('src/src/caf\u00e9.ts');
  expect(pathOf('.', '/project/nowhere', false)).toBe('nowhere');
  expect(pathOf('src/a.ts', '/project/src', false)).toBe('src/src/a.ts');
});

test('what is here, but not in the tree, is meant before what the root has', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'penumbra-path-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'src/empty'), { recursive: true });
  const has = (path: string): boolean => ['.', 'src', 'empty', 'other'].includes(path);
  const standing = { root, currentDirectory: join(root, 'src'), has, alsoFromRoot: true };
  expect(treePathOf('empty', standing)).toBe('src/empty');
  expect(treePathOf('other', standing)).toBe('other');
  expect(treePathOf('.', { ...standing, currentDirectory: join(root, 'src/empty') })).toBe('src/empty');
});

test.each(['node:3f2a91', 'frame:3F2A', 'content:3f2a', 'deadbeef'])('%s stays an id', (id) =>
  expect(pathOf(id, '/project')).toBe(id),
);

test.each(['beef', './deadbeef', 'dead', 'node:xyz1'])('%s in the tree or no id is a path', (typed) => {
  expect(pathOf(typed, '/project')).toBe(typed === 'dead' ? 'dead' : typed.replace('./', ''));
});

test.each([
  ['/project', '..', '`..` is outside the workspace'],
  ['/project', '/etc/passwd', '`/etc/passwd` is outside the workspace'],
  ['/project/src', '../../x\u001b[31m', '`../../x\\u001b[31m` is outside the workspace'],
  ['/project', '/project-two/a', '`/project-two/a` is outside the workspace'],
  ['/project', '', 'the path is empty'],
])('in %s, %j is refused', (currentDirectory, typed, message) => {
  expect(() => pathOf(typed, currentDirectory)).toThrow(message);
});

test('a way through a link outside leads to the same place', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'penumbra-path-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'project/src'), { recursive: true });
  symlinkSync(join(folder, 'project'), join(folder, 'way'));
  const standing = {
    root: join(folder, 'project'),
    currentDirectory: '/',
    has: () => false,
    alsoFromRoot: true,
  };
  expect(treePathOf(join(folder, 'way/src/a.ts'), standing)).toBe('src/a.ts');
});
