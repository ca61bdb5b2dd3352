/**
 * Decimals between 0 and 1 (confidence, weight, threshold) as whole basis points: decimals at the border, integers in
 * computation and in hashed bytes. Conversion reads the decimal's text, so `.70 + .10` is `.80`.
 */
import { cite } from './cite.ts';
import { PenumbraError } from './penumbra-error.ts';

declare const basisPointsBrand: unique symbol;

/** A whole number from 0 to 10000. */
export type BasisPoints = number & { readonly [basisPointsBrand]: true };

/** How many basis points are one. */
export const ONE_IN_BASIS_POINTS = 10_000;

// The counts are bounded so that no text, however long, costs more than a moment.
const DECIMAL = /^([0-9]{0,999})(?:\.([0-9]{0,999}))?(?:[eE]([+-]?[0-9]{1,3}))?$/;

/** Converts a decimal from 0 to 1, given as text or number, to basis points; further places round half up. */
export function toBasisPoints(decimal: string | number): BasisPoints {
  const scaled = scaleDecimalText(String(decimal).trim());
  if (scaled === null) throw notADecimal(decimal);
  return Number(scaled) as BasisPoints;
}

/** Converts basis points to the decimal number of at most four places. */
export function fromBasisPoints(points: BasisPoints): number {
  return points / ONE_IN_BASIS_POINTS;
}

/** Writes basis points as a decimal with four places, for instance `0.8500`. */
export function formatBasisPoints(points: BasisPoints): string {
  const digits = String(points).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Returns the decimal text times 10000, rounded half up, or null where it is no plain decimal from 0 to 1. */
function scaleDecimalText(text: string): bigint | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const digits = BigInt(whole + fraction);
  const shift = 4 + Number(exponent) - fraction.length;
  const scaled = digits * 10n ** BigInt(Math.max(0, shift));
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  // Compared before rounding: 1.00004 is above 1 although it would round to it.
  if (scaled > BigInt(ONE_IN_BASIS_POINTS) * divisor) return null;
  return (scaled * 2n + divisor) / (divisor * 2n);
}

function notADecimal(value: string | number): PenumbraError {
  return new PenumbraError('not-a-decimal', `${cite(String(value))} is not a decimal from 0 to 1`, {
    hint: 'write a value such as 0.85',
  });
}
