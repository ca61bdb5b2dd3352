// The place of a change in today's file: which hunk is taken, and how it is shown.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedFile, changesOf, commits, hunk } from '../../../test/support/sample-view.ts';
import type { ChangeHunk, SourceSymbol } from '../../context/index.ts';
import type { PlacedFile } from './change-index.ts';
import { changedWords, hunkExcerpt, lineExcerpt, type TracedLines, tellingHunk } from './changed-place.ts';

const path = 'lib/cart.js';
const symbol = (name: string, startLine: number, endLine: number): SourceSymbol => ({
  name,
  kind: 'function',
  signature: `${name}()`,
  startLine,
  endLine,
  depth: 0,
});
const symbols = [symbol('total', 10, 20), symbol('parse', 40, 50), symbol('fresh', 60, 70)];

async function placed(...hunks: readonly ChangeHunk[]): Promise<PlacedFile> {
  const changes = await changesOf(commits([changedFile(path, { hunks })]), { [path]: symbols });
  const [file] = changes.byPath.get(path) ?? [];
  if (file === undefined) throw new Error('a live change is in the index');
  return file;
}

const top = hunk(1, ['a'], ['b']);
const inTotal = hunk(12, ['a'], ['b']);
const inParse = hunk(42, ['a'], ['b']);
const declares = hunk(
  60,
  [],
  Array.from({ length: 11 }, () => 'x'),
);
const all = [top, inTotal, inParse, declares];

test.each<
  [string, readonly ChangeHunk[], TracedLines, readonly string[], number | undefined, string | undefined]
>([
  ['the one that a trace passes', all, [{ line: 42 }], ['total'], 42, 'traced'],
  ['one a few lines beside a line of a trace', all, [{ line: 45 }], [], 42, 'traced'],
  [
    'the one in a function of the trace',
    all,
    [{ line: 49, function: 'Cart.parse' }],
    ['total'],
    42,
    'in-traced-function',
  ],
  ['the one in a function that the test calls', all, [], ['parse'], 42, 'called'],
  ['the one that edits a function, before one that declares', [top, declares, inTotal], [], [], 12, 'edited'],
  ['the first otherwise', [top, declares], [], [], 1, 'first'],
  ['none where there are no hunks', [], [{ line: 1 }], ['total'], undefined, undefined],
])('of several hunks %s', async (_, hunks, traced, called, start, reason) => {
  const found = tellingHunk(await placed(...hunks), {
    traced,
    called: new Map(called.map((name) => [name, 1])),
  });
  expect([found?.hunk.start, found?.reason]).toEqual([start, reason]);
});

test('terms and names are those of the changed lines and of the functions they stand in', async () => {
  const file = await placed(hunk(12, ['  return oldPrice;'], ['  return newPrice;']));
  expect(changedWords(file).names).toEqual(expect.arrayContaining(['total', 'oldPrice', 'newPrice']));
  expect([...changedWords(file).terms.keys()]).toEqual(expect.arrayContaining(['total', 'price']));
});

test('a change without lines speaks by the path of its file', async () => {
  const file = await placed();
  expect(changedWords(file).names).toEqual([]);
  expect([...changedWords(file).terms.keys()]).toContain('cart');
});

const lines = ['one', 'two', 'three', 'four', 'five'];
const shown = async (one: ChangeHunk) => {
  const [first] = (await placed(one)).hunks;
  return first === undefined
    ? []
    : hunkExcerpt(first, lines).map(({ line, text, mark }) => `${line} ${mark} ${text}`);
};

test.each<[string, ChangeHunk, readonly string[]]>([
  [
    'a replaced line',
    hunk(3, ['drei'], ['three']),
    ['2 same two', '3 removed drei', '3 added three', '4 same four'],
  ],
  ['an added line', hunk(1, [], ['one']), ['1 added one', '2 same two']],
  [
    'a removed line stands behind the line that was before it',
    { oldStart: 3, newStart: 2, removed: ['gone'], added: [] },
    ['2 same two', '3 removed gone', '3 same three'],
  ],
  ['the end of a file', hunk(5, ['fuenf'], ['five']), ['4 same four', '5 removed fuenf', '5 added five']],
])('code shows %s', async (_, one, expected) => {
  expect(await shown(one)).toEqual(expected);
});

test('whatever a hunk claims, code is shown within bounds and only lines that the file has', async () => {
  const texts = fc.array(fc.string({ maxLength: 400 }), { maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 9 }), texts, texts, async (start, removed, added) => {
      const [one] = (await placed(hunk(start, removed, added))).hunks;
      if (one === undefined) return;
      const code = hunkExcerpt(one, lines);
      expect(code.length).toBeLessThanOrEqual(10);
      expect(code.every(({ line, text }) => line >= 1 && text.length <= 300 && text.isWellFormed())).toBe(
        true,
      );
      for (const { line, text, mark } of code) if (mark !== 'removed') expect(text).toBe(lines[line - 1]);
    }),
  );
});

test('a suspected line is shown with its neighbours, as far as there are any', () => {
  const marks = (line: number) => lineExcerpt(line, lines).map((one) => `${one.line} ${one.mark}`);
  expect(marks(3)).toEqual(['1 same', '2 same', '3 suspected', '4 same', '5 same']);
  expect(marks(1)).toEqual(['1 suspected', '2 same', '3 same']);
  expect(marks(5)).toEqual(['3 same', '4 same', '5 suspected']);
});
