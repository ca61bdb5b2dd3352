// Names of one test from different reporters, and of different tests that look alike.

import { expect, test } from 'vitest';
import type { TestName } from './runner.ts';
import { isSameTest } from './same-test.ts';

type Name = Partial<TestName> & { readonly name: string };

test.each<[string, Name, Name, boolean]>([
  ['equal names', { name: 'adds' }, { name: 'adds' }, true],
  ['other names', { name: 'adds' }, { name: 'adds two' }, false],
  [
    'joined by >',
    { name: 'cart > adds', file: 'a.ts' },
    { suitePath: ['cart'], name: 'adds', file: 'src/a.ts' },
    true,
  ],
  ['joined by ›', { name: 'cart › totals › adds' }, { name: 'cart > totals > adds' }, true],
  [
    'joined by blanks',
    { suitePath: ['cart'], name: 'cart totals adds' },
    { suitePath: ['cart', 'totals'], name: 'adds' },
    true,
  ],
  [
    'of mocha-junit-reporter and of mocha itself',
    { suitePath: ['Root Suite', 'router'], name: 'router handles', className: 'handles' },
    { suitePath: ['Mocha Tests'], name: 'handles', className: 'router' },
    true,
  ],
  [
    'of jest-junit and of jest',
    { suitePath: ['cart'], name: 'cart adds', className: 'cart adds' },
    { suitePath: ['cart'], name: 'adds' },
    true,
  ],
  [
    'in other suites',
    { suitePath: ['cart', 'inner'], name: 'adds' },
    { suitePath: ['shop', 'inner'], name: 'adds' },
    false,
  ],
  [
    'in an inner suite',
    { suitePath: ['inner'], name: 'adds' },
    { suitePath: ['cart', 'inner'], name: 'adds' },
    false,
  ],
  ['in other files', { name: 'adds', file: 'src/a.ts' }, { name: 'adds', file: 'src/b.ts' }, false],
  [
    'in files of other roots',
    { name: 'adds', file: '/builds/web/src/a.ts' },
    { name: 'adds', file: 'src/a.ts' },
    true,
  ],
  [
    'in files of equal endings',
    { name: 'adds', file: 'lib/src/a.ts' },
    { name: 'adds', file: 'xlib/src/a.ts' },
    false,
  ],
  ['with arguments', { name: 'test_p[1]' }, { name: 'test_p[2]' }, false],
  ['with and without arguments', { name: 'test_p' }, { name: 'test_p[2]' }, false],
  [
    'cases of Java',
    { name: 'cases(int)[1]', className: 'a.B' },
    { name: 'cases(int)[2]', className: 'a.B' },
    false,
  ],
  [
    'classes with and without package',
    { name: 'adds', className: 'CartTest' },
    { name: 'adds', className: 'org.shop.CartTest' },
    true,
  ],
  [
    'classes that only end alike',
    { name: 'adds', className: 'CartTest' },
    { name: 'adds', className: 'org.shop.OldCartTest' },
    false,
  ],
  [
    'classes of other packages',
    { name: 'adds', className: 'a.CartTest' },
    { name: 'adds', className: 'b.CartTest' },
    false,
  ],
  [
    'classes of PHP',
    { name: 't', className: 'Shop.CartTest' },
    { name: 't', className: 'Shop\\CartTest' },
    true,
  ],
  [
    'of pytest and unittest',
    { suitePath: ['pytest'], name: 't', className: 'tests.test_a.C' },
    { name: 't', className: 'test_a.C' },
    true,
  ],
  [
    'of a suite and a class',
    { suitePath: ['org.shop.CartTest'], name: 'adds' },
    { name: 'adds', className: 'CartTest' },
    true,
  ],
  ['with a quote that node:test escapes twice', { name: 'a &quot;b&quot;' }, { name: 'a "b"' }, true],
  [
    'of node:test 20 and 24',
    { suitePath: ['a', 'b'], name: 't', className: 'test' },
    { suitePath: ['a', 'b'], name: 't', className: 'a.b' },
    true,
  ],
])('%s', (_, one, other, expected) => {
  const [left, right] = [
    { suitePath: [], ...one },
    { suitePath: [], ...other },
  ];
  expect([isSameTest(left, right), isSameTest(right, left)]).toEqual([expected, expected]);
});
