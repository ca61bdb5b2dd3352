// Coverage as data: merged, stored, placed in a repository, and what it says about suspects.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  alibisOf,
  type Coverage,
  coverageOf,
  keepCoverage,
  keptCoverage,
  type LineMarks,
  mergeCoverage,
  type RecordedFile,
} from './coverage.ts';
import { placeCoverage } from './place-coverage.ts';

/** Coverage by path: the lines that ran, and those that did not. */
function covered(files: Readonly<Record<string, readonly [readonly number[], readonly number[]]>>): Coverage {
  return coverageOf(
    new Map(
      Object.entries(files).map(([path, [ran, missed]]) => [
        path,
        new Map<number, boolean>([
          ...missed.map((line) => [line, false] as const),
          ...ran.map((line) => [line, true] as const),
        ]),
      ]),
    ),
  );
}

describe('coverage', () => {
  const one = covered({
    'b.js': [
      [1, 2, 9],
      [4, 5],
    ],
    'a.js': [[], [7]],
  });
  const other = covered({ 'b.js': [[4], [1, 6]], 'c.js': [[1], []] });

  test('merging takes what ran anywhere, in any order, once or twice', () => {
    const both = covered({
      'a.js': [[], [7]],
      'b.js': [
        [1, 2, 4, 9],
        [5, 6],
      ],
      'c.js': [[1], []],
    });
    for (const all of [[one, other], [other, one], [one, one, other], [mergeCoverage([one, other])]])
      expect([...mergeCoverage(all)]).toEqual([...both]);
  });

  test('what is kept is read back', () => {
    for (const coverage of [one, other, covered({}), covered({ 'x.js': [[], []] })])
      expect(keptCoverage(keepCoverage(coverage))).toEqual(coverage);
    expect(keepCoverage(one)[1]).toEqual({ path: 'b.js', ran: [1, 2, 9, 1], missed: [4, 2] });
  });
});

describe('names of files are placed by their longest end', () => {
  const recorded = (...names: readonly string[]): RecordedFile => ({
    names,
    marksIn: (): LineMarks => new Map([[1, true]]),
  });
  const place = (paths: readonly string[], ...names: readonly string[]) => [
    ...placeCoverage([names.map((name) => recorded(name))], { paths, read: () => undefined }).coverage.keys(),
  ];

  test.for([
    ['an absolute path', ['src/a.js', 'b/a.js'], ['/builds/shop/src/a.js'], ['src/a.js']],
    ['a URL', ['src/a b.js'], ['file:///builds/shop/src/a%20b.js'], ['src/a b.js']],
    ['a path of Windows', ['src/a.js'], ['C:\\builds\\shop\\src\\a.js'], ['src/a.js']],
    [
      'a path below a package',
      ['packages/web/src/a.js', 'packages/web/x.js'],
      ['src/a.js'],
      ['packages/web/src/a.js'],
    ],
    ['a module of Go', ['price/price.go'], ['example.org/shop/price/price.go'], ['price/price.go']],
    ['two files that may be meant', ['p/src/a.js', 'q/src/a.js'], ['src/a.js'], []],
    [
      'two files of which another name tells the right one',
      ['src/index.js', 'packages/web/src/index.js', 'src/only.js'],
      ['/builds/shop/src/index.js', '/builds/shop/src/only.js', '/builds/shop/packages/web/src/index.js'],
      ['packages/web/src/index.js', 'src/index.js', 'src/only.js'],
    ],
    ['a package that is installed', ['src/a.js'], ['/builds/shop/node_modules/x/src/a.js'], []],
    [
      'a library elsewhere that ends alike',
      ['shop/price.py', 'json/decoder.py', 'shop/cart.py'],
      ['/builds/shop/shop/price.py', '/builds/shop/shop/cart.py', '/usr/lib/python3/json/decoder.py'],
      ['shop/cart.py', 'shop/price.py'],
    ],
    ['what was compiled', ['src/a.ts'], ['/builds/shop/dist/a.js'], []],
  ] as const)('%s', ([, paths, names, found]) => {
    expect(place(paths, ...names)).toEqual(found);
  });

  test('a file has the first of its names that leads somewhere', () => {
    const files = [recorded('/elsewhere/x.py', '/builds/shop/src/x.py', 'x.py')];
    const { coverage, found } = placeCoverage([files, []], { paths: ['src/x.py'], read: () => undefined });
    expect([[...coverage.keys()], found]).toEqual([['src/x.py'], [1, 0]]);
  });
});

