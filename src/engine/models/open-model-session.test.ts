/** Budgets: running requests are reserved, and money is counted exactly. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBudget } from './open-model-session.ts';
import { costOf, formatAmount, parseAmount, priceOf } from './prices.ts';

const before = { answers: 0, inputTokens: 0, outputTokens: 0, isEstimated: false };
const most = { inputTokens: 60, outputTokens: 40 };
const taken = { inputTokens: 30, outputTokens: 10, isEstimated: false };

test('an ask waits for those under way, and is refused where it could go past the limit by itself', async () => {
  const budget = openBudget({ maxTokens: 150 }, { price: null, before, goOn: 'go on' });
  const end = await budget.begin(most);
  let hasBegun = false;
  const second = budget.begin(most).then((endSecond) => {
    hasBegun = true;
    return endSecond;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasBegun).toBe(false);
  end(taken);
  (await second)(taken);
  expect(budget.spent()).toEqual({ answers: 2, inputTokens: 60, outputTokens: 20, isEstimated: false });
  await expect(budget.begin(most)).rejects.toMatchObject({
    code: 'stopped',
    message: 'the budget of the model has no room for another question: 80 of 150 tokens are spent',
  });
});

test('an ask that failed frees what was held back', async () => {
  const budget = openBudget({ maxTokens: 100 }, { price: null, before, goOn: 'go on' });
  for (let index = 0; index < 3; index++) (await budget.begin(most))();
  expect(budget.spent()).toEqual(before);
});

test('money is counted in millionths, rounded up for each sum', async () => {
  const price = { input: parseAmount('1.25'), output: parseAmount('10'), asOf: '2026-11-01' };
  expect(costOf(price, { inputTokens: 1, outputTokens: 0 })).toBe(2n);
  expect(formatAmount(costOf(price, { inputTokens: 1_000_000, outputTokens: 100_000 }))).toBe('2.25');
  const budget = openBudget({ maxCost: 600n }, { price, before, goOn: 'go on' });
  (await budget.begin(most))(taken);
  await expect(budget.begin(most)).rejects.toThrow('0.000138 of 0.0006 USD are spent');
  for (const text of ['', '-1', '1e3', '1.1234567', ' 1', '∞']) expect(parseAmount(text, null)).toBeNull();
});

test('a price is found by the name or the longest beginning of it, and a table of one’s own takes its place', () => {
  expect(priceOf('openai:gpt-5.4-mini-2026-03-01')).toMatchObject({ input: 750_000n, output: 4_500_000n });
  expect(priceOf('openai:gpt-5.41')).toBeNull();
  expect(priceOf('openai:toString')).toBeNull();
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-prices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'prices.json');
  const table = {
    as_of: '2026-11-01',
    currency: 'USD',
    per_million_tokens: { 'openai:m': { input: '0', output: '0' } },
  };
  writeFileSync(file, JSON.stringify(table));
  expect(priceOf('openai:m', file)).toEqual({ input: 0n, output: 0n, asOf: '2026-11-01' });
  expect(priceOf('openai:gpt-5', file)).toBeNull();
  for (const text of ['', '[]', '{"as_of": "yesterday"}', JSON.stringify({ ...table, currency: 'EUR' })]) {
    writeFileSync(file, text);
    expect(() => priceOf('openai:m', file)).toThrow('cannot be used');
  }
});
