/**
 * Converts data with decimals to and from a form with a canonical text: decimals are marked, because without
 * a schema they could not be told from integers. Both directions return frozen data and share frozen parts
 * that need no change.
 */
import { PenumbraError } from '../../kernel/index.ts';
import { Decimal, toDecimal } from '../expressions/decimal.ts';

/** Statistics collected while a value is converted. */
export type FormTally = {
  /** An upper bound for the length of the canonical text. */
  mostCharacters: number;
  /** Whether everything in the value has a canonical text. */
  isCanonical: boolean;
};

type Fields = Readonly<Record<string, unknown>>;

const DECIMAL_KEY = '$decimal';
const MAX_DEPTH = 64;
/** The most characters for one UTF-16 unit: an escape such as `\u00e9`. */
const MOST_PER_UNIT = 6;
/** A number with 309 digits, four places and its mark. */
const MOST_PER_NUMBER = 350;

/** Converts every decimal of a value to the marked form. */
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
      // In the form it will be read as: an integer that a number can hold exactly is a number.
      if (Number.isSafeInteger(Number(value))) return encodeDecimals(Number(value), tally, depth);
      tally.isCanonical = false;
      break;
    default:
      tally.isCanonical = false;
  }
  tally.mostCharacters += MOST_PER_UNIT;
  return value;
}

/** Reverses `encodeDecimals`. */
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

/** Returns the error for a value that is not an artifact. */
export function notAnArtifact(reason: string): PenumbraError {
  return new PenumbraError('not-canonical', `this is not an artifact: ${reason}`, {
    hint: 'return {type, confidence?, data} with plain values',
  });
}

function encodeList(items: readonly unknown[], tally: FormTally, depth: number): readonly unknown[] {
  tally.mostCharacters += MOST_PER_UNIT;
  const encoded: unknown[] = [];
  // By index, so that holes are seen as missing.
  for (let index = 0; index < items.length; index++)
    encoded.push(encodeDecimals(items[index], tally, depth + 1));
  return Object.freeze(encoded);
}

function encodeFields(given: Fields, tally: FormTally, depth: number): Fields {
  if (!isPlain(given)) throw notAnArtifact('it holds what is neither a plain value nor a plain record');
  // A copy treats every name as a field, including `__proto__`, and calls each getter once.
  const fields: Record<string, unknown> = { ...given };
  if (Object.hasOwn(fields, DECIMAL_KEY)) throw notAnArtifact(`\`${DECIMAL_KEY}\` is a key of its own kind`);
  tally.mostCharacters += MOST_PER_UNIT;
  for (const symbol of Object.getOwnPropertySymbols(fields)) Reflect.deleteProperty(fields, symbol);
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    tallyText(key, tally);
    // An undefined field counts as omitted.
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
  // Includes its quotes and the following colon or comma.
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

/** Checks for a plain record, from any realm; a date or map would be stored as an empty record. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
