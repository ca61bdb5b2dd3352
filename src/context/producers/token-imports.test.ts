// What sources of many languages import, as they write it.

import { expect, test } from 'vitest';
import { producerLimits } from './producer.ts';
import { readSourceFacts } from './source-facts.ts';

const factsOf = (path: string, text: string) =>
  readSourceFacts(path, Buffer.from(text)) ?? expect.fail(`no facts of ${path}`);

test.each<[string, string, string[]]>([
  ['a.ts', `import a, { b } from './a.js'; import type { C } from "c";`, ['./a.js', 'c']],
  [
    'a.ts',
    `import './effect';\nexport * from './b'; export { x as y } from './c';`,
    ['./effect', './b', './c'],
  ],
  ['a.ts', `import x = require('x'); type T = import('./types').T;`, ['x', './types']],
  ['a.js', `const a = require('a'), b = await import('./b'); require.resolve('./c')`, ['a', './b', './c']],
  ['a.js', `jest.mock('./a'); vi.doMock('./b'); vi.importActual('./c'); mock('./d')`, ['./a', './b', './c']],
  ['a.js', `new URL('./w.js', import.meta.url); new URL('/x', base); Promise.resolve('y')`, ['./w.js']],
  [
    'a.js',
    `import(\`./locales/$\{name}.js\`); import.meta.glob("./pages/*.vue")`,
    ['./locales/*.js', './pages/*.vue'],
  ],
  ['a.js', `Array.from('abc'); // from 'comment'\nx = "import 'literal'"; from(y)`, []],
  ['a.vue', `<script>\nimport A from './A.vue'\n</script><p>it's from here</p>`, ['./A.vue']],
  ['a.dart', `import 'package:x/y.dart'; part 'z.dart';`, ['package:x/y.dart', 'z.dart']],
  ['a.py', 'import a.b, c as d\nimport e\nf.g()', ['a.b', 'c', 'e']],
  ['a.py', 'from a.b import (c, # see\n  d as e,\n)\nx = 1', ['a.b', 'a.b.c', 'a.b.d']],
  [
    'a.py',
    'from . import x\nfrom .. import y, z\nfrom ..p.q import *',
    ['.', '.x', '..', '..y', '..z', '..p.q'],
  ],
  ['a.py', 'from a import b, \\\n  c\nyield from import_it()\nraise X from e', ['a', 'a.b', 'a.c']],
  ['a.java', 'import a.b.C; import static a.b.D.run; import e.f.*;', ['a.b.C', 'a.b.D.run', 'e.f.*']],
  ['a.kt', 'import a.b.C as D\nimport a.run\nfun main() {}', ['a.b.C', 'a.run']],
  ['a.scala', 'import a.b.{C, D => E, _}\nimport f._, g.H', ['a.b.C', 'a.b.D', 'a.b.*', 'f.*', 'g.H']],
  [
    'a.go',
    'import "fmt"\nimport x "a/x"\nimport (\n\t_ "b"\n\ty "c/y" // d\n)\nvar s = "z"',
    ['fmt', 'a/x', 'b', 'c/y'],
  ],
  [
    'a.rs',
    'mod a;\npub mod b;\nuse crate::c::{d, e::{self, F}, g as h};',
    ['self::a', 'self::b', 'crate::c::d', 'crate::c::e', 'crate::c::e::F', 'crate::c::g'],
  ],
  [
    'a.rs',
    'extern crate x; fn f() { crate::y::go(); super::z() } use {p::Q, r::*};',
    ['x', 'crate::y::go', 'super::z', 'p::Q', 'r::*'],
  ],
  [
    'a.rs',
    'use super::a;\nmod tests { use super::b; mod inner { use super::super::c; } }\nuse super::d;',
    ['super::a', 'self::b', 'self::c', 'super::d'],
  ],
  ['a.c', '#include "a/b.h"\n# include <sys/x.h>\nint include = 1;', ['a/b.h', 'sys/x.h']],
  [
    'a.rb',
    `require 'a/b'\nrequire_relative 'c'\nrequire_relative("../d")\nautoload :E, 'e'`,
    ['a/b', './c', '../d', 'e'],
  ],
  [
    'a.php',
    `<?php use A\\B; use A\\{C, D as E}; use function F\\g; $f = function () use ($x) {};`,
    ['A\\B', 'A\\C', 'A\\D', 'F\\g'],
  ],
  [
    'a.php',
    `<?php require __DIR__ . '/a.php'; require_once dirname(__DIR__) . '/b.php'; include 'c.php';`,
    ['./a.php', './../b.php', 'c.php'],
  ],
  [
    'a.cs',
    'global using A.B; using static C.D; using E = F.G; using (var x = y) {} using var z = w;',
    ['A.B', 'C.D', 'F.G'],
  ],
])('%s: %s', (path, text, expected) => {
  expect(factsOf(path, text).imports).toEqual(expected);
});

