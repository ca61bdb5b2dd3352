// What the writer of canonical JSON writes and refuses; its laws and its equality with Python are in test/property.
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalize, canonicalText, compareCodePoints, sortByCodePoint } from './canonical-json.ts';
import { limits } from './limits.ts';
import { PenumbraError } from './penumbra-error.ts';

class Point {
  readonly x = 1;
}
class List extends Array<number> {}
class Bare {
  readonly x = 1;
}
Object.setPrototypeOf(Bare.prototype, null);

const cycle: { inner: unknown[] } = { inner: [] };
cycle.inner.push({ again: cycle });

/** Wraps a value in so many arrays. */
function wrapped(levels: number, value: unknown): unknown {
  let result = value;
  for (let level = 0; level < levels; level++) result = [result];
  return result;
}

function checkRefused(value: unknown, path: string, offence: string): void {
  const error = refusalOf(value);
  expect(error).toBeInstanceOf(PenumbraError);
  expect(error).toMatchObject({
    code: 'not-canonical',
    message: `no canonical form: ${offence} at ${path}`,
    data: { path, offence },
  });
}

function refusalOf(value: unknown): unknown {
  try {
    return canonicalText(value);
  } catch (error) {
    return error;
  }
}

describe('canonical JSON writes', () => {
  test.each<[string, unknown, string]>([
    [
      'keys by code point',
      { '\u{1f600}': 1, '\uff61': 2, b: 3, B: 4, '': 5 },
      '{"":5,"B":4,"b":3,"\\uff61":2,"\\ud83d\\ude00":1}',
    ],
    ['keys that look like numbers as texts', { 10: 1, 9: 2, 1: 3 }, '{"1":3,"10":1,"9":2}'],
    ['short escapes where there are some', '"\\\b\f\n\r\t', '"\\"\\\\\\b\\f\\n\\r\\t"'],
    [
      'lower-case escapes for the rest',
      '\u0000\u001f\u007f\u00e9\u2028\uffff',
      '"\\u0000\\u001f\\u007f\\u00e9\\u2028\\uffff"',
    ],
    ['astral characters as pairs', '\u{10ffff}', '"\\udbff\\udfff"'],
    ['slashes and the rest of ASCII bare', " !#$/<>&'[]^_`{|}~", '" !#$/<>&\'[]^_`{|}~"'],
    ['decomposed characters as they are', 'e\u0301', '"e\\u0301"'],
    [
      'the largest safe integers',
      [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
      '[9007199254740991,-9007199254740991]',
    ],
    [
      'integers of any size',
      [10n ** 30n, -(2n ** 64n), 0n],
      '[1000000000000000000000000000000,-18446744073709551616,0]',
    ],
    ['whole numbers without a fraction', [1.0, 1e3], '[1,1000]'],
    ['words', [null, true, false], '[null,true,false]'],
    ['empty containers', [[], {}], '[[],{}]'],
    ['records without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['records and lists of another realm', runInNewContext('({ a: [1] })'), '{"a":[1]}'],
    ['a key `__proto__`', JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
    ['a value that occurs twice without being a cycle', Array(2).fill({ a: [] }), '[{"a":[]},{"a":[]}]'],
    ['the greatest depth', wrapped(limits.jsonDepth, 1), `${'['.repeat(512)}1${']'.repeat(512)}`],
  ])('%s', (_name, value, expected) => {
    expect(canonicalText(value)).toBe(expected);
    expect(Buffer.from(canonicalize(value)).toString('latin1')).toBe(expected);
  });
});

describe('canonical JSON refuses, saying where,', () => {
  test.each<[string, unknown, string, string]>([
    ['a float', { a: [1, 1.5] }, '$.a[1]', 'the float 1.5'],
    ['a tiny float', 5e-324, '$', 'the float 5e-324'],
    ['NaN', { a: Number.NaN }, '$.a', 'the number NaN'],
    ['infinity', [Number.POSITIVE_INFINITY], '$[0]', 'the number Infinity'],
    ['negative infinity', [Number.NEGATIVE_INFINITY], '$[0]', 'the number -Infinity'],
    ['negative zero', [0, -0], '$[1]', 'negative zero'],
    ['an integer a number cannot hold', [2 ** 53], '$[0]', 'an integer too large for a number (use bigint)'],
    ['a negative one', [-(2 ** 53)], '$[0]', 'an integer too large for a number (use bigint)'],
    ['a huge one', [1e300], '$[0]', 'an integer too large for a number (use bigint)'],
    ['undefined', { a: undefined }, '$.a', 'a value of type undefined'],
    ['undefined itself', undefined, '$', 'a value of type undefined'],
    ['a hole in an array', Object.assign([1], { 2: 3 }), '$[1]', 'a value of type undefined'],
    ['a function', { toJSON: () => 1 }, '$.toJSON', 'a value of type function'],
    ['a symbol', [Symbol('s')], '$[0]', 'a value of type symbol'],
    ['a key that is a symbol', { a: { [Symbol('s')]: 1 } }, '$.a', 'a key that is not a string'],
    ['a date', [new Date(0)], '$[0]', 'an instance of Date'],
    ['a map', { m: new Map([['a', 1]]) }, '$.m', 'an instance of Map'],
    ['a set', [new Set([1])], '$[0]', 'an instance of Set'],
    ['a regular expression', [/a/], '$[0]', 'an instance of RegExp'],
    ['an error', [new Error('e')], '$[0]', 'an instance of Error'],
    ['a promise', [Promise.resolve(1)], '$[0]', 'an instance of Promise'],
    ['bytes', [new Uint8Array(2)], '$[0]', 'an instance of Uint8Array'],
    ['a buffer', [Buffer.from('a')], '$[0]', 'an instance of Buffer'],
    ['a boxed number', [Object(1)], '$[0]', 'an instance of Number'],
    ['a boxed text', [Object('a')], '$[0]', 'an instance of String'],
    ['a boxed truth', [Object(true)], '$[0]', 'an instance of Boolean'],
    ['a boxed integer', [Object(1n)], '$[0]', 'an instance of BigInt'],
    ['an instance of a class', { at: new Point() }, '$.at', 'an instance of Point'],
    ['an instance of a list class', { at: List.of(1, 2) }, '$.at', 'an instance of List'],
    ['an instance of a class that extends nothing', [new Bare()], '$[0]', 'an instance of Bare'],
    ['a record that inherits', [Object.create({ a: 1 })], '$[0]', 'an instance of Object'],
    [
      'an instance whose class hides its name',
      [Object.assign(new Point(), { constructor: null })],
      '$[0]',
      'an instance of a class',
    ],
    ['a date of another realm', [runInNewContext('new Date(0)')], '$[0]', 'an instance of Date'],
    ['a cycle', cycle, '$.inner[0].again', 'a cycle'],
    ['a lone surrogate', { a: ['\ud800'] }, '$.a[0]', 'a lone surrogate'],
    ['a lone low surrogate', ['a\udfff!'], '$[0]', 'a lone surrogate'],
    ['surrogates in the wrong order', ['\udc00\ud800'], '$[0]', 'a lone surrogate'],
    ['a lone surrogate in a key', { a: { 'x\ud800': 1 } }, '$.a["x\ufffd"]', 'a lone surrogate in a key'],
    ['nesting over the limit', { a: wrapped(512, 1) }, `$.a${'[0]'.repeat(511)}`, 'nesting deeper than 512'],
    ['empty nesting over the limit', wrapped(513, []), `$${'[0]'.repeat(512)}`, 'nesting deeper than 512'],
    ['an offence under an odd key', { 'a b': { '': { '"': 0.5 } } }, '$["a b"][""]["\\""]', 'the float 0.5'],
    ['an offence after a deeper part', { a: [[[1]]], b: 0.5 }, '$.b', 'the float 0.5'],
  ])('%s', (_name, value, path, offence) => {
    checkRefused(value, path, offence);
  });
});

const seed = 3;
/** Texts of few different characters from all ranges, so that they share beginnings. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', '\u007f', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 6,
});

function byteOrder(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8'));
}

describe('the order of texts', () => {
  test.each<[string, string]>([
    ['', 'a'],
    ['a', 'aa'],
    ['Z', 'a'],
    ['10', '9'],
    ['\ud7ff', '\ue000'],
    ['\uffff', '\u{10000}'],
    ['\uff61', '\u{1f600}'],
    ['\u{1f600}', '\u{1f601}'],
    ['a\uffff', 'a\u{10000}'],
    ['e\u0301', '\u00e9'],
  ])('puts %j before %j', (before, after) => {
    expect(compareCodePoints(before, after)).toBeLessThan(0);
    expect(compareCodePoints(after, before)).toBeGreaterThan(0);
    expect(sortByCodePoint([after, before])).toEqual([before, after]);
  });

  test('is that of their UTF-8 bytes', () => {
    const law = fc.property(text, text, (left, right) => {
      expect(Math.sign(compareCodePoints(left, right))).toBe(byteOrder(left, right));
    });
    fc.assert(law, { seed, numRuns: 5_000 });
  });

  test('is the one in which many are sorted', () => {
    const law = fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      expect(sortByCodePoint([...texts])).toEqual(texts.toSorted(byteOrder));
    });
    fc.assert(law, { seed, numRuns: 1_000 });
  });

  test('sorts in place', () => {
    const texts = ['\u{1f600}', '\uff61', 'a'];
    expect(sortByCodePoint(texts)).toBe(texts);
    expect(texts).toEqual(['a', '\uff61', '\u{1f600}']);
  });
});
