// Next steps as people read them: nothing named twice, nothing lost.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReportCause } from '../record/index.ts';
import { shortenSteps } from './shorten-steps.ts';

const cause: ReportCause = {
  id: 'cause-1',
  defect_type: 'product_bug',
  confidence: 0.9,
  status: 'concluded',
  summary: '`CartTest.adds up` fails',
  world: 'unknown',
  world_reason: '',
  message: '',
  type_reason: '',
  answer: ['src/cart.ts', 'src/tax.ts'],
  tests: [{ suite: 'CartTest', name: 'adds up' }],
  suspects: [
    { path: 'src/cart.ts', symbol: 'Cart.total', line: 12, score: 2, confidence: 0.6 },
    { path: 'src/tax.ts', symbol: 'taxOf', line: 3, score: 1, confidence: 0.3 },
    { path: 'src/other.ts', symbol: 'other', line: 1, score: 0, confidence: 0.1 },
  ],
  commits: [],
  evidence: [],
  path: [],
  next_steps: [],
  duplicates: [],
  stale: false,
};

function check(next_steps: readonly string[], expected: readonly string[], tests = cause.tests): void {
  expect(shortenSteps({ ...cause, next_steps, tests })).toEqual(expected);
}

describe('next steps', () => {
  test('do not name the failing test again', () => {
    check(['run `adds up` again'], ['run the test again']);
    check(['run `CartTest.adds up` again'], ['run the test again']);
    check(['run `adds up twice` again'], ['run `adds up twice` again']);
    check(['run adds up again'], ['run adds up again']);
    check(['see `Basket.adds up`'], ['see `Basket.adds up`']);
  });

  test('keep what is named like the test and is not the test', () => {
    const tests = [{ suite: 'CartTest', name: 'total' }];
    check(['look at `Cart.total`', 'see `total`'], ['look at `Cart.total`', 'see the test'], tests);
    check(['look at `taxOf` once'], ['look at `taxOf` once'], [{ suite: '', name: 'taxOf' }]);
  });

  test('say which of several tests is meant', () => {
    const tests = [...cause.tests, { suite: 'CartTest', name: 'is empty' }];
    check(['run `adds up`', 'run `is empty` alone'], ['run the first test', 'run `is empty` alone'], tests);
  });

  test('leave out a place that the answer shows, and keep any other', () => {
    check(['look at `Cart.total` (`src/cart.ts:12`)'], ['look at `Cart.total`']);
    check(['look at `other` (`src/other.ts:1`)'], ['look at `other` (`src/other.ts:1`)']);
    check(['look at `Cart.total` (`src/cart.ts:99`)'], ['look at `Cart.total` (`src/cart.ts:99`)']);
  });

  test('that differ in one part become one', () => {
    check(
      [
        'step through `Cart.total` (`src/cart.ts:12`) while `adds up` runs',
        'step through `taxOf` (`src/tax.ts:3`) while `adds up` runs',
        'undo commit `abc` and run `adds up`',
      ],
      ['step through `Cart.total`, then `taxOf`, while the test runs', 'undo commit `abc` and run the test'],
    );
  });

  test('that have little in common stay apart', () => {
    check(['run it once', 'run it twice'], ['run it once', 'run it twice']);
    check(['fetch the history', 'fetch the history'], ['fetch the history']);
    check([], []);
  });

  test('lose no word when they are merged', () => {
    const word = fc.constantFrom('look', 'at', 'a.ts', 'b.ts', 'while', 'the', 'test', 'runs', 'twice');
    const step = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (next_steps) => {
        const shown = shortenSteps({ ...cause, next_steps })
          .join(' ')
          .replaceAll(',', '')
          .split(' ');
        for (const one of next_steps.flatMap((text) => text.split(' '))) expect(shown).toContain(one);
      }),
    );
  });
});
