/**
 * Fractions as integers, equal on every machine: confidences and weights in basis points, base 2 logarithms
 * in steps of 1/1024, and natural logarithms in thousandths of a nat.
 */
import { cite } from './cite.ts';
import { PenumbraError } from './penumbra-error.ts';

declare const basisPointsBrand: unique symbol;

/** An integer from 0 to 10000. */
export type BasisPoints = number & { readonly [basisPointsBrand]: true };

/** One, in basis points. */
export const ONE_IN_BASIS_POINTS = 10_000;

// Repetitions are bounded so that parsing is fast for any text.
const DECIMAL = /^([0-9]{0,999})(?:\.([0-9]{0,999}))?(?:[eE]([+-]?[0-9]{1,3}))?$/;

/** Converts a decimal from 0 to 1, as text or number, to basis points; further places are rounded half up. */
export function toBasisPoints(decimal: string | number): BasisPoints {
  const scaled = scaleDecimalText(String(decimal).trim());
  if (scaled === null) throw notADecimal(decimal);
  return Number(scaled) as BasisPoints;
}

/** Converts basis points to a number with at most four decimal places. */
export function fromBasisPoints(points: BasisPoints): number {
  return points / ONE_IN_BASIS_POINTS;
}

/** Formats basis points as a decimal with four places, for instance `0.8500`. */
export function formatBasisPoints(points: BasisPoints): string {
  const digits = String(points).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Returns a decimal text times 10000, rounded half up, or null if it is not a plain decimal from 0 to 1. */
function scaleDecimalText(text: string): bigint | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const digits = BigInt(whole + fraction);
  const shift = 4 + Number(exponent) - fraction.length;
  const scaled = digits * 10n ** BigInt(Math.max(0, shift));
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  // Compared before rounding: 1.00004 is above 1 although it rounds to it.
  if (scaled > BigInt(ONE_IN_BASIS_POINTS) * divisor) return null;
  return (scaled * 2n + divisor) / (divisor * 2n);
}

function notADecimal(value: string | number): PenumbraError {
  return new PenumbraError('not-a-decimal', `${cite(String(value))} is not a decimal from 0 to 1`, {
    hint: 'write a value such as 0.85',
  });
}

/** One, in fixed point. */
export const FIXED_ONE = 1024;

const FRACTION_BITS = 10;
// The mantissa is kept in [2^25, 2^26), so that its square is a safe integer.
const MANTISSA_BITS = 25;

/** Returns floor(1024 * log2(value)), off by at most one; `value` is a safe integer of at least 1. */
export function fixedLog2(value: number): number {
  let exponent = 0;
  let mantissa = value;
  while (mantissa >= 2 ** (MANTISSA_BITS + 1)) {
    mantissa = Math.floor(mantissa / 2);
    exponent++;
  }
  while (mantissa < 2 ** MANTISSA_BITS) {
    mantissa *= 2;
    exponent--;
  }
  let logarithm = (exponent + MANTISSA_BITS) * FIXED_ONE;
  for (let bit = FRACTION_BITS - 1; bit >= 0; bit--) {
    mantissa = Math.floor((mantissa * mantissa) / 2 ** MANTISSA_BITS);
    if (mantissa < 2 ** (MANTISSA_BITS + 1)) continue;
    mantissa = Math.floor(mantissa / 2);
    logarithm += 2 ** bit;
  }
  return logarithm;
}

/** One, as scaled by `expDown`. */
export const FIXED_UNIT = 2 ** 24;

/** e^(-2^bit / 1000) in fixed point, for each bit of an exponent in thousandths. */
const POWERS = [
  16760447, 16743695, 16710241, 16643534, 16510917, 16248844, 15737112, 14761490, 12987947, 10054515, 6025628,
  2164137, 279158, 4645, 1,
];

/** Log-odds are capped here, as more would mean certainty, which requires an experiment. */
const MOST_LOG_ODDS = 9_000;

/** Returns e^(-x / 1000) in fixed point for an integer x of at least 0. */
export function expDown(thousandths: number): number {
  if (thousandths >= 2 ** POWERS.length) return 0;
  let value = FIXED_UNIT;
  for (const [bit, power] of POWERS.entries())
    if (thousandths & (1 << bit)) value = Math.floor((value * power) / FIXED_UNIT);
  return value;
}

/**
 * Returns the log-odds of the first score against all others combined, in thousandths of a nat; scores are in
 * descending order.
 */
export function firstLogOdds(scores: readonly number[]): number {
  const [first, second] = scores;
  if (first === undefined || second === undefined) return first === undefined ? 0 : MOST_LOG_ODDS;
  const others = scores.slice(1).reduce((sum, score) => sum + expDown(second - score), 0);
  const spread = lnOf(others) - lnOf(FIXED_UNIT);
  return Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, first - second - spread));
}

/** Returns the probability for log-odds, in basis points. */
export function chanceOf(logOdds: number): number {
  const unlikely = expDown(Math.abs(logOdds));
  const smaller = Math.floor((ONE_IN_BASIS_POINTS * unlikely) / (FIXED_UNIT + unlikely));
  return logOdds < 0 ? smaller : ONE_IN_BASIS_POINTS - smaller;
}

/** The natural logarithm of a positive integer, in thousandths. */
function lnOf(value: number): number {
  return Math.floor((fixedLog2(Math.max(1, value)) * 693_147) / (FIXED_ONE * 1_000));
}
