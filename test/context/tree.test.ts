// The tree answers by path and by node, in directories of any size.

import { expect, test } from 'vitest';
import { openFileTree } from '../../src/adapters/files/index.ts';
import { rescanTree, scanTree, type TreeNode } from '../../src/context/index.ts';
import { makeFolder, writeFiles } from './workspace.ts';

const paths = (nodes: readonly TreeNode[] | undefined) => nodes?.map(({ path }) => path);

test('children of a node are those of its path', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { 'a/b/c': 'c', 'a/d': 'd', e: 'e', 'e\u0301/f': 'f' });
  const { tree } = scanTree({ files: openFileTree(folder.path) });
  for (const node of tree.walk()) {
    expect(paths(tree.children(node))).toEqual(paths(tree.children(node.path)));
    const found = tree.at(node.path);
    expect(found && paths(tree.children(found))).toEqual(paths(tree.children(node)));
  }
  expect(paths(tree.children(tree.root))).toEqual(['a', 'e', '\u00e9']);
  for (const path of ['', '/', 'a/', 'a//d', 'e/x', './a', 'a/d/x', 'constructor'])
    expect(tree.at(path), path).toBe(undefined);
});

test('a node of another tree stands for its path', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { 'a/b': 'b', 'x/y': 'y' });
  const ports = { files: openFileTree(folder.path) };
  const before = scanTree(ports);
  writeFiles(folder.path, { 'a/c': 'c' });
  const after = rescanTree(ports, before, ['a/c']);
  const node = before.tree.at('a');
  expect(node && paths(after.tree.children(node))).toEqual(['a/b', 'a/c']);
  expect(node && paths(before.tree.children(node))).toEqual(['a/b']);
  expect(after.tree.children({ ...after.tree.root, path: 'gone' })).toBe(undefined);
});

// Going through all siblings for each would take a hundred million steps.
test('each of ten thousand siblings is found at once', () => {
  using folder = makeFolder();
  const names = Array.from({ length: 10_000 }, (_, index) => `many/${index}`);
  writeFiles(folder.path, Object.fromEntries(names.map((name) => [name, ''])));
  const { tree } = scanTree({ files: openFileTree(folder.path) });
  const began = process.cpuUsage();
  expect(names.filter((name) => tree.at(name)?.path !== name)).toEqual([]);
  expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
});
