// A small shop for proofs: one test of a cart, which takes a discount off by the rules of another file.

import type { Files } from './red-project.ts';

/** The files of the shop; its test passes. */
export const shop: Files = {
  'package.json': '{ "name": "shop", "type": "module", "limit": 10 }\n',
  'src/price.js': [
    'export function discount(total) {',
    '  return total > 100 ? 10 : 0;',
    '}',
    '',
    '// The rate is that of the country',
    '// in which the shop is.',
    '',
    'export function tax(total) {',
    '  return total * 2;',
    '}',
    '',
  ].join('\n'),
  'src/cart.js': [
    "import { discount } from './price.js';",
    '',
    'export function total(prices) {',
    '  const sum = prices.reduce((left, right) => left + right, 0);',
    '  return sum - discount(sum);',
    '}',
    '',
  ].join('\n'),
  'test/cart.test.js': [
    "import assert from 'node:assert';",
    "import test from 'node:test';",
    "import { total } from '../src/cart.js';",
    '',
    "test('takes a discount off', () => {",
    '  assert.equal(total([100, 50]), 140);',
    '});',
    '',
  ].join('\n'),
};

/** The files in which faults are put. */
export const price = shop['src/price.js'] as string;
export const cart = shop['src/cart.js'] as string;
export const cartTest = shop['test/cart.test.js'] as string;

/** A fault in line 2 of `src/price.js`. */
export const wrongDiscount = price.replace('? 10 : 0', '? 20 : 0');

/** A test of the tax, which the shop has not. */
export const taxTest = [
  "import assert from 'node:assert';",
  "import test from 'node:test';",
  "import { tax } from '../src/price.js';",
  '',
  "test('adds the tax', () => {",
  "  assert.ok(tax(3) === 6, 'the tax is wrong');",
  '});',
  '',
].join('\n');

/** Files that nothing needs, one for each number. */
export function idleFile(name: string): Files {
  return { [`src/${name}.js`]: `export default '${name}';\n` };
}
