// Where in a history a range of the command line begins and ends.
import { expect, test } from 'vitest';
import { readSince, readUntil } from './read-moment.ts';

test('a number is a place in the history', () => {
  expect([readSince('3'), readUntil('12')]).toEqual([3, 12]);
});

test('a date belongs to the range from its beginning to its end', () => {
  expect(readSince('2026-01-31')).toEqual(new Date('2026-01-31T00:00:00.000Z'));
  expect(readUntil('2026-01-31')).toEqual(new Date('2026-01-31T23:59:59.999Z'));
});

test('a moment is itself', () => {
  expect([readSince('2026-01-31T12:00Z'), readUntil('2026-01-31T12:00Z')]).toEqual(
    Array(2).fill(new Date('2026-01-31T12:00:00Z')),
  );
});

test.each(['0', '-1', '1.5', '', 'soon', '2026-02-31', '1e3', '99999999999'])('`%s` is refused', (text) => {
  expect(() => readSince(text)).toThrow('is neither a number in a history nor a date');
  expect(() => readUntil(text)).toThrow('is neither a number in a history nor a date');
});
