// Which changes can alter what the code does, by the file and by its tokens.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparedFiles, effectOf, haveEqualTokens } from './change-effect.ts';
import type { FileDiff } from './recent-changes.ts';

function effect(path: string, before: string, after: string, parts: Partial<FileDiff> = {}) {
  const file: FileDiff = {
    path,
    kind: 'modified',
    before: 'b',
    after: 'a',
    hunks: [],
    isCut: false,
    ...parts,
  };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const blobs = new Map([
    ['b', bytes(before)],
    ['a', bytes(after)],
  ]);
  const diff = { commit: null, subject: '', author: '', date: '', files: [file], leftOut: 0, isWhole: true };
  return { effect: effectOf(file, blobs), isCompared: comparedFiles(diff).length === 1 };
}

test.each<[string, string, string, string]>([
  ['src/a.ts', 'f( 1 ); // one', 'f(1); // two', 'inert'],
  ['src/a.ts', 'f(1);', 'f(2);', 'live'],
  ['src/a.ts', 'f(1);', '// @generated\nf(2);', 'generated'],
  ['dist/a.js', 'f(1);', 'f(2);', 'generated'],
  ['api/a.pb.go', 'f(1)', 'f(2)', 'generated'],
  ['README.md', 'a', 'b', 'document'],
  ['docs/use.rst', 'a', 'b', 'document'],
  ['CHANGELOG', 'a', 'b', 'document'],
  ['test/fixtures/input.md', 'a', 'b', 'live'],
  ['package.json', '{"a":1}', '{"a": 1}', 'live'],
  ['src/readme.ts', 'f(1);', 'f(2);', 'live'],
])('%s from %j to %j is %s', (path, before, after, expected) => {
  expect(effect(path, before, after).effect).toBe(expected);
});

test('another name, another mode, an added or deleted file is never inert', () => {
  const same = ['f(1);', 'f(1);'] as const;
  for (const kind of ['renamed', 'mode', 'added', 'deleted'] as const)
    expect(effect('src/a.ts', ...same, { kind }).effect).toBe('live');
});

test('bytes are asked for only where they tell', () => {
  expect(effect('src/a.ts', '', '').isCompared).toBe(true);
  expect(effect('a.json', '', '').isCompared).toBe(false);
});

test('what cannot be read is live', () => {
  const file: FileDiff = { path: 'a.ts', kind: 'modified', before: 'b', after: 'a', hunks: [], isCut: false };
  expect(effectOf(file, new Map())).toBe('live');
});

const code: Readonly<Record<string, string>> = {
  'a.ts':
    'export function cost(worth: number) {\n  // free\n  if (worth >= 50) return 0;\n  return "https://a/b" + /[/"]x\\//.test(`worth`);\n}\n',
  'a.java': "class A {\n  /* half */\n  int half(int a) { return a / 2; } // done\n  char c = '\"';\n}\n",
  'a.go': 'func f(a int) string {\n\treturn `//` + "x" // raw\n}\n',
  'a.py':
    'def f(a):\n    """Doc."""\n    # why\n    if a:\n        return [1,\n            2]\n    return "#"\n',
};

describe.each(Object.entries(code))('%s', (path, text) => {
  const comment = path.endsWith('.py') ? '# note' : '// note';

  test('comments and blank lines alone change nothing', () => {
    const lines = text.split('\n');
    fc.assert(
      fc.property(
        fc.nat(lines.length - 1),
        fc.constantFrom('', comment, `   ${comment} // "`),
        (at, line) => {
          const after = [...lines.slice(0, at), line, ...lines.slice(at)].join('\n');
          // Between the quotes of a text over lines a line is part of the text; none of these has one.
          expect(haveEqualTokens(path, text, after)).toBe(true);
        },
      ),
    );
  });

  test('a letter, digit or operator anywhere in the code changes something', () => {
    const stripped = text.replace(/^\s*(?:\/\/|#).*$|\/\/ (?:done|raw)$|\/\*.*?\*\//gm, '');
    const places = [...stripped.matchAll(/[\w+*/=<>"'`-]/g)].map(({ index }) => index);
    fc.assert(
      fc.property(fc.constantFrom(...places), (at) => {
        const after = `${stripped.slice(0, at)}Z${stripped.slice(at + 1)}`;
        expect(haveEqualTokens(path, stripped, after)).toBe(stripped[at] === 'Z');
      }),
    );
  });
});

/** A template within a template. */
const nested = (name: string) => ['x = `$', '{a ? `//$', `{${name}}`, '` : 1}`'].join('');

test.each<[string, string, string, boolean]>([
  ['a.py', 'if a:\n    b()\n', 'if a:\n        b()\n', false],
  ['a.py', 'if a:\n    b()\nc()\n', 'if a:\n    b()\n    c()\n', false],
  ['a.py', 'f(1, 2)\n', 'f(\n    1,\n    2)\n', true],
  ['a.py', "x = 'a'\n", 'x = "a"\n', true],
  ['a.js', 'f(a, b);', 'f(\n  a,\n  b);', true],
  ['a.js', 'return\nx', 'return x', false],
  ['a.js', 'a + +b', 'a ++b', false],
  ['a.js', 'x = a / b // c', 'x = a / b // d', true],
  ['a.js', 'x = /a\\/\\/ b/', 'x = /a\\/\\/ c/', false],
  ['a.js', "u = 'http://a'", "u = 'http://b'", false],
  ['a.ts', '// @ts-check\nx', 'x', false],
  ['a.go', '//go:build linux\nx', 'x', false],
  ['a.go', "'a'", "'b'", false],
  ['a.go', 'return\nf()', 'return f()', false],
  ['a_test.go', 'f() // Output: 1', 'f() // Output: 2', false],
  ['a.js', nested('b'), nested('c'), false],
  ['a.js', 'x = !/`/.test(s) // `a', 'x = !/`/.test(s) // `b', true],
  ['a.js', '/**\n * @jsx h\n */', '', false],
  ['a.constructor', 'a', 'a', false],
  ['a.tsx', '<p>// a</p>', '<p>// b</p>', false],
  ['a.java', 'int a; // one', 'int a;', true],
  ['a.txt', 'a', 'a', false],
  ['a.rb', 'a # b', 'a', false],
])('%s: %j and %j are equal: %s', (path, before, after, expected) => {
  expect(haveEqualTokens(path, before, after)).toBe(expected);
});
