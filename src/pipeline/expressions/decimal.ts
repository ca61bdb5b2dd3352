/**
 * Exact decimals with four places: `.70 + .10` equals `.80`. Floats are read through their shortest text, so
 * a number means what was written.
 */

/** Units per one. */
const UNITS = 10_000n;
const PLACES = 4;
const NUMBER = /^(-?)([0-9]*)(?:\.([0-9]*))?(?:e([+-]?[0-9]+))?$/;

/** A decimal, stored as ten-thousandths. */
export class Decimal {
  readonly units: bigint;

  constructor(units: bigint) {
    this.units = units;
  }

  /** Returns the number with at most four decimal places. */
  toNumber(): number {
    const units = Number(this.units);
    // Dividing a larger number of units would round twice.
    return Number.isSafeInteger(units) ? units / Number(UNITS) : Number(`${this.units}e-${PLACES}`);
  }

  toString(): string {
    return String(this.toNumber());
  }
}

/** Any numeric value of an expression. */
export type Numeric = Decimal | number | bigint;

/** The canonical form of numbers in expressions: integers as bigint, all others as decimals. */
export type ExactNumber = Decimal | bigint;

/** Converts a number to its canonical form, so that equal numbers are equal whatever their source. */
export function toExact(value: Numeric): ExactNumber {
  return typeof value === 'bigint' ? value : ofUnits(unitsOf(value));
}

/** Converts a number to a decimal; further places are rounded half away from zero. */
export function toDecimal(value: Numeric): Decimal {
  return value instanceof Decimal ? value : new Decimal(unitsOf(value));
}

/** Compares two numbers exactly; returns negative, zero or positive. */
export function compareDecimals(left: Numeric, right: Numeric): number {
  const [a, b] = [unitsOf(left), unitsOf(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Arithmetic of decimals; products and quotients round half up to four places. */
export const decimalArithmetic = {
  '+': (left: Numeric, right: Numeric) => ofUnits(unitsOf(left) + unitsOf(right)),
  '-': (left: Numeric, right: Numeric) => ofUnits(unitsOf(left) - unitsOf(right)),
  '*': (left: Numeric, right: Numeric) => ofUnits(divideHalfUp(unitsOf(left) * unitsOf(right), UNITS)),
  '/': (left: Numeric, right: Numeric) => ofUnits(divideHalfUp(unitsOf(left) * UNITS, divisorOf(right))),
  '%': (left: Numeric, right: Numeric) => ofUnits(unitsOf(left) % divisorOf(right)),
} as const;

/** Negates a number. */
export function negateExact(value: Numeric): ExactNumber {
  return ofUnits(-unitsOf(value));
}

function divisorOf(value: Numeric): bigint {
  const divisor = unitsOf(value);
  if (divisor === 0n) throw new RangeError('division by zero');
  return divisor;
}

function ofUnits(units: bigint): ExactNumber {
  return units % UNITS === 0n ? units / UNITS : new Decimal(units);
}

function unitsOf(value: Numeric): bigint {
  if (value instanceof Decimal) return value.units;
  if (typeof value === 'bigint') return value * UNITS;
  const scaled = Math.round(value * Number(UNITS));
  // A number with at most fifteen digits is exact, so its text need not be checked.
  if (Math.abs(scaled) < 1e15 && scaled / Number(UNITS) === value) return BigInt(scaled);
  return unitsOfText(String(value));
}

function unitsOfText(text: string): bigint {
  const match = NUMBER.exec(text);
  if (!match) throw new RangeError(`${text} is not a finite number`);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const shift = PLACES + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfUp(digits, 10n ** BigInt(-shift));
  return sign === '-' ? -units : units;
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [magnitude(dividend), magnitude(divisor)];
  const quotient = (top * 2n + bottom) / (bottom * 2n);
  return isNegative ? -quotient : quotient;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
