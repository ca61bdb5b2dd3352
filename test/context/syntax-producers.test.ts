// Outlines, imports and digests by real grammars: what they are for every language, and that no input breaks them.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openSyntaxParser, PARSER_VERSION } from '../../src/adapters/parsers/index.ts';
import { contextTypes, createProducers } from '../../src/context/producers/create-producers.ts';
import { readSymbols } from '../../src/context/producers/produce-outline.ts';
import { termsBasis } from '../../src/context/producers/produce-terms.ts';
import { producedBasis } from '../../src/context/producers/producer.ts';
import { syntaxLanguage, syntaxLanguages, syntaxLimits } from '../../src/context/producers/syntax-parser.ts';
import { contentId } from '../../src/kernel/index.ts';
import { checkHostileSource, hostileSources } from './hostile-sources.ts';
import { sourceSamples } from './source-samples.ts';

const parser = openSyntaxParser();
const producers = createProducers(parser);

/** Makes what a producer makes of a file. */
async function produce(
  name: string,
  path: string,
  source: string | Uint8Array,
  from = producers,
): Promise<string> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  return (await from.find((producer) => producer.name === name)?.produce({ path, bytes })) ?? expect.fail();
}

describe.each(sourceSamples)('$path', ({ path, source, outline, imports }) => {
  test('has its outline', async () => {
    expect(await produce('outline', path, source)).toBe(outline.trimStart());
  });

  test('has its imports', async () => {
    expect((await produce('imports', path, source)).split('\n')).toEqual([...imports.split(' '), '']);
  });

  test('is the same with other line ends and a byte order mark', async () => {
    const windows = `\ufeff${source.replaceAll('\n', '\r\n')}`;
    for (const name of ['outline', 'imports', 'digest'])
      expect(await produce(name, path, windows)).toBe(await produce(name, path, source));
  });
});

test('every parsed language has a sample', () => {
  expect(new Set(sourceSamples.map(({ path }) => syntaxLanguage(path)))).toEqual(new Set(syntaxLanguages));
});

test('symbols say where they stand', async () => {
  const bytes = Buffer.from('// one\nclass A {\n  run() {\n  }\n}\nconst b = 1;');
  expect(await readSymbols(parser, { path: 'a.ts', bytes })).toEqual([
    { kind: 'class', name: 'A', signature: 'class A', startLine: 2, endLine: 5, depth: 0 },
    { kind: 'method', name: 'run', signature: 'method run()', startLine: 3, endLine: 4, depth: 1 },
    { kind: 'constant', name: 'b', signature: 'constant b', startLine: 6, endLine: 6, depth: 0 },
  ]);
});

test.each<[string, string, string]>([
  ['a body that changes', 'function f(a) { return a; }', '\n\nfunction f(a) { if (a) { return 1; } }'],
  ['another layout', 'function f(a, b) {}', 'function f(\n  a, // first\n  b,\n)\n{ }'],
  ['a value that changes', 'const a = 1;', 'const a = { b() {} };'],
])('%s leaves the outline as it is', async (_, before, after) => {
  expect(await produce('outline', 'a.ts', after)).toBe(await produce('outline', 'a.ts', before));
});

test.each<[string, string, string, string[]]>([
  ['an end that is missing', 'a.py', 'def a(): pass\nclass B:\n  def c(self', ['function a()']],
  ['a mark too many', 'a.ts', 'class A { run() {} }}\nclass B {}', ['class A', '  method run()', 'class B']],
  [
    'a macro',
    'a.c',
    'int a(void) {}\nAPI_EXPORT(int) b(void) {}\nint c(void) {}',
    ['function int a(void)', 'function int c(void)'],
  ],
])('a source with %s gives what was found', async (_, path, source, found) => {
  expect((await produce('outline', path, source)).split('\n')).toEqual(expect.arrayContaining(found));
});

test.each<[string, string, string]>([
  [
    'book.py',
    '#!/usr/bin/env python\n# Copyright 2020 A. All rights reserved.\n\n"""Keeps orders. By key.\n\nMore."""\nimport a\nclass Book: pass\ndef run(): pass\n',
    'language: python\nlines: 9\nabout: Keeps orders. By key.\nsymbols: class Book, function run\n',
  ],
  [
    'A.java',
    '/* Licensed to B */\npackage a;\nimport b.C;\n/**\n * Adds {@link Book} <b>numbers</b>.\n * @author me\n */\nclass A { int b; }',
    'language: java\nlines: 8\nabout: Adds Book numbers.\nsymbols: class A\n',
  ],
  [
    'README.md',
    'Intro text\nhere.\n\n# Title #\n\n```\n# no\n```\n## One\n### Two\n',
    'language: markdown\nlines: 10\ntitle: Title\nabout: Intro text here.\nheadings: One, Two\n',
  ],
  ['a.json', '{"name": "x", "b": {"c": 1}}', 'language: json\nlines: 1\nkeys: name, b\n'],
  ['b.json', '{"name": ', 'language: json\nlines: 1\n'],
  ['c.json', `${'['.repeat(100_000)}`, 'language: json\nlines: 1\n'],
  [
    'a.yml',
    '# About it.\non:\n  push: 1\n"a b": [\n]\n- x: 1\n',
    'language: yaml\nlines: 6\nabout: About it.\nkeys: on, a b\n',
  ],
  ['a.toml', '[package]\nname = "x"\n[[bin]]\n', 'language: toml\nlines: 3\nsections: package, bin\n'],
  ['Makefile', '# Builds it.\nall:\n', 'language: unknown\nlines: 2\nabout: Builds it.\n'],
  ['a.constructor', '', 'language: constructor\nlines: 0\n'],
  ['a.png', '\u0089PNG\0\0', 'language: png\nbinary: 7 bytes\n'],
  ['a.ts', 'a\0b', 'language: typescript\nbinary: 3 bytes\n'],
])('the digest of %s', async (path, source, digest) => {
  expect(await produce('digest', path, source)).toBe(digest);
});

