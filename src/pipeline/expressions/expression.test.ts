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
    ['output.a / 2 >= 0.5', { a: 1 }, true],
    ['output.a / 2 >= 0.5', { a: 0.99 }, false],
    ['(output.a + output.b) / 2 == 0.5', { a: 1, b: 0 }, true],
    ['output.n / 2 == 3', { n: 6 }, true],
    ['output.n / 4', { n: 7 }, 1.75],
    ['1 / output.n == 0.3333', { n: 3 }, true],
    ['-(output.a - (output.b - 1)) / 2 == -0.75', { a: 1, b: 0.5 }, true],
    ['!(output.a / (output.b / 2) > 3.5) || output.a == 9', { a: 1, b: 0.5 }, false],
    ['(output.a > 0 ? output.a : output.b) / 2 == 0.5', { a: 1, b: 3 }, true],
    ['output.a / 2 == 0.5 && output.t == "\\"\\n\\u00e9😀\'"', { a: 1, t: '"\n\u00e9😀\'' }, true],
    ['size(output.l) / size(output.m) == 1.5', { l: [1, 2, 3], m: [1, 2] }, true],
    ['output.l.all(x, x / 2 < 1)', { l: [1, 0.5] }, true],
    ['output.l.map(x, x / 2)', { l: [1, 3] }, [0.5, 1.5]],
    ['output.l[output.n / 2] == "b"', { l: ['a', 'b'], n: 2 }, true],
    ['output.a % 0.5 == 0', { a: 1.5 }, true],
    ['output.n % 2 == 1', { n: 3 }, true],
    ['-output.a < 0', { a: 0.5 }, true],
    ['-output.a == -1', { a: 1 }, true],
    ['-(output.a + output.a) == -1', { a: 0.5 }, true],
    ['0.5 in output.l', { l: [0.5] }, true],
    ['0.5 in output.l', { l: [1, 0.5] }, true],
    ['1.0 in output.l', { l: [0.5, 1] }, true],
    ['0.25 in output.l', { l: [1, 0.5] }, false],
    ['output.a in output.l', { a: 0.5, l: [0.5] }, true],
    ['output.a + output.a in output.l', { a: 0.5, l: [1] }, true],
    ['output.a in [0.5, 1, 2.0]', { a: 2 }, true],
    ['output.a in [0.5, 0.6]', { a: 0.6 }, true],
    ['output.l == [0.5, 1.0]', { l: [0.5, 1] }, true],
    ['[output.a + output.a] == [1]', { a: 0.5 }, true],
    ['output.m == {"a": 0.5}', { m: { a: 0.5 } }, true],
  ])('%s of %j is %j', (text, output, expected) => {
    expect(outcome(text, output)).toEqual(expected);
  });

  test('are the same number however they come to be', () => {
    const units = fc.integer({ min: -30_000, max: 30_000 });
    const operator = fc.constantFrom('+', '-', '*', '/', '%');
    fc.assert(
      fc.property(units, units, operator, (left, right, sign) => {
        const [a, b] = [left / 10_000, right / 10_000];
        const result = outcome(`output.a ${sign} output.b`, { a, b });
        if (typeof result !== 'number') {
          expect(result).toBe('fault: division by zero');
          return;
        }
        const same = `output.a ${sign} output.b in output.l && [output.a ${sign} output.b] == output.l`;
        expect(outcome(same, { a, b, l: [result] })).toBe(true);
      }),
    );
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
    ['output.x >= 0.8', { x: 'high' }, 'fault: no such overload: dyn<string> >= Decimal'],
    ['output.x == 0.8', { x: 'high' }, false],
    ['output.x / 2 > 1', { x: 'high' }, 'fault: no such overload: only numbers are divided'],
    ['output.x / output.y > 1', { x: 1, y: 0 }, 'fault: division by zero'],
    ['output.x / 2 > 1', {}, 'absent: `output.x` is absent'],
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
    ['output.a == 1e400', 'invalid number'],
    ['quotient(output.a, 2) > 1', '`quotient` is not a function'],
    ['output.l.map(x, x + x).map(y, y + y) == []', '`map` runs over a list that `map` makes'],
    ['[output.l.map(x, x + x)].exists(y, y == [])', '`exists` runs over a list that `map` makes'],
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

describe('the cost of an expression', () => {
  const l = Array.from({ length: 20_000 }, (_, w) => ({ w, t: 'x' }));

  test.each([
    ['output.l.filter(x, x.w > 5).exists(y, y.w == 19999)', {}],
    ['output.l.all(x, x.w <= config.most || x.w >= output.l[0].w)', {}],
    ['output.l.all(x, !output.s.contains(x.t))', { s: 'y'.repeat(400) }],
    ['output.s.contains("z")', { s: `${'y'.repeat(2_000_000)}z` }],
  ])('%s is one pass, and quick', (text, output) => {
    expect(outcome(text, { l, ...output })).toBe(true);
  });

  test.each([
    ['output.l.all(x, !output.s.contains(x.t))', { s: 'y'.repeat(800_000) }],
    ['output.l.all(x, size(output.s) > 0)', { s: 'y'.repeat(400_000) }],
    ['output.l.all(x, x != output.l)', {}],
    ['output.m.a.l.exists(x, output.m.s == x)', { m: { a: { l: [...l] }, s: 'y'.repeat(501) } }],
    ['output.l.map(x, output.s)', { s: 'y'.repeat(800_000) }],
    ['output.l.exists(x, output["s"].startsWith(output[x.t]))', { s: 'y'.repeat(800_000) }],
  ])('%s of large data is too large to decide', (text, output) => {
    expect(outcome(text, { l, ...output })).toContain('fault: too large to decide: ');
  });

  test('is bounded by how much a field holds', () => {
    const many = Array.from({ length: 100_000 }, () => 0);
    expect(outcome('size(output.l)', { l: many.slice(1) })).toBe(99_999);
    expect(outcome('size(output.l)', { l: many })).toBe(
      'fault: too large to decide: more than 100000 values',
    );
    let shared: object = {};
    for (let depth = 0; depth < 40; depth++) shared = { a: shared, b: shared };
    expect(outcome('size(output.s) == 2', { s: shared })).toContain('too large to decide');
    expect(outcome('output.l[0] == 1', { s: shared, l: [1] })).toBe(true);
  });
});