test.each<[string, string, string]>([
  ['a.java', '/* c */ package a.b.c; import x.Y;', 'a.b.c'],
  ['a.kt', 'package a.b\n\nimport c.D', 'a.b'],
  ['a.go', 'package mux_test\nimport "x"', 'mux_test'],
  ['a.cs', 'using X; namespace A.B.C { }', 'A.B.C'],
  ['a.php', '<?php namespace A\\B;\nuse C;', 'A\\B'],
  ['a.js', 'const namespace = 1', ''],
])('the package of %s: %s', (path, text, expected) => {
  expect(factsOf(path, text).namespace).toBe(expected);
});

test('literals that may name files or modules are kept, and prose and numbers are not', () => {
  const text = `open('data.json'); patch("a.b.C"); say('Hello. You'); v('1.2.3'); e('.eslintrc.js'); p('a/b.c')`;
  expect([...factsOf('a.py', text).fileLiterals]).toEqual(['data.json', 'a.b.C', '.eslintrc.js']);
});

test.each<[string, string, string[]]>([
  ['a.js', `path.join(__dirname, 'fixtures', 'pm'); resolve(__dirname, "../x")`, ['./fixtures/pm', './../x']],
  ['a.js', `require(path.join(dirname(url), '..', 'lib')); words.join(', ')`, ['../lib']],
  ['a.py', `HERE / "data" / "a.json"; os.path.join(ROOT, 'b', 'c'); 4 / x`, ['data/a.json', 'a.json', 'b/c']],
])('paths joined from parts are put together: %s: %s', (path, text, expected) => {
  expect([...factsOf(path, text).fileLiterals]).toEqual(expected);
});

test('what is imported twice is listed once', () => {
  expect(factsOf('a.js', `import 'b'; import 'a'; require('b')`).imports).toEqual(['b', 'a']);
});

test('a source of nothing but imports keeps no more than the bounds allow', () => {
  const text = Array.from({ length: 5_000 }, (_, n) => `import 'a${n}';`).join('\n');
  expect(factsOf('a.js', text).imports).toHaveLength(producerLimits.imports);
  expect(factsOf('a.js', `import '${'x'.repeat(producerLimits.specifierLength + 1)}'`).imports).toEqual([]);
  expect(factsOf('a.js', `import './my file.js'; import 'a\\u0000'`).imports).toEqual(['a\\u0000']);
});

test.each([
  ['a.rs', `${'use {'.repeat(50_000)}`],
  ['a.rs', `use ${'a::{'.repeat(50_000)}`],
  ['a.py', `from ${'. '.repeat(100_000)}`],
  ['a.py', `${'from . '.repeat(50_000)}`],
  ['a.py', `${'import,'.repeat(50_000)}`],
  ['a.java', `${'import a,'.repeat(50_000)}`],
  ['a.php', `${'use A\\B,'.repeat(50_000)}`],
  ['a.scala', `${'import a.{'.repeat(50_000)}`],
  ['a.go', `${'import ( '.repeat(50_000)}`],
  ['a.php', `${'use A\\{ '.repeat(50_000)}`],
  ['a.c', `${'#include <'.repeat(50_000)}`],
])('nesting without end in %s takes linear time', (path, text) => {
  expect(factsOf(path, text).imports.length).toBeLessThanOrEqual(producerLimits.imports);
});
