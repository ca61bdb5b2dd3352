// Which dates and moments the command line takes.
import { expect, test } from 'vitest';
import { readDate, readSince, readUntil } from './read-options.ts';

test.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T23:30:00.250-01:00', '2026-02-01T00:30:00.250Z'],
])('%s is %s', (text, moment) => expect(new Date(readDate(text)).toISOString()).toBe(moment));

test.each([
  '2026-02-31',
  '2025-02-29',
  '2026-02-30T00:00:00Z',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-01-31T25:00:00Z',
  '2026-01-31T12:00:00',
  '2026-01-31T12:00:00+99:00',
  '2026-1-1',
  '31.1.2026',
  'soon',
  '',
])('`%s` is refused', (text) => expect(() => readDate(text)).toThrow('is not a date'));

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
