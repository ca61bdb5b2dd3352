/** Expressions: exact decimals, absent fields, and what is refused before it can run. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDecimal } from './decimal.ts';
import { isExpression, parseExpression } from './expression.ts';
import { createScope, sourceOf } from './scope.ts';

function outcome(text: string, output: object = {}): unknown {
  const parsed = parseExpression(text);
  if (!isExpression(parsed)) return `refused: ${parsed.message}`;
  const nothing = sourceOf({});
  const result = parsed.evaluate(createScope({ output: sourceOf(output), state: nothing, config: nothing }));
  return result.kind === 'value' ? result.value : `${result.kind}: ${result.reason}`;
}

describe('decimals', () => {
  test.each([
    ['output.a + output.b == 0.80', { a: 0.7, b: 0.1 }, true],
    ['output.a + output.b >= 0.80', { a: 0.7, b: 0.1 }, true],
    ['output.a + 0.1 >= 0.8', { a: 0.7 }, true],
    ['output.a - output.b == 0.1', { a: 0.8, b: 0.7 }, true],
    ['output.a * 3 == 0.3', { a: 0.1 }, true],
    ['output.a / 3 == 0.2333', { a: 0.7 }, true],
    ['1 - output.a == 0.3', { a: 0.7 }, true],
    ['output.a >= 0.80', { a: 0.8 }, true],
    ['output.a >= 0.80', { a: 0.79995 }, true],
    ['output.a >= 0.80', { a: 0.7999 }, false],
    ['output.a >= 0.80', { a: 1 }, true],
    ['output.a == 1.0', { a: 1 }, true],
    ['output.a > 0', { a: 0.0001 }, true],
    ['output.n >= 3', { n: 3 }, true],
    ['output.n == 3', { n: 2 }, false],
    ['output.a != 0.5', { a: 0.5 }, false],
    ['output.a < output.n', { a: 0.5, n: 1 }, true],
    ['output.l.exists(x, x.w >= 0.5)', { l: [{ w: 0.4999 }, { w: 0.5 }] }, true],
    ['output.a == -0.5', { a: -0.5 }, true],
  ])('%s of %j is %j', (text, output, expected) => {
    expect(outcome(text, output)).toBe(expected);
  });

  test('are read as they are written, with fifteen digits and more', () => {
    const most = 10 ** 15;
    fc.assert(
      fc.property(fc.integer({ min: -most, max: most }), (units) => {
        expect(toDecimal(units / 10_000).units).toBe(BigInt(units));
      }),
    );
    expect(toDecimal(900719925474.0992).units).toBe(9007199254740992n);
    expect(toDecimal(1e21).units).toBe(10n ** 25n);
    expect(toDecimal(0.00005).units).toBe(1n);
    expect(toDecimal(-0.00005).units).toBe(-1n);
  });

  test('are compared as they are written, whatever they are', () => {
    const points = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(points, points, (a, b) => {
        expect(outcome(`output.a >= ${(b / 10_000).toFixed(4)}`, { a: a / 10_000 })).toBe(a >= b);
        expect(
          outcome('output.a + output.b == output.c', { a: a / 10_000, b: b / 10_000, c: (a + b) / 10_000 }),
        ).toBe(true);
      }),
    );
  });
});

describe('what is absent or does not fit', () => {
  test.each([
    ['output.x >= 0.8', {}, 'absent: `output.x` is absent'],
    ['output.x', { x: null }, 'absent: `output.x` is absent'],
    ['output.a.b.c == 1', { a: {} }, 'absent: `output.a.b` is absent'],
    ['output.l[0] == "a"', { l: [] }, 'absent: `output.l[0]` is absent'],
    ['!output.x', {}, 'absent: `output.x` is absent'],
    ['output.x && output.y', { y: false }, false],
    ['output.x || output.y', { y: true }, true],
    ['has(output.x) && output.x > 1', {}, false],
    ['has(output.x)', { x: null }, false],
    ['output.x >= 0.8', { x: 'high' }, 'fault: no such overload: dyn<string> >= double'],
    ['output.x == 0.8', { x: 'high' }, false],
    ['output.constructor == 1', {}, 'absent: `output.constructor` is absent'],
    ['output.__proto__ == 1', JSON.parse('{"__proto__": 1}'), true],
    ['output["constructor"] == 1', { constructor: 1 }, true],
  ])('%s of %j: %j', (text, output, expected) => {
    expect(outcome(text, output)).toBe(expected);
  });
});

describe('an expression is refused', () => {
  test.each([
    ['output.s.matches("(a+)+$")', '`matches` is not allowed'],
    ['output.l.all(x, output.l.exists(y, x == y))', '`exists` runs over a list inside another'],
    ['output.l.map(x, output.l.map(y, y))', '`map` runs over a list inside another'],
    ['output.l.all(x, x in output.l)', '`in` runs over a list inside another'],
    ['cel.bind(x, output.a, x)', '`bind` is not a function'],
    ['timestamp("2026-01-01T00:00:00Z") == output.t', '`timestamp` is not a function'],
    ['output.s.split("") == []', '`split` is not a function'],
    ['sise(output.l) == 1', 'did you mean `size`?'],
    ['output.a >= 0.80001', '0.80001 has more than four places'],
    ['output.a in [0.5, 0.6]', 'a list of decimals'],
    ['output.a == 0.1 + 0.2', 'two written numbers are computed with'],
    ['output.a == b"x"', 'bytes and unsigned numbers'],
    ['output.a ==', 'cannot be read'],
    [`output.a == ${'('.repeat(300)}1${')'.repeat(300)}`, 'cannot be read'],
    [`${'!'.repeat(900)}output.a`, 'cannot be read'],
    [`output.a == "${'x'.repeat(1_000)}"`, 'longer than 1000'],
    [`output.a in [${'1,'.repeat(99)}1]`, 'cannot be read'],
    [`output${'.a'.repeat(200)} == 1`, 'cannot be read'],
  ])('%.60s', (text, message) => {
    expect(outcome(text)).toContain('refused: ');
    expect(outcome(text)).toContain(message);
  });

  test('never by a crash, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => void outcome(text, { a: 1 })),
    );
    const token = fc.constantFrom(
      'output',
      '.a',
      '(',
      ')',
      '[',
      ']',
      '0.5',
      '1',
      '&&',
      '!',
      '==',
      '"x"',
      'in',
      ',',
      '?',
      ':',
      '-',
      '{',
      '}',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => void outcome(tokens.join(' '), { a: 1 })),
    );
  });
});

test('one pass over a large list is quick', () => {
  const l = Array.from({ length: 20_000 }, (_, w) => ({ w }));
  expect(outcome('output.l.filter(x, x.w > 5).exists(y, y.w == 19999)', { l })).toBe(true);
});
