// Changed lines as parts of a file: what is secret in the whole is secret in a part, and without the whole what looks like a
// line of a key is taken for one.
import { expect, test } from 'vitest';
import type { CommitDiff, FileDiff } from './recent-changes.ts';
import { filesToScreen, findDiffSecrets } from './screen-diff.ts';
import type { SecretScanner } from './wrapped-secrets.ts';

const line = 'mQ4vZ8rT1xK6pL3wN9sB2dF7hJ5gC0yU'.repeat(2);
const value = 'Kp3vRz8QtW5xLm2Bn7';

/** Knows keys by their beginning and end, and one name. */
const scanner: SecretScanner = {
  version: '1',
  find: (text) => [
    ...Array.from(text.matchAll(/BEGIN\n([\s\S]*?)\nEND/g), ([, key = '']) => ({ kind: 'key', value: key })),
    ...Array.from(text.matchAll(/password=(\S+)/g), ([, word = '']) => ({ kind: 'value', value: word })),
  ],
};

function changed(added: readonly string[], file: Partial<FileDiff> = {}): CommitDiff {
  const hunks = [{ oldStart: 1, newStart: 1, removed: ['old'], added }];
  const whole: FileDiff = {
    path: 'key.pem',
    kind: 'modified',
    before: 'a',
    after: 'b',
    hunks,
    isCut: false,
    ...file,
  };
  return { commit: null, subject: '', author: '', date: '', files: [whole], leftOut: 0, isWhole: true };
}

const found = (diff: CommitDiff, after?: string) => {
  const blobs = after === undefined ? new Map() : new Map([['b', new TextEncoder().encode(after)]]);
  return findDiffSecrets(scanner, diff, blobs).map((secret) => secret.value);
};

test('a line within a key is secret by the whole file', () => {
  expect(found(changed([line]), `BEGIN\n${'x'.repeat(64)}\n${line}\nEND\n`)).toContain(line);
});

test('a value is secret where another line of the file marks it', () => {
  expect(found(changed([`use("${value}")`]), `password=${value}\nuse("${value}")\n`)).toEqual([value]);
});

test('where the whole is not at hand, what looks like a line of a key is taken for one', () => {
  expect(found(changed([line]))).toEqual([line]);
  expect(found(changed([`  '${line}',`], { after: null }))).toEqual([line]);
  expect(found(changed([`sha512 ${line} of it`]))).toEqual([]);
});

test('secrets elsewhere in the file are none of the change', () => {
  expect(found(changed([`use("${value}")`]), `password=other12345\nuse("${value}")\n`)).toEqual([]);
});

test('files are asked for whose lines may be secret, and no others', () => {
  expect(filesToScreen(changed([line]))).toHaveLength(1);
  expect(filesToScreen(changed(['const total = prices.reduce((sum, price) => sum + price, 0);']))).toEqual(
    [],
  );
  expect(filesToScreen(changed([line], { kind: 'added' }))).toEqual([]);
});
