// Which changes can alter what the code does, by the file and by its tokens.

import { expect, test } from 'vitest';
import { comparedFiles, effectOf } from './change-effect.ts';
import type { FileDiff } from './commit-diff.ts';

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
