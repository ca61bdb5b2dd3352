// How near declarations are to a test, by the names in between.

import { expect, test } from 'vitest';
import { createPartsOf, reachNames } from './name-reach.ts';

const files: Readonly<Record<string, string>> = {
  'cart.js': 'function total(items) { return round(sum(items)); }\nfunction unused() { return rename(); }\n',
  'money.js':
    'function round(cents) { return Math.round(cents); }\nfunction sum(items) { return add(items); }\n',
  'math.js': 'function add(items) { return items; }\n',
  'notes.txt': 'function total() {}',
};
const reads: string[] = [];
const partsOf = createPartsOf((path) => {
  reads.push(path);
  return new TextEncoder().encode(files[path] ?? '');
});
const reach = reachNames(['total', 'expect'], Object.keys(files), partsOf);

test('what a test names is one step away, what is named in there one more', () => {
  expect(reach('cart.js', 'total')).toBe(1);
  expect(reach('money.js', 'round')).toBe(2);
  expect(reach('money.js', 'sum')).toBe(2);
  expect(reach('math.js', 'add')).toBe(3);
});

test('what nobody on the way names is not reached, nor is anything in a file that is no source', () => {
  expect(reach('cart.js', 'unused')).toBeUndefined();
  expect(reach('notes.txt', 'total')).toBeUndefined();
});

test('a source is read once, and one that was not given is not reached', () => {
  reachNames(['total'], ['cart.js'], partsOf);
  expect(reads.filter((path) => path === 'cart.js')).toHaveLength(1);
  expect(reachNames(['total'], ['cart.js'], partsOf)('money.js', 'round')).toBeUndefined();
});