describe('a file that never ran has an alibi', () => {
  const coverage = covered({
    'src/ran.js': [[1], [2, 3]],
    'src/idle.js': [[], [1, 2]],
    'src/nothing.js': [[], []],
    'test/a.test.js': [[1, 2], []],
    'test/other.test.js': [[], [1]],
    'vitest.config.js': [[], [1]],
    'src/templates/page.js': [[], [1]],
    'src/Limits.java': [[], [3]],
    'src/Cart.java': [[], [3]],
    'src/zones.go': [[], [9]],
  });
  const texts: Readonly<Record<string, string>> = {
    'src/Limits.java': 'class Limits {\n  static final int MOST = 3;\n  Limits() {}\n}\n',
    'src/Cart.java': 'class Cart {\n  int sum;\n  Cart() {}\n}\n',
    'src/zones.go': 'package shop\n\nvar zones = map[string]int{"DE": 5}\n',
  };
  const ask = (request: Partial<Parameters<typeof alibisOf>[1]> = {}) =>
    alibisOf(coverage, {
      paths: [...coverage.keys(), 'src/unknown.js', 'data/prices.json'],
      testFiles: ['test/a.test.js'],
      traced: [],
      texts: ['expected 1 to be 2'],
      isNamed: () => false,
      read: (path) => texts[path],
      ...request,
    });

  test('only sources that the coverage knows, and whose values nobody copies', () => {
    expect([...ask().paths]).toEqual(['src/Cart.java', 'src/idle.js', 'test/other.test.js']);
    expect([...ask({ isNamed: (path) => path === 'src/idle.js' }).paths]).not.toContain('src/idle.js');
  });

  test.for([
    [
      'the test itself never ran',
      { testFiles: ['test/other.test.js'] },
      /nothing of `test\/other.test.js` ran/,
    ],
    ['the trace passes what never ran', { traced: ['src/idle.js'] }, /`src\/idle.js` never ran/],
    [
      'a module could not be loaded',
      { texts: ["SyntaxError: The requested module './b.js' does not provide an export named 'x'"] },
      /could not be loaded/,
    ],
    ['nobody would be left', { paths: ['src/idle.js'] }, /every file/],
  ] as const)('no alibi where %s', ([, request, reason]) => {
    const { paths, unfit } = ask(request);
    expect(paths.size).toBe(0);
    expect(unfit).toMatch(reason);
  });
});

test('nothing that ran is ever cleared, and further runs clear no more of what was known', () => {
  const path = fc.constantFrom('src/a.js', 'src/b.py', 'src/c.go', 'src/D.java', 'e.json', 'test/f.test.js');
  const lines = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 5 });
  const coverage = fc
    .dictionary(path, fc.tuple(lines, lines), { maxKeys: 6 })
    .map((files) => covered(files as Parameters<typeof covered>[0]));
  const paths = [
    'src/a.js',
    'src/b.py',
    'src/c.go',
    'src/D.java',
    'e.json',
    'test/f.test.js',
    'src/unknown.js',
  ];
  const cleared = (one: Coverage) =>
    alibisOf(one, {
      paths,
      testFiles: ['test/f.test.js'],
      traced: [],
      texts: [],
      isNamed: () => false,
      read: () => '',
    }).paths;
  fc.assert(
    fc.property(coverage, coverage, (one, other) => {
      for (const found of cleared(one)) {
        expect(one.get(found)?.ran).toEqual([]);
        expect(one.get(found)?.missed).not.toEqual([]);
      }
      const both = cleared(mergeCoverage([one, other]));
      for (const found of both) for (const run of [one, other]) expect(run.get(found)?.ran ?? []).toEqual([]);
    }),
  );
});
