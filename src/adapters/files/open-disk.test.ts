/** A kept directory is used once, for the same directory of the same root, and never stays open. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { HeldDirectory } from '../paths/index.ts';
import { createKeptDirectory } from './open-disk.ts';

const holding = { isByDescriptor: true, isNameChecked: false };
const root = { path: '/one', holding };
const other = { path: '/one', holding };

/** Makes directories that count how often they were released. */
function keepOne(descriptor: number | null = 7) {
  let releases = 0;
  const held: HeldDirectory = {
    path: '/held',
    descriptor,
    hasName: () => true,
    sync: () => undefined,
    release: () => void releases++,
  };
  const kept = createKeptDirectory();
  kept.keep(root, 'a', held);
  return { kept, held, releases: () => releases };
}

test('what is kept is handed out once, to whoever then releases it', async () => {
  const { kept, held, releases } = keepOne();
  expect([kept.take(root, 'a'), kept.take(root, 'a')]).toEqual([held, undefined]);
  await nextTurn();
  expect(releases()).toBe(0);
});

test.each([
  ['another path', root, 'b'],
  ['another root', other, 'a'],
])('asked for %s, what is kept is let go', (_what, asked, path) => {
  const { kept, releases } = keepOne();
  expect([kept.take(asked, path), releases(), kept.take(root, 'a')]).toEqual([undefined, 1, undefined]);
});

test('what nobody takes is let go with the turn, once', async () => {
  const { kept, releases } = keepOne();
  await nextTurn();
  kept.release();
  expect([releases(), kept.take(root, 'a')]).toEqual([1, undefined]);
});

test('what is kept next lets go of what was kept before', async () => {
  const { kept, held, releases } = keepOne();
  kept.keep(root, 'b', held);
  expect(releases()).toBe(1);
  await nextTurn();
  expect(releases()).toBe(2);
});

test('what is held by its path is not kept', () => {
  const { kept, releases } = keepOne(null);
  expect([releases(), kept.take(root, 'a')]).toEqual([1, undefined]);
});
