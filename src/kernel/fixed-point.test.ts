// Odds in whole numbers agree with floating point to the fourth place.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BasisPoints,
  chanceOf,
  expDown,
  FIXED_UNIT,
  firstLogOdds,
  formatBasisPoints,
  fromBasisPoints,
  ONE_IN_BASIS_POINTS,
  toBasisPoints,
} from './fixed-point.ts';
import { PenumbraError } from './penumbra-error.ts';

const falling = fc
  .array(fc.integer({ min: 0, max: 30_000 }), { minLength: 2, maxLength: 20 })
  .map((scores) => scores.sort((left, right) => right - left));

test('an exponential is what it is in floating point', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (value) => {
      expect(expDown(value) / FIXED_UNIT).toBeCloseTo(Math.exp(-value / 1000), 5);
    }),
  );
});

test('the log-odds of the first are those of a softmax over all', () => {
  fc.assert(
    fc.property(falling, (scores) => {
      const [first = 0, ...others] = scores;
      const sum = others.reduce((all, score) => all + Math.exp((score - first) / 1000), 0);
      const expected = Math.max(-9_000, Math.min(9_000, -1000 * Math.log(sum)));
      expect(Math.abs(firstLogOdds(scores) - expected)).toBeLessThan(10);
    }),
  );
});

test('one alone is as good as certain, and none is nothing', () => {
  expect(firstLogOdds([5])).toBe(9_000);
  expect(firstLogOdds([])).toBe(0);
});

test('chances mirror each other around one half', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_000, max: 9_000 }), (logOdds) => {
      expect(chanceOf(logOdds) + chanceOf(-logOdds)).toBe(10_000);
      expect(chanceOf(logOdds) / 10_000).toBeCloseTo(1 / (1 + Math.exp(-logOdds / 1000)), 3);
    }),
  );
});

const allPoints = Array.from({ length: ONE_IN_BASIS_POINTS + 1 }, (_, points) => points as BasisPoints);

function checkRefused(decimal: string | number): PenumbraError {
  let refusal: unknown;
  try {
    refusal = toBasisPoints(decimal);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(PenumbraError);
  expect(refusal).toMatchObject({ code: 'not-a-decimal', hint: 'write a value such as 0.85' });
  return refusal as PenumbraError;
}

describe('a decimal becomes basis points', () => {
  test.each<[string | number, number]>([
    ['0', 0],
    ['1', 10_000],
    ['0.85', 8_500],
    ['.70', 7_000],
    ['.10', 1_000],
    ['1.', 10_000],
    ['1.0000', 10_000],
    ['00.5', 5_000],
    ['0.0001', 1],
    ['0.9999', 9_999],
    [' 0.5\n', 5_000],
    [0.1, 1_000],
    [0.7, 7_000],
    [0.29, 2_900],
    [0.0001, 1],
    [1e-7, 0],
    [Number.MIN_VALUE, 0],
    ['5e-1', 5_000],
    ['5E-1', 5_000],
    ['0.05e+1', 5_000],
    ['8500e-4', 8_500],
    ['0e999', 0],
    ['1e-999', 0],
  ])('%j -> %j', (decimal, points) => {
    expect(toBasisPoints(decimal)).toBe(points);
  });

  test.each<[string | number, number]>([
    ['0.00005', 1],
    ['0.00004999', 0],
    ['0.12345', 1_235],
    ['0.123449999999999999999999', 1_234],
    ['0.99995', 10_000],
    ['0.99994', 9_999],
    [0.00015, 2],
    ['1.5e-4', 2],
    ['15e-5', 2],
    [`0.${'3'.repeat(900)}`, 3_333],
  ])('%j -> %j, further places rounding half up', (decimal, points) => {
    expect(toBasisPoints(decimal)).toBe(points);
  });

  test('`.70 + .10` is `.80`, which floats deny', () => {
    expect(0.7 + 0.1).not.toBe(0.8);
    expect(toBasisPoints('.70') + toBasisPoints('.10')).toBe(toBasisPoints('.80'));
  });
});

describe('no decimal from 0 to 1 is', () => {
  test.each<[string, string | number]>([
    ['a negative', '-0.5'],
    ['a negative number', -0.5],
    ['a negative zero', '-0'],
    ['a value above one', '1.0001'],
    ['a value above one that would round to it', '1.00004'],
    ['a percentage', 85],
    ['a percentage with its sign', '85%'],
    ['a large power', '1e999'],
    ['a power with too many digits', '1e-1000'],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['nothing', ''],
    ['a blank', ' '],
    ['a point', '.'],
    ['an exponent alone', 'e1'],
    ['an unfinished exponent', '1e'],
    ['hexadecimal', '0x1'],
    ['a space inside', '0. 5'],
    ['a plus', '+0.5'],
    ['a comma', '0,5'],
    ['an underscore', '0.5_0'],
    ['two points', '0.5.0'],
    ['a fraction', '1/2'],
    ['a word', 'high'],
    ['digits of another script', '\u0661'],
    ['endless digits', `0.${'1'.repeat(10_000_000)}`],
  ])('%s', (_name, decimal) => {
    checkRefused(decimal);
  });

  test('and the refusal cites it on one short line', () => {
    const { message } = checkRefused(`1\n${'2'.repeat(1_000)}`);
    expect(message).toMatch(/^`1\\u000a2+…` is not a decimal from 0 to 1$/);
    expect(message.length).toBeLessThan(150);
  });
});

describe('every number of basis points', () => {
  test('comes back from its decimal and from its text', () => {
    for (const points of allPoints) {
      expect(toBasisPoints(fromBasisPoints(points))).toBe(points);
      expect(toBasisPoints(formatBasisPoints(points))).toBe(points);
    }
  });

  test('has one text of four places, in the order of the numbers', () => {
    const texts = allPoints.map(formatBasisPoints);
    expect(texts.every((text) => /^[01]\.[0-9]{4}$/.test(text))).toBe(true);
    expect(texts.toSorted()).toEqual(texts);
    expect([texts[0], texts[8_500], texts[10_000]]).toEqual(['0.0000', '0.8500', '1.0000']);
  });

  test('has a decimal of at most four places', () => {
    expect(
      allPoints.every((points) =>
        /^[01](\.[0-9]{1,4})?$/.test(
          fromBasisPoints(points)
            .toFixed(10)
            .replace(/\.?0+$/, ''),
        ),
      ),
    ).toBe(true);
  });

  test('rounds the half of a place up and what is below it down', () => {
    for (const points of allPoints.slice(0, -1)) {
      expect(toBasisPoints(`${formatBasisPoints(points)}5`)).toBe(points + 1);
      expect(toBasisPoints(`${formatBasisPoints(points)}4999`)).toBe(points);
    }
  });
});
