// The title of a cause: what fails since which change, how long ago, and what is said where little is known.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportCause, ReportDocument } from '../record/index.ts';
import { reasonsOf, reliableStatus, statusOf } from './describe-cause.ts';
import { commitWords, dateWords, titleOfCause } from './describe-change.ts';

const file = join(import.meta.dirname, '../../test/golden/report/change.json');
const [cause] = (JSON.parse(readFileSync(file, 'utf8')) as ReportDocument).causes as [ReportCause];
const { change: _change, ...unchanged } = cause;
const [first] = cause.tests;
const NOW_MS = Date.parse('2026-11-16T19:42:00Z');

describe('a title', () => {
  test.each<[string, ReportCause, string]>([
    ['a commit', cause, '2 tests fail since 9f1bea4 "Tidy shipping costs" (2 hours ago, by Ada Brook)'],
    [
      'one that is only a guess',
      { ...cause, status: 'insufficient' },
      '2 tests fail, perhaps since 9f1bea4 "Tidy shipping costs" (2 hours ago, by Ada Brook)',
    ],
    [
      'one among places of which none stands out',
      {
        ...cause,
        status: 'insufficient',
        suspects: cause.suspects.map((one) => ({ ...one, confidence: 0.04 })),
      },
      '2 tests fail',
    ],
    [
      'one of several places',
      { ...cause, status: 'likely', answer: ['a', 'b'] },
      '2 tests fail, perhaps since 9f1bea4 "Tidy shipping costs" (2 hours ago, by Ada Brook)',
    ],
    [
      'what is not committed',
      { ...cause, change: { commit: null, subject: '', author: '', date: '', files: 2 } },
      '2 tests fail with uncommitted changes',
    ],
    [
      'an old fault',
      { ...cause, world: 'latent', tests_are: 'new', tests: first === undefined ? [] : [first] },
      '1 new test fails; nothing in its reach changed with it or since: probably an old bug',
    ],
    [
      'an old fault in several tests',
      { ...cause, world: 'latent', tests_are: 'new' },
      '2 new tests fail; nothing in their reach changed with them or since: probably an old bug',
    ],
    [
      'an old fault that a changed test met',
      { ...cause, world: 'latent', tests_are: 'rewritten' },
      '2 changed tests fail; nothing else in their reach changed with them or since: probably an old bug',
    ],
    [
      'tests that were red before',
      { ...cause, world: 'latent', tests_are: 'failed-before' },
      '2 tests fail, as before the recent changes',
    ],
    [
      'tests of which an older version says no more',
      { ...cause, world: 'latent' },
      '2 tests fail; nothing in their reach changed: probably an old bug',
    ],
    ['no change', { ...unchanged, world: 'unknown' }, '2 tests fail'],
    ['more failures than names', { ...unchanged, failures: 3000 }, '3000 tests fail'],
    ['a flaky test', { ...unchanged, defect_type: 'flaky' }, '2 flaky tests failed'],
    ['no test', { ...unchanged, tests: [] }, 'A failure without a test name'],
  ])('tells of %s', (_what, one, expected) => {
    expect(titleOfCause(one, NOW_MS)).toBe(expected);
  });

  test('tells of a commit what is known of it', () => {
    const id = '9f1bea4a936fd1d6b6a1d1c4d2a7c5e9b0c3f8aa';
    expect(commitWords({ id, subject: '', author: '', date: '' })).toBe('9f1bea4');
    expect(commitWords({ id, subject: 'a\nb\u202e', author: '', date: '' })).toBe('9f1bea4 "a b\\u{202e}"');
    expect(commitWords({ id, subject: '', author: 'Bo', date: '2026-01-02T03:04:05Z' })).toBe(
      '9f1bea4 (2026-01-02, by Bo)',
    );
  });
});

test.each([
  ['2026-11-16T19:41:30Z', 'just now'],
  ['2026-11-16T19:41:00Z', '1 minute ago'],
  ['2026-11-16T18:43:00Z', '59 minutes ago'],
  ['2026-11-16T18:42:00Z', '1 hour ago'],
  ['2026-11-15T19:42:00Z', '1 day ago'],
  ['2026-10-17T19:42:00Z', '30 days ago'],
  ['2026-10-16T19:42:00Z', '2026-10-16'],
  ['2026-11-16T19:42:30Z', 'just now'],
  ['2026-11-17T00:00:00Z', '2026-11-17'],
  ['2026-99-99T99:99:99Z', ''],
  ['yesterday', ''],
  ['', ''],
])('what was made at %j is told as %j', (date, expected) => {
  expect(dateWords(date, NOW_MS)).toBe(expected);
});

describe('a status', () => {
  test.each<[Partial<ReportCause>, string]>([
    [{ status: 'proven', confidence: 0.5 }, 'proven'],
    [{ status: 'concluded', confidence: 0.9 }, 'settled'],
    [{ status: 'concluded', confidence: 0.8999 }, 'likely'],
    [{ status: 'concluded', confidence: 0.8, answer: ['a', 'b'] }, 'one of these'],
    [{ status: 'likely' }, 'likely'],
    [{ status: 'likely', answer: ['a', 'b', 'c'] }, 'one of these'],
    [{ status: 'insufficient', answer: [] }, 'unclear'],
    [{ status: 'inconclusive' }, 'inconclusive'],
    [{ status: 'recommended' }, 'needs a decision'],
    [{ status: 'narrowed', answer: ['a', 'b'] }, 'narrowed'],
  ])('of %j is called %s', (part, word) => {
    expect(statusOf({ ...cause, ...part }).word).toBe(word);
  });

  test('that an older version gave too easily is not held to', () => {
    expect(reliableStatus({ ...cause, status: 'concluded', confidence: 0.6 })).toBe('likely');
  });
});

describe('the reasons', () => {
  test('name the last green revision once', () => {
    expect(reasonsOf(cause).join('; ')).toMatch(
      /^the only change.*; both passed at e3dacdb, the last green run$/,
    );
    expect(reasonsOf({ ...cause, world_reason: '' }).at(-1)).toBe('the last known green revision is e3dacdb');
  });

  test('leave out a summary that is the message', () => {
    const { last_green: _green, ...rest } = cause;
    const summary = 'TypeError: x is not a function';
    expect(reasonsOf({ ...rest, summary, message: 'x is not a function\nat y', world_reason: '' })).toEqual(
      [],
    );
  });
});
