// The failure's own words: when a message says more than the difference, and where two values begin to differ.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportCause, ReportDocument } from '../record/index.ts';
import { firstDifference, ownWords } from './describe-failure.ts';
import { terminalFailure } from './terminal-cause.ts';
import { displayWidth } from './text/fit-text.ts';
import { layoutOf } from './text/terminal-layout.ts';

const file = join(import.meta.dirname, '../../test/golden/report/change.json');
const [cause] = (JSON.parse(readFileSync(file, 'utf8')) as ReportDocument).causes as [ReportCause];
const { difference: _difference, ...bare } = cause;

describe('a message beside a difference', () => {
  const difference = { expected: '0', received: '490' };
  test.each([
    'AssertionError: expected 490 to be +0 // Object.is equality',
    'expect(received).toBe(expected) // Object.is equality\n\nExpected: 0\nReceived: 490',
    'org.opentest4j.AssertionFailedError: expected: <0> but was: <490>',
    'assert 490 == 0',
    '',
  ])('that only repeats it is left out: %j', (message) => {
    expect(ownWords({ ...cause, message, difference })).toEqual([]);
  });

  test.each(['the total of the cart: expected 490 to be 0', 'AssertionError: status of /login: expected 0'])(
    'that says more is kept: %j',
    (message) => {
      expect(ownWords({ ...cause, message: `${message}\nat x`, difference })).toEqual([message]);
    },
  );

  test('is whole where there is none', () => {
    expect(ownWords({ ...bare, message: 'a\r\n\r\n  b\n' })).toEqual(['a', '  b']);
  });
});

test.each([
  ['a', 'b', { line: 0, character: 0 }],
  ['abc', 'abd', { line: 0, character: 2 }],
  ['a\nb\nc', 'a\nx\nc', { line: 1, character: 0 }],
  ['a', 'a\nb', { line: 0, character: 1 }],
  ['', '', { line: 0, character: 0 }],
])('%j and %j differ first at %j', (expected, received, place) => {
  expect(firstDifference({ expected, received })).toEqual(place);
});

describe('a difference on a terminal', () => {
  const shown = (expected: string, received: string, width = 60): readonly string[] =>
    terminalFailure({ ...cause, message: '', difference: { expected, received } }, layoutOf({ width })).slice(
      1,
    );

  test('of long values shows where they differ', () => {
    const same = 'a'.repeat(300);
    const [expected = '', received = ''] = shown(`${same}x tail`, `${same}y tail`);
    expect(expected).toMatch(/^ {2}expected {4}…a{20}x tail$/);
    expect(received).toMatch(/^ {2}received {4}…a{20}y tail$/);
  });

  test('of many lines begins at the first that differs', () => {
    const lines = (cost: number): string => `{\n  "items": 2,\n  "cost": ${cost},\n  "zone": 1\n}`;
    expect(shown(lines(0), lines(490))).toEqual([
      '  expected      "cost": 0,',
      '                "zone": 1',
      '  received      "cost": 490,',
      '                "zone": 1',
      '              (from line 3 on)',
    ]);
  });

  test('says so where a value is empty', () => {
    expect(shown('', 'x')).toEqual(['  expected    (empty)', '  received    x']);
  });

  test('of hostile values keeps to its lines and its width', () => {
    const hostile = `\u001b[2J\t\u202e${'日本'.repeat(400)}\r\n\u0000`;
    for (const line of shown(hostile, `${hostile}!`)) {
      expect(displayWidth(line)).toBeLessThanOrEqual(60);
      expect(line).not.toMatch(/[^\P{C}\n]/u);
    }
  });
});
