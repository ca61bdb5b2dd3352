// How failing tests stand to changes: untouched, tweaked, rewritten or new.

import { expect, test } from 'vitest';
import { changedFile, changesOf, commits, hunk } from '../../../test/support/sample-view.ts';
import type { ChangedFile, ChangeHunk } from '../../context/index.ts';
import { type TestChanges, type TestSpan, testChanges } from './test-changes.ts';

const path = 'test/cart.test.js';
const span: TestSpan = { path, startLine: 10, endLine: 14 };
const edited = (...hunks: readonly ChangeHunk[]) => changedFile(path, { hunks });
const added = changedFile(path, {
  kind: 'added',
  hunks: [
    hunk(
      1,
      [],
      Array.from({ length: 30 }, () => 'x'),
    ),
  ],
});
const elsewhere = changedFile('lib/cart.js', { hunks: [hunk(10, ['a'], ['b'])] });

async function check(changes: readonly (readonly ChangedFile[])[], expected: TestChanges, spans = [span]) {
  expect(testChanges(spans, await changesOf(commits(...changes)))).toEqual(expected);
}

const untouched: TestChanges = { state: 'unchanged', position: null };

test.each<[string, readonly (readonly ChangedFile[])[], TestChanges]>([
  ['nothing changed', [], untouched],
  ['another file changed', [[elsewhere]], untouched],
  ['lines above and below it changed', [[edited(hunk(9, ['a'], ['b']), hunk(15, ['a'], ['b']))]], untouched],
  [
    'an expected number changed',
    [[elsewhere], [edited(hunk(12, ['  expect(x).toBe(490);'], ['  expect(x).toBe(0);']))]],
    { state: 'tweaked', position: 1 },
  ],
  [
    'the sign of an expected number changed',
    [[edited(hunk(12, ['  { "1.2", "1.5", -1 },'], ['  { "1.2", "1.5", 1 },']))]],
    { state: 'tweaked', position: 0 },
  ],
  [
    'an expected text changed',
    [[edited(hunk(12, ["  equal(x, 'a b');"], ["  equal(x, 'a c');"]))]],
    { state: 'tweaked', position: 0 },
  ],
  [
    'two values changed',
    [[edited(hunk(12, ['  equal(1, 2);'], ['  equal(3, 4);']))]],
    { state: 'rewritten', position: 0 },
  ],
  ['a line was added within', [[edited(hunk(12, [], ['  more();']))]], { state: 'rewritten', position: 0 }],
  ['its file was added', [[elsewhere], [added]], { state: 'new', position: 1 }],
  [
    'it was added to its file',
    [[edited(hunk(10, [], ["it('x', () => {", '  a();', '  b();', '  c();', '});']))]],
    { state: 'new', position: 0 },
  ],
  [
    'its first line was edited',
    [[edited(hunk(10, ["it('old', () => {"], ["it('x', () => {"]))]],
    { state: 'tweaked', position: 0 },
  ],
  [
    'the newest change that touched it counts',
    [[edited(hunk(12, ['  equal(1);'], ['  equal(2);']))], [added]],
    { state: 'tweaked', position: 0 },
  ],
])('%s', async (_, changes, expected) => {
  await check(changes, expected);
});

test('without tests nothing is known, and of a test without lines all of its file may be its own', async () => {
  await check([[added]], { state: 'unknown', position: null }, []);
  await check([[edited(hunk(12, ['a'], ['b']))]], { state: 'tweaked', position: 0 }, [{ path }]);
  await check([[added]], { state: 'new', position: 0 }, [{ path }]);
});

test('one test that was not touched has passed before, whatever became of the others', async () => {
  const other = { path: 'test/other.test.js', startLine: 1, endLine: 2 };
  await check([[added]], untouched, [span, other]);
});

test('of several that are new the oldest change counts, for it can only have broken what is newer', async () => {
  const other = 'test/other.test.js';
  const newer = changedFile(other, { kind: 'added' });
  await check([[newer], [added]], { state: 'new', position: 1 }, [span, { path: other }]);
});
