/**
 * The binary logarithm of a whole number in fixed point, computed with whole numbers only: equal on every machine,
 * which `Math.log` is not bound to be.
 */

/** How many steps of fixed point are one. */
export const FIXED_ONE = 1024;

const FRACTION_BITS = 10;
// The mantissa is held in [2^25, 2^26), so that its square stays a safe integer.
const MANTISSA_BITS = 25;

/** Returns floor(1024 * log2(value)), off by at most one step; `value` is a safe integer of at least 1. */
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
