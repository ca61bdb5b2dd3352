// Freezing reaches everything and always ends.
import { describe, expect, test } from 'vitest';
import { deepFreeze } from './deep-freeze.ts';

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
