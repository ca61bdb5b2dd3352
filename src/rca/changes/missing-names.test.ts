// What failures report as missing, in the wording of many runtimes.

import { expect, test } from 'vitest';
import { linksTo, missingNames, speaksOf } from './missing-names.ts';

test.each<[string, readonly string[]]>([
  ["Error: Cannot find module './lib/cart' from 'test/a.js'", ['./lib/cart', 'cart']],
  ["Error: Cannot find package 'core-js/stable' imported from /builds/a.ts", ['core-js/stable', 'stable']],
  ["ModuleNotFoundError: No module named 'attrs'", ['attrs']],
  ["ModuleNotFoundError: No module named 'shop.prices'", ['prices', 'shop.prices']],
  ['Error: spawn /x/bin/tool.py EACCES', ['/x/bin/tool.py', 'tool.py']],
  ['sh: 1: ./bin/tool.py: Permission denied', ['./bin/tool.py', 'tool.py']],
  ['fork/exec ./bin/tool.py: permission denied', ['./bin/tool.py', 'tool.py']],
  ["ImportError: cannot import name 'total' from 'shop'", ['total']],
  ["SyntaxError: The module './a.js' does not provide an export named 'total'", ['total']],
  ["AttributeError: module 'shop' has no attribute 'total'", ['total']],
  ["NameError: name 'total' is not defined", ['total']],
  ['ReferenceError: total is not defined', ['total']],
  ['TypeError: cart.total is not a function', ['total']],
  ['./a_test.go:3:2: undefined: shop.Total', ['Total']],
  ["ENOENT: no such file or directory, open 'test/prices.json'", ['test/prices.json', 'prices.json']],
  ['open testdata/a.txt: no such file or directory', ['testdata/a.txt', 'a.txt']],
  ['connect ECONNREFUSED 127.0.0.1:6379', ['127.0.0.1:6379', '6379']],
  ['exec: "redis-server": executable file not found in $PATH', ['redis-server']],
  ['Error: spawnSync redis-server ENOENT', ['redis-server']],
  ['Error: TEST_DATA_ROOT is not set', ['TEST_DATA_ROOT']],
  ["fixture 'shop_db' not found", ['shop_db']],
  ['jinja2.exceptions.TemplateNotFound: mail/welcome.html', ['mail/welcome.html', 'welcome.html']],
  ['RecordNotFound: no record with this id', []],
  ["The view 'mail/welcome' does not exist.", ['mail/welcome', 'welcome']],
  ['expected 1 to be 2', []],
])('%j', (text, expected) => {
  expect([...missingNames([text])]).toEqual(expected);
});

test('hostile texts take no longer than long ones', () => {
  const texts = [
    'Cannot find module '.repeat(2_000),
    `${'a.'.repeat(10_000)} is not a function`,
    "'".repeat(20_000),
    'ANotFound'.repeat(3_000),
    `NotFound: ${'a/'.repeat(10_000)}`,
  ];
  for (const text of texts) expect(missingNames([text]).size).toBeLessThan(10);
});

test.each<[string, string, boolean]>([
  ['import db from "./db.js";', 'db', true],
  ['const feedback = dbase;', 'db', false],
  ['feedback(db)', 'db', true],
  ["open('test/prices.json')", 'test/prices.json', true],
  ['$total', 'total', false],
  ['', 'total', false],
])('%j speaks of %j: %j', (text, name, expected) => {
  expect(speaksOf(text, new Set(['nothing', name]))).toBe(expected);
});

test.each<[string, string, boolean]>([
  ['export * from "./utils";', 'utils', true],
  ['use crate::utils;', 'utils', true],
  ['return 1;\nfrom .utils import join\n', 'utils', true],
  ['// the utils\nconst utils = 1;', 'utils', false],
  ['import { a } from "./other";', 'utils', false],
])('%j links to %j: %j', (text, module, expected) => {
  expect(linksTo(text, new Set([module]))).toBe(expected);
});
