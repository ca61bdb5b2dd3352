// Sources to tokens to terms: identifiers whole and in words, comments out, names in literals in.

import { expect, test } from 'vitest';
import { producerLimits } from './producer.ts';
import { lexSource, sourceSyntax } from './source-syntax.ts';
import { identifierTerms, proseTerms, tokenTerms } from './terms.ts';

function lex(path: string, text: string) {
  const syntax = sourceSyntax(path);
  if (syntax === undefined) throw new Error(`no syntax for ${path}`);
  return lexSource(text, syntax);
}

test.each<[string, string[]]>([
  ['parseHTTPHeader', ['parse', 'http', 'header', 'parsehttpheader']],
  ['snake_case_name', ['snake', 'case', 'name', 'snake_case_name']],
  ['CONSTANT_NAME', ['constant', 'name', 'constant_name']],
  ['word', ['word']],
  ['Base64', ['base']],
  ['Base64InputStream', ['base', 'input', 'stream', 'base64inputstream']],
  ['x', []],
  ['$Gson$Types', ['gson', 'types', '$gson$types']],
  ['größeÄndern', ['größe', 'ändern', 'größeändern']],
  ['名前', ['名前']],
])('the terms of `%s`', (identifier, expected) => {
  expect(identifierTerms(identifier)).toEqual(expected);
});

test.each<[string, string, string, string[]]>([
  ['comments of C', 'a.java', 'int a1; // hidden\n/* hidden\n"too */ int b1;', ['int', 'int']],
  ['comments of Python', 'a.py', 'def run(): # hidden\n  """hidden\n  too"""\n  go()', ['def', 'go', 'run']],
  ['comments of Ruby', 'a.rb', '=begin\nhidden\n=end\ndef run # hidden\nend', ['def', 'end', 'run']],
  ['comments of Lua', 'a.lua', '--[[ hidden\n]] go() -- hidden', ['go']],
  ['literals that are names', 'a.js', "require('./router/layer')", ['layer', 'require', 'router']],
  ['literals that are prose', 'a.js', "it('reads a file', run)", ['it', 'run']],
  ['marks in literals', 'a.js', 'go("// no comment", \'it\\\'s "fine"\'); stop()', ['go', 'stop']],
  [
    'an apostrophe that opens nothing',
    'a.rs',
    "fn first<'life>(x)\nfn second()",
    ['first', 'fn', 'fn', 'life', 'second'],
  ],
  ['a comment that never ends', 'a.c', 'go(); /* hidden', ['go']],
  ['a template over lines', 'a.ts', 'go(`a\nb`); stop()', ['go', 'stop']],
])('%s', (_, path, text, expected) => {
  const terms = [...tokenTerms(lex(path, text))].flatMap(([term, count]) => Array(count).fill(term));
  expect(terms.sort()).toEqual(expected);
});

test('words of prose are terms', () => {
  expect([...proseTerms('expected 3 for parseDate, was null')]).toEqual([
    ['expected', 1],
    ['for', 1],
    ['parse', 1],
    ['date', 1],
    ['parsedate', 1],
    ['was', 1],
    ['null', 1],
  ]);
});

test('a name longer than any name is data', () => {
  expect(
    lex('a.js', `${'x'.repeat(producerLimits.identifierLength + 1)} ok`).map(({ text }) => text),
  ).toEqual(['ok']);
});

test('long literals and unbalanced quotes take linear time', () => {
  const text = `a = "${'\\"x '.repeat(100_000)}\n${"'".repeat(100_001)}\nlast()`;
  expect(lex('a.js', text).at(-3)?.text).toBe('last');
});
