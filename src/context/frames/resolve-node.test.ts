// Finding the node that a person means: by path as people type it, or by as much of an id as makes it the only one.
import { expect, test } from 'vitest';
import { contentId, digestOf } from '../../kernel/index.ts';
import type { Tree, TreeNode } from '../scan/tree.ts';
import { nodeIdOf } from '../scan/tree-ids.ts';
import { plainPath, resolveNode } from './resolve-node.ts';

const nodes: readonly TreeNode[] = [
  ['.', 'root'],
  ['a.ts', 'same'],
  ['beef', 'named like digits'],
  ['caf\u00e9', 'accent'],
  ['d', 'directory'],
  ['d/b.ts', 'same'],
].map(([path = '', text = '']) => {
  const kind = path === '.' || path === 'd' ? ('directory' as const) : ('file' as const);
  const place = { path, kind, contentId: contentId(text) };
  return { ...place, size: 0, nodeId: nodeIdOf(place) };
});
const tree: Tree = {
  root: nodes[0] as TreeNode,
  at: (path) => nodes.find((node) => node.path === path),
  bytePath: () => undefined,
  children: (directory) => (directory === '.' ? nodes.slice(1, 5) : []),
  *walk() {
    yield* nodes;
  },
};
const node = digestOf(nodes[1]?.nodeId ?? expect.fail());
const bytes = digestOf(contentId('same'));
const alone = digestOf(contentId('accent'));

test.each<[string, string | { readonly code: string }]>([
  ['a.ts', 'a.ts'],
  ['./a.ts', 'a.ts'],
  ['d/', 'd'],
  ['d//./b.ts', 'd/b.ts'],
  ['', '.'],
  ['.', '.'],
  ['/', { code: 'node-not-found' }],
  ['/a.ts', { code: 'node-not-found' }],
  ['//d/b.ts', { code: 'node-not-found' }],
  ['cafe\u0301', 'caf\u00e9'],
  ['beef', 'beef'],
  [`node:${node}`, 'a.ts'],
  [node, 'a.ts'],
  [node.slice(0, 12), 'a.ts'],
  [node.toUpperCase(), 'a.ts'],
  [`NODE:${node.slice(0, 12).toUpperCase()}`, 'a.ts'],
  [`content:${alone.slice(0, 8)}`, 'caf\u00e9'],
  [`CONTENT:${alone.slice(0, 8)}`, 'caf\u00e9'],
  [`content:${bytes}`, 'a.ts'],
  [`content:${bytes.slice(0, 8)}`, { code: 'invalid-id' }],
  [`:${node}`, { code: 'node-not-found' }],
  [node.slice(0, 3), { code: 'node-not-found' }],
  [`frame:${node}`, { code: 'node-not-found' }],
  ['../a.ts', { code: 'node-not-found' }],
  ['d/../a.ts', { code: 'node-not-found' }],
  ['a.tx', { code: 'node-not-found' }],
  ['feed', { code: 'node-not-found' }],
  ['\0', { code: 'node-not-found' }],
])('`%s` is %j', (text, expected) => {
  const find = () => resolveNode(tree, text);
  if (typeof expected === 'string') expect(find().path).toBe(expected);
  else expect(find).toThrow(expect.objectContaining(expected));
});

test('a path is a text', () => {
  for (const path of [undefined, null, 1, {}])
    expect(() => plainPath(path as unknown as string)).toThrow(
      expect.objectContaining({ code: 'node-not-found' }),
    );
});
