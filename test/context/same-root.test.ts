// The root says what is in the tree and nothing about where, when or whose it is.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Scan } from '../../src/context/index.ts';
import { commitAll, git, makeFolder, scan, writeFiles } from './workspace.ts';

const files = {
  'README.md': '# Sample\n',
  '.gitignore': '*.log\n/build/\n',
  'src/a.ts': 'export const a = 1;\n',
  'src/deep/er/b.ts': 'export const b = 2;\n',
  'src/deep/größe.txt': 'ü\n',
  'run.sh': '#!/bin/sh\n',
  'empty.txt': '',
};

function makeSample(folder: string): void {
  writeFiles(folder, files);
  chmodSync(join(folder, 'run.sh'), 0o755);
  symlinkSync('../README.md', join(folder, 'src/link'));
  git(folder, 'init', '--quiet');
  commitAll(folder);
}

function idsOf({ tree }: Scan): Map<string, string> {
  return new Map(Array.from(tree.walk(), ({ path, nodeId }) => [path, nodeId]));
}

/** Returns the paths whose node differs between two scans. */
function moved(before: Scan, after: Scan): string[] {
  const [old, now] = [idsOf(before), idsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .sort();
}

test('clones, a work tree and an archive of one commit have the root of the original', () => {
  using folder = makeFolder();
  const at = (name: string) => join(folder.path, name);
  mkdirSync(at('origin'));
  makeSample(at('origin'));
  git(folder.path, 'clone', '--quiet', 'origin', 'one');
  mkdirSync(at('other/place'), { recursive: true });
  git(folder.path, 'clone', '--quiet', 'origin', 'other/place/two');
  git(at('one'), 'worktree', 'add', '--quiet', at('tree'));
  git(at('one'), 'archive', '--output', at('archive.tar'), 'HEAD');
  mkdirSync(at('archive'));
  execFileSync('tar', ['-xf', at('archive.tar'), '-C', at('archive')]);
  const roots = ['origin', 'one', 'other/place/two', 'tree', 'archive'].map((name) => scan(at(name)));
  expect(new Set(roots.map(({ root }) => root)).size).toBe(1);
  expect(roots.map(({ skipped }) => skipped)).toEqual(roots.map(() => []));
  expect(roots[0]).toMatchObject({ nodes: 12, files: 7, directories: 4, links: 1 });
});

test('the ids of a small tree are fixed', () => {
  using folder = makeFolder();
  makeSample(folder.path);
  const { tree } = scan(folder.path);
  const lines = Array.from(tree.walk(), ({ path, kind, size, contentId, nodeId }) =>
    [path, kind, size, contentId.slice(0, 24), nodeId.slice(0, 21)].join(' '),
  );
  expect(lines).toMatchInlineSnapshot(`
    [
      ". directory 88 content:2dcf9116995129e7 node:e4d89cd1f89abc1e",
      ".gitignore file 14 content:18e442b86c2cd520 node:8d489126a3d7d912",
      "README.md file 9 content:504c93c0602db99e node:d2f1bbeffefb16da",
      "empty.txt file 0 content:e3b0c44298fc1c14 node:bbef9d1cbd68e584",
      "run.sh executable 10 content:a8076d3d28d21e02 node:564be6b38139cbc2",
      "src directory 55 content:6c758f04d25541af node:c93ebc381de78f7f",
      "src/a.ts file 20 content:037ecd1db38c230c node:10ab48037e102c73",
      "src/deep directory 23 content:b003da2634a8678f node:1372284083434d73",
      "src/deep/er directory 20 content:9c1952ac8e161bfc node:a31593eaafaf8f91",
      "src/deep/er/b.ts file 20 content:b5d546753d33709d node:a4e6576cbeea3745",
      "src/deep/größe.txt file 3 content:599c7c0c70071ddf node:8231e0e67b20ac27",
      "src/link link 12 content:9d3c8df04c0e655e node:db78cf442057692d",
    ]
  `);
});

describe('what is not in the tree does not move the root:', () => {
  test.each<[string, (path: string) => void]>([
    ['times', (path) => utimesSync(join(path, 'src/a.ts'), 1, 1)],
    ['owner', (path) => process.getuid?.() === 0 && chownSync(join(path, 'src/a.ts'), 1234, 1234)],
    ['bits other than the owner may execute', (path) => chmodSync(join(path, 'src/a.ts'), 0o611)],
    ['an empty directory', (path) => mkdirSync(join(path, 'src/hollow/below'), { recursive: true })],
    ['a directory of ignored files', (path) => writeFiles(path, { 'logs/a.log': '', 'build/a': '' })],
    ['the ledger', (path) => writeFiles(path, { '.penumbra/x': '', 'src/.penumbra/y': '' })],
  ])('%s', (_, change) => {
    using folder = makeFolder();
    makeSample(folder.path);
    const before = scan(folder.path);
    change(folder.path);
    const after = scan(folder.path);
    expect(moved(before, after)).toEqual([]);
    expect(after.root).toBe(before.root);
    expect(after.nodes).toBe(before.nodes);
  });
});

describe('a change moves itself and exactly what is above it:', () => {
  const b = 'src/deep/er/b.ts';
  const above = ['.', 'src', 'src/deep', 'src/deep/er'];
  test.each<[string, (path: string) => void, string[]]>([
    ['a byte', (path) => writeFileSync(join(path, b), 'export const b = 3;\n'), [...above, b]],
    [
      'a name',
      (path) => renameSync(join(path, b), join(path, 'src/deep/er/c.ts')),
      [...above, b, 'src/deep/er/c.ts'],
    ],
    ['the executable bit', (path) => chmodSync(join(path, b), 0o755), [...above, b]],
    ['a new file', (path) => writeFiles(path, { 'src/deep/er/c.ts': '' }), [...above, 'src/deep/er/c.ts']],
    ['a file less', (path) => unlinkSync(join(path, b)), ['.', 'src', 'src/deep', 'src/deep/er', b]],
    ['a link', (path) => relink(join(path, 'src/link'), '../run.sh'), ['.', 'src', 'src/link']],
    [
      'a link in place of a file with the same text',
      (path) => relink(join(path, 'src/a.ts'), readFileSync(join(path, 'src/a.ts'), 'utf8')),
      ['.', 'src', 'src/a.ts'],
    ],
  ])('%s', (_, change, expected) => {
    using folder = makeFolder();
    makeSample(folder.path);
    const before = scan(folder.path);
    change(folder.path);
    const after = scan(folder.path);
    expect(moved(before, after)).toEqual(expected.toSorted());
    expect(scan(folder.path, { force: true }).root).toBe(after.root);
  });
});

test('a copy with everything but times has the same root', () => {
  using folder = makeFolder();
  mkdirSync(join(folder.path, 'a'));
  makeSample(join(folder.path, 'a'));
  cpSync(join(folder.path, 'a'), join(folder.path, 'b'), { recursive: true, verbatimSymlinks: true });
  expect(scan(join(folder.path, 'b')).root).toBe(scan(join(folder.path, 'a')).root);
});

test('nodes are found by path, listed by directory, and frozen', () => {
  using folder = makeFolder();
  makeSample(folder.path);
  const { tree } = scan(folder.path);
  expect(tree.at('src/deep/größe.txt')).toMatchObject({ kind: 'file', size: 3 });
  expect(tree.at('.')).toBe(tree.root);
  expect(['', 'src/', '/src', 'src/none', 'src/a.ts/x', './src'].map((path) => tree.at(path))).toEqual(
    Array(6).fill(undefined),
  );
  expect(tree.children('src')?.map(({ path }) => path)).toEqual(['src/a.ts', 'src/deep', 'src/link']);
  expect(tree.children('src/a.ts')).toBeUndefined();
  expect(
    Object.isFrozen(tree) && Object.isFrozen(tree.at('src')) && Object.isFrozen(tree.children('src')),
  ).toBe(true);
});

function relink(path: string, target: string): void {
  unlinkSync(path);
  symlinkSync(target, path);
}
