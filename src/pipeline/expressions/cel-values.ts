/**
 * Values on their way into an expression and out of it. Inside, whole numbers are CEL's integers and all others exact
 * decimals, however they came to be. A field that is null counts as absent: models write null for what they leave out.
 */
import { Decimal, toExact } from './decimal.ts';

/** A value as expressions see it. */
export type CelValue = string | boolean | null | bigint | Decimal | CelValue[] | Map<string, CelValue>;

/** The most items and fields, at any depth, of one field that an expression reads. */
const MAX_VALUES = 100_000;

/** Turns a plain value into what expressions see; one of too many parts cannot be decided about. */
export function toCel(value: unknown, count = { left: MAX_VALUES }): CelValue {
  if (count.left-- <= 0) throw new RangeError(`too large to decide: more than ${MAX_VALUES} values`);
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return value;
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : toExact(value);
    case 'object':
      if (value === null) return value;
      if (value instanceof Decimal) return toExact(value);
      return Array.isArray(value) ? value.map((item) => toCel(item, count)) : toCelMap(value, count);
    default:
      return null;
  }
}

/** Turns a record into what expressions see; keys without a value are left out. */
function toCelMap(record: object, count: { left: number }): Map<string, CelValue> {
  const entries = new Map<string, CelValue>();
  for (const [key, value] of Object.entries(record)) {
    if (value !== null && value !== undefined) entries.set(key, toCel(value, count));
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