test('a digest is short, whatever a file holds', async () => {
  const source = `// ${'word '.repeat(1_000)}\n${Array.from({ length: 2_000 }, (_, n) => `class Name${n} {}`).join('\n')}`;
  const digest = await produce('digest', 'a.ts', source);
  expect(digest.length).toBeLessThanOrEqual(syntaxLimits.digestLength);
  expect(digest).toMatch(/and \d+ more\n$/);
});

test('terms rest on what the terms of a whole tree rest on', () => {
  const terms = producers.find(({ name }) => name === 'terms') ?? expect.fail();
  const file = { path: 'src/A.JAVA', contentId: contentId('x') };
  expect(producedBasis(terms, file)).toEqual(termsBasis(file));
  expect(producedBasis(terms, { ...file, path: 'README' })).toBeNull();
});

test.each<[string, Record<string, unknown>]>([
  ['src/a.mts', { outline: { language: 'typescript' }, imports: { language: 'typescript' } }],
  ['a.H', { outline: { language: 'c' }, imports: { language: 'c' } }],
  ['README.md', { outline: null, imports: null, digest: { language: 'markdown' } }],
  ['a.b/c', { outline: null, imports: null, digest: { language: 'unknown' } }],
])('how `%s` is read', (path, expected) => {
  const policies = Object.fromEntries(producers.map(({ name, policyFor }) => [name, policyFor(path)]));
  expect(policies).toMatchObject(expected);
});

test('producers have a type of their name that a ledger knows, and a version that names the grammars', () => {
  for (const { name, type } of producers) {
    expect(type.name).toBe(name);
    expect(contextTypes).toContain(type);
  }
  const installed = createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json');
  const { version } = JSON.parse(readFileSync(installed, 'utf8'));
  expect(PARSER_VERSION).toBe(`tree-sitter-wasm-${version}`);
  expect(producers[0]?.version).toContain(PARSER_VERSION);
});

const paths = sourceSamples.map(({ path }) => path);

describe('hostile sources', () => {
  // In a grammar that guesses, one of indentation and one of everything else; in all others in the deep test.
  test.each(hostileSources)('%s in some languages', async (_, source) => {
    await checkHostileSource(source, ['order-book.ts', 'book.py', 'book.hpp']);
  });

  test('a source that no rule fits is parsed in pieces, and what is in order is found', async () => {
    const source = `def first(): pass\n${'a?b:'.repeat(50_000)}\ndef last(): pass\n`;
    expect(await produce('outline', 'a.py', source)).toContain('function first()\n');
  });

  test('more symbols than are listed are left out, and it says so', async () => {
    const source = Array.from({ length: syntaxLimits.symbols + 1 }, (_, n) => `let v${n};`).join('\n');
    const lines = (await produce('outline', 'a.js', source)).trimEnd().split('\n');
    expect(lines).toHaveLength(syntaxLimits.symbols + 1);
    expect(lines.at(-1)).toBe('… symbols after these are left out');
  });
});

test('whatever bytes a file has, producers agree on it and write text', async () => {
  const others = createProducers(openSyntaxParser());
  const words = sourceSamples.flatMap(({ source }) => source.split(/(?<=\s)/));
  const piece = fc.oneof(
    fc.constantFrom(...words).map((word) => Buffer.from(word)),
    fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
    fc.string({ unit: 'binary', maxLength: 8 }).map((text) => Buffer.from(text)),
  );
  const file = fc.tuple(
    fc.constantFrom(...paths, 'a.md', 'a.json', 'a.yaml', 'a'),
    fc.array(piece, { maxLength: 60 }),
  );
  await fc.assert(
    fc.asyncProperty(file, async ([path, pieces]) => {
      const bytes = Buffer.concat(pieces);
      for (const { name, policyFor } of producers) {
        if (policyFor(path) === null) continue;
        const made = await produce(name, path, bytes);
        expect(made).toBe(made.toWellFormed());
        expect(await produce(name, path, bytes, others)).toBe(made);
      }
    }),
    { numRuns: 400 },
  );
});
