// What messages name explicitly: files by path or name, and names that few files declare.

import { expect, test } from 'vitest';
import { viewOf } from '../../../test/support/sample-view.ts';
import { FULL } from '../ranking/evidence-features.ts';
import { namedColumn, rareNames } from './named-column.ts';

const everywhere = 'function sharedHelper() {}\n';
const { index } = viewOf({
  'lib/cart.js': `${everywhere}function cartTotal() {}`,
  'lib/price.js': `${everywhere}function priceOf() {}`,
  'lib/tax.js': `${everywhere}function priceOf() {}`,
  'lib/till.js': everywhere,
});
const paths = [...index.candidates.map(({ path }) => path), 'data/rates.json', 'package.json'];

function named(...messages: readonly string[]): Record<string, number> {
  const column = namedColumn(messages, paths, index);
  expect(column).toHaveLength(paths.length);
  return Object.fromEntries(paths.flatMap((path, at) => (column[at] === 0 ? [] : [[path, column[at] ?? 0]])));
}

test.each<[string, string, readonly string[]]>([
  ['a path', "cannot read 'lib/cart.js'", ['lib/cart.js']],
  ['a path of another machine', 'ENOENT: /ci/build/data/rates.json', ['data/rates.json']],
  ['a path of Windows', String.raw`missing C:\ci\data\rates.json`, ['data/rates.json']],
  ['a relative path', "Cannot find module './tax.js'", ['lib/tax.js']],
  ['a bare name', 'rates.json is not valid', ['data/rates.json']],
  ['several', 'cart.js and price.js', ['lib/cart.js', 'lib/price.js']],
  ['the end of a name only', 'my-cart.js failed', []],
  ['a file at the root by a path elsewhere', '/builds/other/package.json', []],
  ['a name that no file has', 'unheard.js', []],
  ['nothing', '', []],
])('%s', (_, message, expected) => {
  expect(named(message)).toEqual(Object.fromEntries(expected.map((path) => [path, FULL])));
});

test('a name that one file declares says less than its path, of two each says half, of many none anything', () => {
  const alone = named('cartTotal is not a function')['lib/cart.js'] ?? 0;
  const { 'lib/price.js': half = 0, ...others } = named('priceOf returned NaN');
  expect(alone).toBeGreaterThan(0);
  expect(alone).toBeLessThan(FULL);
  expect(others).toEqual({ 'lib/tax.js': half });
  expect(half * 2).toBeLessThanOrEqual(alone + 1);
  expect(half).toBeGreaterThan(0);
  expect(named('sharedHelper is broken')).toEqual({});
});

test('the order of messages does not matter', () => {
  expect(named('cartTotal', 'lib/price.js')).toEqual(named('lib/price.js', 'cartTotal'));
});

test('rare names are those that few or no files declare, and no words of prose', () => {
  const names = rareNames(
    ['expected cartTotal of sharedHelper and unheardOf to be MAX_TOTAL, words alone'],
    index,
  );
  expect([...names].sort()).toEqual(['MAX_TOTAL', 'cartTotal', 'unheardOf']);
});

test('a flood of names is read in part and in time', () => {
  const flood = Array.from({ length: 50_000 }, (_, at) => `unheardOf${at} folder/file${at}.js`).join(' ');
  expect(named(`${flood} cartTotal`)).toEqual({});
  expect(rareNames([flood], index).size).toBeLessThanOrEqual(200);
});
