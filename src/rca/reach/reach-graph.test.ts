// What tests reach through a graph, whatever it looks like.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reachOf, type SampleFiles } from '../../../test/support/sample-view.ts';

const chain: SampleFiles = {
  'a.js': "require('./b'); require('./c');",
  'b.js': "require('./d');",
  'c.js': "require('./b'); require('./a');",
  'd.js': '',
  'e.js': "require('./a');",
};

test('reach has the fewest steps to each file, goes round circles once, and never against imports', () => {
  expect([...reachOf(chain).reachedFrom(['a.js'])]).toEqual([
    ['a.js', 0],
    ['b.js', 1],
    ['c.js', 1],
    ['d.js', 2],
  ]);
});

test('of several the nearest counts, and who is not in the tree reaches nothing', () => {
  const { reachedFrom } = reachOf(chain);
  expect(reachedFrom(['e.js', 'b.js', 'x.js']).get('d.js')).toBe(1);
  expect(reachedFrom(['x.js']).size).toBe(0);
});

test('no file refers to itself', () => {
  expect(reachOf({ 'a.js': "require('./a'); require('./a.js');" }).importsOf('a.js')).toEqual([]);
});

test('whatever files refer to whatever, who asks first changes nothing, and reach is closed under imports', () => {
  const names = ['a.js', 'b.ts', 'c/index.js', 'd.py', 'e.py', 'test/f.test.js', 'g.json'];
  const words = fc.constantFrom(
    ...[
      "require('./a')",
      "import './b'",
      "from './c'",
      "'../a.js'",
      'import d',
      'from . import e',
      "'g.json'",
      'a',
      '"',
    ],
  );
  const files = fc.dictionary(
    fc.constantFrom(...names),
    fc.array(words, { maxLength: 5 }).map((all) => all.join(';\n')),
  );
  fc.assert(
    fc.property(files, (some) => {
      const graph = reachOf(some);
      const paths = Object.keys(some);
      const edges = paths.map((path) => graph.importsOf(path));
      const late = reachOf(Object.fromEntries(Object.entries(some).reverse()));
      expect(paths.toReversed().map((path) => late.importsOf(path))).toEqual(edges.toReversed());
      const reached = graph.reachedFrom(paths.slice(0, 1));
      for (const [path, hops] of reached) {
        for (const target of graph.importsOf(path)) {
          expect(graph.importersOf(target)).toContain(path);
          expect(reached.get(target)).toBeLessThanOrEqual(hops + 1);
        }
      }
    }),
  );
});
