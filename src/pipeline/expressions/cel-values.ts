/**
 * Values on their way into an expression and out of it. Inside, whole numbers are CEL's integers and all others exact
 * decimals. A field that is null counts as absent: models write null for what they leave out.
 */
import { Decimal, toDecimal } from './decimal.ts';

/** A value as expressions see it. */
export type CelValue = string | boolean | null | bigint | Decimal | CelValue[] | Map<string, CelValue>;

/** Turns a plain value into what expressions see. */
export function toCel(value: unknown): CelValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return value;
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : toDecimal(value);
    case 'object':
      if (value === null || value instanceof Decimal) return value;
      return Array.isArray(value) ? value.map(toCel) : toCelMap(value);
    default:
      return null;
  }
}

/** Turns a record into what expressions see; keys without a value are left out. */
function toCelMap(record: object): Map<string, CelValue> {
  const entries = new Map<string, CelValue>();
  for (const [key, value] of Object.entries(record)) {
    if (value !== null && value !== undefined) entries.set(key, toCel(value));
  }
  return entries;
}

/** Turns what an expression yields into a plain value. */
export function fromCel(value: unknown): unknown {
  if (value instanceof Decimal) return value.toNumber();
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(fromCel);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [key, fromCel(one)]));
  return value;
}
