/**
 * Token prices: a dated table that ships, or the user's own file of the same form. Money is counted in whole
 * millionths.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { cite, PenumbraError } from '../../kernel/index.ts';
import shipped from './prices.json' with { type: 'json' };

/** The price of a million tokens of one model, in millionths of the currency. */
export type Price = { readonly input: bigint; readonly output: bigint; readonly asOf: string };

const AMOUNT = /^(\d{1,9})(?:\.(\d{1,6}))?$/;
const LARGEST_FILE = 1024 * 1024;
const amount = z.string().regex(AMOUNT);
const table = z.strictObject({
  as_of: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  currency: z.literal('USD'),
  per_million_tokens: z.record(z.string().max(256), z.strictObject({ input: amount, output: amount })),
});

/**
 * Returns the price of a model by its name, or by the longest listed name that is a prefix of it followed by
 * a dash; null if unknown.
 */
export function priceOf(name: string, file?: string): Price | null {
  const { per_million_tokens: prices, as_of: asOf } = file === undefined ? shipped : readTable(file);
  const known = Object.keys(prices)
    .filter((one) => name === one || name.startsWith(`${one}-`))
    .sort((a, b) => b.length - a.length);
  const price = known[0] === undefined ? undefined : (prices as Prices)[known[0]];
  return price ? { input: parseAmount(price.input), output: parseAmount(price.output), asOf } : null;
}

type Prices = z.infer<typeof table>['per_million_tokens'];

function readTable(file: string): z.infer<typeof table> {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > LARGEST_FILE) throw new Error('it is too long');
    return table.parse(JSON.parse(text));
  } catch (error) {
    const why =
      error instanceof z.ZodError
        ? `\`${error.issues[0]?.path.join('.')}\` does not fit`
        : 'it is no JSON file';
    throw new PenumbraError('invalid-configuration', `the prices in ${cite(file)} cannot be used: ${why}`, {
      hint: 'write {"as_of": "2026-11-01", "currency": "USD", "per_million_tokens": {"openai:NAME": {"input": "1.25", "output": "10.00"}}}',
    });
  }
}

/** Parses an amount of money into millionths; null if it is not one and `otherwise` is null. */
export function parseAmount(text: string): bigint;
export function parseAmount(text: string, otherwise: null): bigint | null;
export function parseAmount(text: string, otherwise?: null): bigint | null {
  const [, whole, rest = ''] = AMOUNT.exec(text) ?? [];
  if (whole !== undefined) return BigInt(whole) * 1_000_000n + BigInt(rest.padEnd(6, '0'));
  if (otherwise === null) return null;
  throw new PenumbraError('usage', `${cite(text)} is no amount of money`);
}

/** Returns the cost of tokens in millionths, rounded up. */
export function costOf(
  { input, output }: Price,
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
): bigint {
  return (BigInt(inputTokens) * input + BigInt(outputTokens) * output + 999_999n) / 1_000_000n;
}

/** Formats millionths as an amount with two to six decimals. */
export function formatAmount(millionths: bigint): string {
  const rest = (millionths % 1_000_000n).toString().padStart(6, '0');
  return `${millionths / 1_000_000n}.${rest.replace(/(?<=\d{2})0+$/, '')}`;
}
