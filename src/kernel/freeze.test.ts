// Frozen copies in canonical order: the same value, its text kept, and no way around the deepest level.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CanonicalValue, canonicalText } from './canonical-json.ts';
import { deepFreeze, freezeCanonical, isFrozenCanonical, parseFrozen } from './freeze.ts';
import { limits } from './limits.ts';
import { parseCanonical } from './parse-canonical.ts';

const canonical = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger().map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.nat(20).map(String), fc.constant('__proto__')), tie('value')),
  ),
})).value;

const keysIn = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? null
    : Object.keys(value).map((key) => [key, keysIn((value as Record<string, unknown>)[key])]);

const isFrozenThroughout = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozenThroughout));

test('a frozen copy is what would be parsed, key by key, and is written as the value is', () => {
  fc.assert(
    fc.property(canonical, (value) => {
      const frozen = freezeCanonical(value);
      expect(frozen).toEqual(value);
      expect(keysIn(frozen)).toEqual(keysIn(parseCanonical(canonicalText(value))));
      expect(isFrozenThroughout(frozen)).toBe(true);
      expect(canonicalText(frozen)).toBe(canonicalText(value));
      expect(canonicalText({ within: [frozen, frozen] })).toBe(canonicalText({ within: [value, value] }));
      expect(canonicalText(freezeCanonical([frozen, { b: frozen, a: 1 }]))).toBe(
        canonicalText([value, { b: value, a: 1 }]),
      );
    }),
  );
});

test('what was given is not touched, and what was made is returned as it is', () => {
  const value = { b: [1], a: {} };
  const frozen = freezeCanonical(value);
  value.b.push(2);
  expect(canonicalText(frozen)).toBe('{"a":{},"b":[1]}');
  expect(freezeCanonical(frozen)).toBe(frozen);
  expect([frozen, value, 'text', null].map(isFrozenCanonical)).toEqual([true, false, false, false]);
});

test('a kept text does not lead below the deepest level', () => {
  const nest = (value: CanonicalValue, levels: number) => {
    let nested = value;
    for (let level = 0; level < levels; level++) nested = [nested];
    return nested;
  };
  const frozen = freezeCanonical(nest([], 9));
  expect(canonicalText(nest(frozen, limits.jsonDepth - 10))).toHaveLength(2 * limits.jsonDepth);
  expect(() => canonicalText(nest(frozen, limits.jsonDepth - 9))).toThrow('nesting deeper');
  expect(canonicalText(frozen, limits.jsonDepth - 10)).toBe(canonicalText(frozen));
  expect(() => canonicalText(frozen, limits.jsonDepth - 9)).toThrow('nesting deeper');
});

test('what is parsed frozen is the value that was written, with its text kept', () => {
  fc.assert(
    fc.property(canonical, (value) => {
      const bytes = new TextEncoder().encode(canonicalText(value));
      const parsed = parseFrozen(bytes);
      expect(parsed).toEqual(parseCanonical(bytes));
      expect(isFrozenThroughout(parsed)).toBe(true);
      expect(isFrozenCanonical(parsed)).toBe(typeof value === 'object' && value !== null);
      expect(canonicalText([parsed])).toBe(canonicalText([value]));
    }),
  );
  expect(() => parseFrozen(new TextEncoder().encode('{"b":1,"a":2}'))).toThrow('keys out of order');
  expect(() => parseFrozen(new TextEncoder().encode('"é"'))).toThrow('no canonical form');
});

test('what has no canonical form is refused', () => {
  expect(() => freezeCanonical([0.5])).toThrow('float');
});

function objectsIn(value: unknown, found = new Set<object>()): ReadonlySet<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found;
  found.add(value);
  for (const key of Reflect.ownKeys(value)) objectsIn((value as Record<PropertyKey, unknown>)[key], found);
  return found;
}

const cycle: { self?: object; list: object[] } = { list: [] };
cycle.self = cycle;
cycle.list.push(cycle, { cycle });
const symbol = Symbol('key');
const hidden = Object.defineProperty({}, 'hidden', { value: { a: 1 }, enumerable: false });

describe('freezing', () => {
  test.each<[string, object, number]>([
    ['records and lists', { a: [{ b: {} }, []] }, 5],
    ['what lies in something frozen', Object.freeze({ a: Object.freeze([{}]) }), 3],
    ['a cycle', cycle, 3],
    ['what lies under a symbol', { [symbol]: {} }, 2],
    ['what is not enumerable', hidden, 2],
    ['a record without a prototype', Object.assign(Object.create(null), { a: {} }), 2],
  ])('reaches %s', (_name, value, count) => {
    expect(deepFreeze(value)).toBe(value);
    const objects = [...objectsIn(value)];
    expect(objects).toHaveLength(count);
    expect(objects.filter((object) => !Object.isFrozen(object))).toEqual([]);
  });

  test.each([null, undefined, 1, 'text', true, 1n, symbol])('leaves %s as it is', (value) => {
    expect(deepFreeze(value)).toBe(value);
  });

  test('has no limit of depth', () => {
    let value: object = {};
    const innermost = value;
    for (let level = 0; level < 200_000; level++) value = { value };
    deepFreeze(value);
    expect(Object.isFrozen(innermost)).toBe(true);
  });
});
