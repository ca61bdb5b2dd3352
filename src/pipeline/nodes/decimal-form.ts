/**
 * Data with decimals in a form that has a canonical text: a decimal is marked, since without a schema nothing else tells
 * it from a whole number. Both directions give frozen data, and share what is frozen and needs no change.
 */
import { PenumbraError } from '../../kernel/index.ts';
import { Decimal, toDecimal } from '../expressions/decimal.ts';

/** What was seen of a value while it was written. */
export type FormTally = {
  /** No canonical text of the value is longer. */
  mostCharacters: number;
  /** Whether there is nothing in it but what has a canonical text. */
  isCanonical: boolean;
};

type Fields = Readonly<Record<string, unknown>>;

const DECIMAL_KEY = '$decimal';
const MAX_DEPTH = 64;
/** What one unit of a text becomes at most: an escape such as `\u00e9`. */
const MOST_PER_UNIT = 6;
/** A number of 309 digits with four places and its mark. */
const MOST_PER_NUMBER = 350;

/** Writes every decimal of a value in the form that has a canonical text. */
export function encodeDecimals(value: unknown, tally = startTally(), depth = 0): unknown {
  if (depth > MAX_DEPTH) throw notAnArtifact(`it is nested deeper than ${MAX_DEPTH}`);
  switch (typeof value) {
    case 'string':
      tallyText(value, tally);
      return value;
    case 'number':
      tally.mostCharacters += MOST_PER_NUMBER;
      return encodeNumber(value);
    case 'object':
      if (value === null) break;
      return Array.isArray(value)
        ? encodeList(value, tally, depth)
        : encodeFields(value as Fields, tally, depth);
    case 'boolean':
      break;
    case 'bigint':
      // As it will be read: a whole number that a number can hold is one.
      if (Number.isSafeInteger(Number(value))) return encodeDecimals(Number(value), tally, depth);
      tally.isCanonical = false;
      break;
    default:
      tally.isCanonical = false;
  }
  tally.mostCharacters += MOST_PER_UNIT;
  return value;
}

/** Reads back what `encodeDecimals` wrote. */
export function decodeDecimals(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(decodeDecimals);
    return Object.isFrozen(value) && isSame(items, value) ? value : Object.freeze(items);
  }
  const fields = value as Fields;
  const units = fields[DECIMAL_KEY];
  return units === undefined ? decodeFields(fields) : new Decimal(BigInt(String(units))).toNumber();
}

/** Starts a tally. */
export function startTally(): FormTally {
  return { mostCharacters: 0, isCanonical: true };
}

/** Says why a value is no artifact. */
export function notAnArtifact(reason: string): PenumbraError {
  return new PenumbraError('not-canonical', `this is not an artifact: ${reason}`, {
    hint: 'return {type, confidence?, data} with plain values',
  });
}

function encodeList(items: readonly unknown[], tally: FormTally, depth: number): readonly unknown[] {
  tally.mostCharacters += MOST_PER_UNIT;
  const encoded: unknown[] = [];
  // By index, so that a hole is seen as what is missing.
  for (let index = 0; index < items.length; index++)
    encoded.push(encodeDecimals(items[index], tally, depth + 1));
  return Object.freeze(encoded);
}

function encodeFields(given: Fields, tally: FormTally, depth: number): Fields {
  if (!isPlain(given)) throw notAnArtifact('it holds what is neither a plain value nor a plain record');
  // A copy takes every name for a field, also `__proto__`, and calls a getter once.
  const fields: Record<string, unknown> = { ...given };
  if (Object.hasOwn(fields, DECIMAL_KEY)) throw notAnArtifact(`\`${DECIMAL_KEY}\` is a key of its own kind`);
  tally.mostCharacters += MOST_PER_UNIT;
  for (const symbol of Object.getOwnPropertySymbols(fields)) Reflect.deleteProperty(fields, symbol);
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    tallyText(key, tally);
    // A field that is undefined is one that was left out.
    if (value === undefined) Reflect.deleteProperty(fields, key);
    else fields[key] = encodeDecimals(value, tally, depth + 1);
  }
  return Object.freeze(fields);
}

function decodeFields(fields: Fields): Fields {
  let decoded: Record<string, unknown> | null = Object.isFrozen(fields) ? null : { ...fields };
  for (const key of Object.keys(fields)) {
    const value = decodeDecimals(fields[key]);
    if (value === fields[key]) continue;
    decoded ??= { ...fields };
    decoded[key] = value;
  }
  return decoded === null ? fields : Object.freeze(decoded);
}

function isSame(items: readonly unknown[], others: readonly unknown[]): boolean {
  return items.every((item, index) => item === others[index]);
}

function tallyText(text: string, tally: FormTally): void {
  // With its quotes, and a colon or comma behind them.
  tally.mostCharacters += MOST_PER_UNIT * text.length + 4;
  if (!text.isWellFormed()) tally.isCanonical = false;
}

function encodeNumber(value: number): unknown {
  if (!Number.isFinite(value)) throw notAnArtifact(`${value} is no number`);
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const decimal = toDecimal(value);
  const rounded = decimal.toNumber();
  if (Number.isSafeInteger(rounded)) return rounded === 0 ? 0 : rounded;
  return Object.freeze({ [DECIMAL_KEY]: decimal.units.toString() });
}

/** Tells whether a record is one and nothing more, of whichever realm: a date or a map would be kept as an empty one. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
