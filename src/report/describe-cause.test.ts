// What of a summary is shown beside the rows for test and place, and the words of code that sentences lose.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportCause, ReportDocument } from '../record/index.ts';
import { blamesNoFile, messageOf } from './describe-cause.ts';
import { plainConclusion, plainProse, plainReasoning } from './plain-prose.ts';

const file = join(import.meta.dirname, '../../test/golden/report/settled.json');
const [cause] = (JSON.parse(readFileSync(file, 'utf8')) as ReportDocument).causes as [ReportCause];

describe('a summary', () => {
  test.each([
    ['`CartTest.total` fails in `Cart.total` (`src/cart.ts:12`): the trace passes it', 'the trace passes it'],
    [
      '`CartTest.total` and 2 more fail as before: `CartTest.total` fails in `src/cart.ts:12`: the trace passes it',
      'the trace passes it',
    ],
    ['`total` and 4 more fail in `src/cart.ts:12`: a: b; `x: y` comes close', 'a: b; `x: y` comes close'],
  ])('that begins with test and place is cut to its reasons: %s', (summary, why) => {
    expect(messageOf({ ...cause, summary })).toEqual({ summary: null, why });
  });

  test('is cut, too, where the test itself is the place, and where its name is long', () => {
    const [first] = cause.suspects;
    const suspects = [{ ...(first as ReportCause['suspects'][number]), symbol: 'CartTest.total' }];
    const own = '`CartTest.total` fails in `CartTest.total` (`src/cart.ts:12`): it was changed recently';
    expect(messageOf({ ...cause, suspects, summary: own }).why).toBe('it was changed recently');
    const tests = [{ suite: '', name: 'Error: Cannot find package rates' }];
    for (const cited of ['Error: Cannot find…', 'cart.test.ts.Error: Cannot…']) {
      const long = `\`${cited}\` fails in \`src/cart.ts:12\`: it was changed recently`;
      expect(messageOf({ ...cause, tests, summary: long }).why).toBe('it was changed recently');
    }
    const other = '`cart.test.ts.Error: Cannot open…` fails in `src/cart.ts:12`: it was changed recently';
    expect(messageOf({ ...cause, tests, summary: other }).why).toBeNull();
  });

  test.each([
    '`CartTest.total` fails in `Cart.total` (src/cart.ts:12): the place is not cited',
    '`CartTest.total` fails in `src/other.ts:1`: another place',
    '`Other.test` fails in `src/cart.ts:12`: another test',
    '`CartTest.total` fails in `src/cart.ts:12` since `9f1bea4`: something else is cited',
    'sessions expire early: `expiresAt` adds local time',
    'no colon at all',
    '',
  ])('that says something else stays whole: %s', (summary) => {
    expect(messageOf({ ...cause, summary })).toEqual({ summary, why: null });
  });

  test('stays whole where no place is stated', () => {
    const summary = '`CartTest.total` fails in `src/cart.ts:12`: a guess';
    expect(messageOf({ ...cause, answer: [], summary })).toEqual({ summary, why: null });
  });
});

describe('words of code', () => {
  test.each([
    ['the trial ended: judge_declared', 'the trial ended: the reviewer could not decide'],
    ['a product_bug, no test_bug.', 'a bug in the product, no bug in the test.'],
    ['`product_bug` is cited', '`product_bug` is cited'],
    [
      'src/product_bug.ts and product_bug/a and my-product_bug',
      'src/product_bug.ts and product_bug/a and my-product_bug',
    ],
    ['snake_case stays', 'snake_case stays'],
  ])('in `%s` become plain', (text, expected) => {
    expect(plainProse(text)).toBe(expected);
  });

  test('of a decision become plain, and its strengths percent', () => {
    expect(
      plainReasoning(
        'amend: the charge stands at 0.6521, the defense at 0.8960; held: product_bug in `0.1234`',
      ),
    ).toBe(
      'amended: the claim has a strength of 65 %, the rebuttal of 90 %; held: bug in the product in `0.1234`',
    );
    expect(plainReasoning('version 10.1234.5 and 0.5')).toBe('version 10.1234.5 and 0.5');
  });

  test('of a first conclusion become plain', () => {
    expect(plainConclusion('flaky in a.ts')).toBe('flaky test in a.ts');
    expect(plainConclusion('something flaky')).toBe('something flaky');
  });
});

test('a failure that only lacks a package blames no file, unless one stands out', () => {
  const suspects = cause.suspects.map((suspect) => ({ ...suspect, confidence: 0.01 }));
  const lacking: ReportCause = {
    ...cause,
    answer: [],
    suspects,
    absent: 'the package `pad` is not installed',
  };
  expect(blamesNoFile(lacking)).toBe(true);
  expect(blamesNoFile({ ...lacking, suspects: cause.suspects })).toBe(false);
  expect(blamesNoFile({ ...cause, answer: [], suspects })).toBe(false);
});
