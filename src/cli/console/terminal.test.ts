// How times are told to people, and to pipes.
import { expect, test } from 'vitest';
import { createTimeWords } from './terminal.ts';

const nowMs = Date.parse('2026-01-31T12:00:00Z');

test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 min ago'],
  [3_600_000, '1 h ago'],
  [86_400_000, 'yesterday'],
  [3 * 86_400_000, '3 days ago'],
  [20 * 86_400_000, '2026-01-11T12:00:00Z'],
  [-1_000, 'just now'],
  [-3_600_000, '2026-01-31T13:00:00Z'],
])('%i ms ago is %s', (passedMs, words) => expect(createTimeWords(nowMs)(nowMs - passedMs)).toBe(words));

test('without a now it is the moment', () => {
  expect(createTimeWords(null)(nowMs)).toBe('2026-01-31T12:00:00Z');
});

test('a time beyond the calendar is no fault', () => {
  expect(createTimeWords(null)(Number.MAX_SAFE_INTEGER)).toBe('at an unknown time');
});
