// A budget: what fits is taken whole, and what does not is told by the first bound that it exceeds.
import { expect, test } from 'vitest';
import { openBudget } from './budget.ts';

test('costs fit until a bound is spent, and the first exceeded bound is named', () => {
  const budget = openBudget({ frames: 2, bytes: 10, tokens: Number.POSITIVE_INFINITY });
  expect(budget.exceededBy({ frames: 1, bytes: 10, tokens: 99 })).toBeNull();
  budget.spend({ frames: 1, bytes: 7 });
  expect([budget.left('frames'), budget.left('bytes'), budget.spent('bytes')]).toEqual([1, 3, 7]);
  expect(budget.exceededBy({ bytes: 3 })).toBeNull();
  expect(budget.exceededBy({ frames: 1, bytes: 4 })).toBe('bytes');
  expect(budget.exceededBy({ frames: 2, bytes: 4 })).toBe('frames');
});

test('a bound of nothing lets only what costs nothing in', () => {
  const budget = openBudget({ tokens: 0 });
  expect([budget.exceededBy({}), budget.exceededBy({ tokens: 1 })]).toEqual([null, 'tokens']);
});
