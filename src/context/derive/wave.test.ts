// Going through a tree from its leaves: every child before its parent, each node once, in an order that is always the same.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentId } from '../../kernel/index.ts';
import type { Tree, TreeNode } from '../scan/tree.ts';
import { isWithin, nodeIdOf, parentPath, pathsAbove } from '../scan/tree-ids.ts';
import { childrenFirst } from './wave.ts';

function treeOf(files: readonly string[]): Pick<Tree, 'children'> & { at(path: string): TreeNode } {
  const paths = [...new Set(['.', ...files.flatMap((path) => [...pathsAbove(path), path])])].sort();
  const at = (path: string): TreeNode => {
    const kind = files.includes(path) ? ('file' as const) : ('directory' as const);
    const place = { path, kind, contentId: contentId(path) };
    return { ...place, size: 0, nodeId: nodeIdOf(place) };
  };
  const children = (directory: string | TreeNode) => {
    const own = typeof directory === 'string' ? directory : directory.path;
    return paths.filter((path) => parentPath(path) === own).map(at);
  };
  return { at, children };
}

const orderFrom = (files: readonly string[], top: string) => {
  const tree = treeOf(files);
  return Array.from(childrenFirst(tree as unknown as Tree, tree.at(top)), ({ path }) => path);
};

test.each<[readonly string[], string, readonly string[]]>([
  [[], '.', ['.']],
  [['a'], 'a', ['a']],
  [['b', 'a'], '.', ['a', 'b', '.']],
  [['x/y/a', 'x/b', 'c'], '.', ['c', 'x/b', 'x/y/a', 'x/y', 'x', '.']],
  [['x/y/a', 'x/b', 'c'], 'x', ['x/b', 'x/y/a', 'x/y', 'x']],
])('of %j from %s come %j', (files, top, expected) => {
  expect(orderFrom(files, top)).toEqual(expected);
});

test('every child comes before its parent, and each node once', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const path = fc
    .tuple(fc.array(name, { maxLength: 4 }), name)
    .map(([above, own]) => [...above.map((each) => `d${each}`), own].join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(path), (files) => {
      const order = orderFrom(files, '.');
      expect(new Set(order).size).toBe(order.length);
      expect(order.at(-1)).toBe('.');
      for (const [index, own] of order.entries())
        expect(
          order.slice(index + 1).every((later) => later === own || !isWithin(later, own) || own === '.'),
        ).toBe(true);
    }),
  );
});
