// Names that sources of many languages declare and call, and who refers to whom by them.

import { expect, test } from 'vitest';
import { calledNames, declaredNames } from '../../context/producers/source-facts.ts';
import { lexSource, sourceSyntax } from '../../context/producers/source-syntax.ts';
import { createReferences } from './code-index.ts';

function lex(path: string, text: string) {
  const syntax = sourceSyntax(path);
  return syntax === undefined ? [] : lexSource(text, syntax);
}

test.each<[string, string, string[]]>([
  [
    'A.java',
    'class Cart<T> { int total(List<T> x) throws IOException, Other { if (a(b)) { c(); } } }',
    ['Cart', 'total'],
  ],
  ['A.java', 'x = new Cart() { void add(int i) { } }; call(new Runnable() {});', ['add']],
  [
    'a.js',
    'function go() {}\nconst run = (a, b) => a;\nproto.use = function use(x) {};\nlet x = { get: function () {} }',
    ['get', 'go', 'run', 'use'],
  ],
  ['a.js', 'items.map(function (x) { return x; }); while (ready()) { go(); }', []],
  ['a.ts', 'class Cart { add(item: Item): Promise<void> { } }', ['Cart', 'add']],
  ['a.go', 'func (c *Cart) Add(i int) (int, error) { }\ntype Item struct { }', ['Add', 'Item']],
  ['a.py', 'class Cart:\n  def add(self): pass', ['Cart', 'add']],
  ['a.rb', 'module Shop\n class Cart\n  def add; end', ['Cart', 'Shop', 'add']],
  ['a.rs', 'pub fn add(x: &str) -> Result<(), E> { } struct Cart { }', ['Cart', 'add']],
  ['a.kt', 'fun add(x: Int): Int { }\nobject Cart', ['Cart', 'add']],
])('%s: %s', (path, text, expected) => {
  expect([...declaredNames(lex(path, text))].sort()).toEqual(expected);
});

test('calls and types are counted, keywords are not', () => {
  const counts = calledNames(
    lex('A.java', 'if (x) { Cart c = new Cart(); c.add(1); c.add(2); return (y); }'),
  );
  expect([...counts]).toEqual([
    ['Cart', 2],
    ['add', 2],
  ]);
});

test.each<[string, string[], string[]]>([
  ['a/A.java', ['Cart', 'Unknown'], ['shop/Cart.java']],
  ['shop/Cart.java', ['Cart'], []],
  ['test/app.js', ['../lib/router', './app'], ['lib/router/index.js']],
  ['lib/router/index.js', ['./layer.js', '../../../../x', '/'], ['lib/router/layer.js']],
  ['x.py', ['index', '__proto__', 'constructor'], []],
])('%s with %j refers to %j', (path, names, expected) => {
  const candidates = ['lib/router/index.js', 'lib/router/layer.js', 'shop/Cart.java'];
  expect(createReferences(candidates)(path, names).map((position) => candidates[position])).toEqual(expected);
});

test('a name that many files have refers to none', () => {
  const candidates = Array.from({ length: 5 }, (_, index) => `${index}/types.ts`);
  expect(createReferences(candidates)('a.ts', ['types'])).toEqual([]);
});
