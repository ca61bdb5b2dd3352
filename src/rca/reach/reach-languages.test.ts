// What a source refers to, language by language.

import { describe, expect, test } from 'vitest';
import { reachOf, type SampleFiles } from '../../../test/support/sample-view.ts';

type Row = readonly [name: string, files: SampleFiles, from: string, expected: readonly string[]];

function check(files: SampleFiles, from: string, expected: readonly string[]) {
  const graph = reachOf(files);
  expect(graph.importsOf(from)).toEqual(expected);
  for (const target of expected) expect(graph.importersOf(target)).toContain(from);
}

/** Files without content, beside those that matter. */
const empty = (...paths: readonly string[]): SampleFiles =>
  Object.fromEntries(paths.map((path) => [path, '']));

const rows: Readonly<Record<string, readonly Row[]>> = {
  scripts: [
    [
      'relative paths, with the extension left out or that of the build',
      {
        'src/a.ts': "import './b'; import './c.js'; const d = require('./d');",
        ...empty('src/b.tsx', 'src/c.ts', 'src/d/index.js'),
      },
      'src/a.ts',
      ['src/b.tsx', 'src/c.ts', 'src/d/index.js'],
    ],
    [
      'a package of the tree, by the source of what its manifest says is built',
      {
        'packages/shop/package.json': '{"name": "@x/shop", "main": "./dist/index.js"}',
        'packages/till/a.ts': "import { pay } from '@x/shop';",
        ...empty('packages/shop/src/index.ts'),
      },
      'packages/till/a.ts',
      ['packages/shop/src/index.ts'],
    ],
    [
      'an entry of a package under its conditions, and its private names',
      {
        'package.json':
          '{"name": "x", "exports": {"./*": {"import": "./lib/*.js"}}, "imports": {"#own": "./lib/own.js"}}',
        'a.js': "import 'x/deep'; import '#own';",
        ...empty('lib/deep.js', 'lib/own.js'),
      },
      'a.js',
      ['lib/deep.js', 'lib/own.js'],
    ],
    [
      'aliases of settings, comments and all, through what they extend',
      {
        'tsconfig.json': '{ // ours\n "extends": "./base.json", }',
        'base.json': '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["source/*"]}}}',
        'test/a.ts': "import '@lib/tax';",
        ...empty('source/tax.ts'),
      },
      'test/a.ts',
      ['source/tax.ts'],
    ],
    [
      'the setup of the runner, for tests alone',
      {
        'jest.config.js': "module.exports = { setupFiles: ['<rootDir>/setup.js'] };",
        'a.test.js': "it('x', () => {});",
        ...empty('setup.js'),
      },
      'a.test.js',
      ['setup.js'],
    ],
    [
      'a package from elsewhere and a path out of the tree are nothing',
      { 'a.js': "require('react'); require('../../b');", 'b.js': '' },
      'a.js',
      [],
    ],
    [
      'who declares a name behind an index that gathers it, and not its neighbours',
      {
        'src/index.js': "export * from './one'; export * from './two';",
        'src/one.js': 'export function one() {}',
        'src/two.js': 'export function two() {}',
        'a.js': "import { one } from './src/index.js'; one();",
      },
      'a.js',
      ['src/index.js', 'src/one.js'],
    ],
    [
      'a prefix that by habit stands for the sources',
      { 'test/a.ts': "import '@/tax';", ...empty('src/tax.ts') },
      'test/a.ts',
      ['src/tax.ts'],
    ],
    [
      'the setup of a folder above',
      {
        'package.json': '{"jest": {"setupFiles": ["./setup.js"]}}',
        'a/b/c.test.js': "it('x', () => {});",
        ...empty('setup.js'),
      },
      'a/b/c.test.js',
      ['setup.js'],
    ],
  ],
  python: [
    [
      'absolute and relative names of modules, and the packages that are loaded on the way',
      {
        'shop/cart.py': 'from . import tax\nfrom .money import coin\nimport shop.user',
        ...empty(
          'shop/__init__.py',
          'shop/tax.py',
          'shop/user.py',
          'shop/money/__init__.py',
          'shop/money/coin.py',
        ),
      },
      'shop/cart.py',
      ['shop/__init__.py', 'shop/money/__init__.py', 'shop/money/coin.py', 'shop/tax.py', 'shop/user.py'],
    ],
    [
      'a package below a folder of sources, and the fixtures of all folders above a test',
      {
        'tests/unit/test_cart.py': 'from shop.cart import total\ndef test_total(): pass',
        ...empty(
          'src/shop/__init__.py',
          'src/shop/cart.py',
          'tests/conftest.py',
          'conftest.py',
          'tests/other/conftest.py',
        ),
      },
      'tests/unit/test_cart.py',
      ['conftest.py', 'src/shop/cart.py', 'tests/conftest.py'],
    ],
    [
      'a module of the library is nothing',
      { 'a.py': 'import os, json.decoder', 'os_like.py': '' },
      'a.py',
      [],
    ],
  ],
  jvm: [
    [
      'imported types, types of the own package, and of packages imported whole',
      {
        'src/main/java/x/Cart.java':
          'package x;\nimport y.Tax;\nimport z.*;\nclass Cart { Tax t; Price p; Coin c; Note n; }',
        'src/main/java/x/Price.java': 'package x;\nclass Price {}',
        'src/main/java/x/Till.java': 'package x;\nclass Till {}',
        'src/main/java/y/Tax.java': 'package y;\npublic class Tax {}',
        'src/main/java/y/Note.java': 'package y;\npublic class Note {}',
        'src/main/java/z/Coin.java': 'package z;\npublic class Coin {}',
      },
      'src/main/java/x/Cart.java',
      ['src/main/java/x/Price.java', 'src/main/java/y/Tax.java', 'src/main/java/z/Coin.java'],
    ],
    [
      'a member of a type, and functions of Kotlin',
      {
        'x/A.kt': 'package x\nimport y.Tax.Companion.rate\nimport y.total\nfun a() = total()',
        'y/Tax.kt': 'package y\nclass Tax { companion object { fun rate() = 1 } }',
        'y/sums.kt': 'package y\nfun total() = 2',
      },
      'x/A.kt',
      ['y/Tax.kt', 'y/sums.kt'],
    ],
    [
      'a type that a literal names',
      {
        'x/A.java': 'package x;\nclass A { Object o = make("y.z.Tax"); }',
        'y/z/Tax.java': 'package y.z;\nclass Tax {}',
      },
      'x/A.java',
      ['y/z/Tax.java'],
    ],
    [
      'of types with one name in one package the nearest',
      {
        'one/src/x/A.java': 'package x;\nclass A { Tax t; }',
        'one/src/x/Tax.java': 'package x;\nclass Tax {}',
        'two/src/x/Tax.java': 'package x;\nclass Tax {}',
      },
      'one/src/x/A.java',
      ['one/src/x/Tax.java'],
    ],
  ],
  go: [
    [
      'of a package of the module the files that declare what is mentioned',
      {
        'go.mod': 'module example.com/shop\n',
        'main.go': 'package main\nimport "example.com/shop/tax"\nfunc main() { tax.Rate() }',
        'tax/rate.go': 'package tax\nfunc Rate() int { return 1 }',
        'tax/other.go': 'package tax\nfunc Other() int { return 1 }',
        'tax/rate_test.go': 'package tax\nfunc Rate2() {}',
      },
      'main.go',
      ['tax/rate.go'],
    ],
    [
      'a test and the files of its own package, and what is run before all',
      {
        'go.mod': 'module example.com/shop\n',
        'tax/rate.go': 'package tax\nfunc Rate() int { return 1 }',
        'tax/other.go': 'package tax\nfunc Other() int { return 1 }',
        'tax/main_test.go': 'package tax\nfunc TestMain(m *testing.M) {}',
        'tax/rate_test.go': 'package tax\nfunc TestRate(t *testing.T) { Rate() }',
      },
      'tax/rate_test.go',
      ['tax/main_test.go', 'tax/rate.go'],
    ],
    [
      'a module that another takes from a folder',
      {
        'app/go.mod': 'module example.com/app\nreplace example.com/lib => ../lib\n',
        'app/main.go': 'package main\nimport "example.com/lib/tax"\nfunc main() { tax.Rate() }',
        'lib/tax/rate.go': 'package tax\nfunc Rate() {}',
      },
      'app/main.go',
      ['lib/tax/rate.go'],
    ],
    [
      'code, which does not see the tests of its package',
      {
        'go.mod': 'module example.com/shop\n',
        'tax/rate.go': 'package tax\nfunc Rate() int { return helper() }',
        'tax/help.go': 'package tax\nfunc helper() int { return 1 }',
        'tax/rate_test.go': 'package tax\nfunc helper() int { return 2 }',
      },
      'tax/rate.go',
      ['tax/help.go'],
    ],
  ],
  rust: [
    [
      'modules of the crate, from its root, from itself and from above',
      {
        'Cargo.toml': '[package]\nname = "shop"\n',
        'src/lib.rs': 'mod cart;\nmod tax;',
        'src/cart/mod.rs': 'use crate::tax::rate;\nuse self::item::Item;\nmod item;',
        ...empty('src/cart/item.rs', 'src/tax.rs'),
      },
      'src/cart/mod.rs',
      ['src/cart/item.rs', 'src/tax.rs'],
    ],
    [
      'a crate of the workspace, and the crate itself from its tests',
      {
        'Cargo.toml': '[package]\nname = "my-shop"\n',
        'tax/Cargo.toml': '[package]\nname = "tax"\n',
        'tests/all.rs': 'use my_shop::cart::Cart;\nuse tax::rate;',
        ...empty('src/lib.rs', 'src/cart.rs', 'tax/src/lib.rs'),
      },
      'tests/all.rs',
      ['src/cart.rs', 'tax/src/lib.rs'],
    ],
    [
      'a module beside, by way of the one above',
      {
        'Cargo.toml': '[package]\nname = "shop"\n',
        'src/cart/item.rs': 'use super::price::Price;',
        ...empty('src/lib.rs', 'src/cart/mod.rs', 'src/cart/price.rs'),
      },
      'src/cart/item.rs',
      ['src/cart/price.rs'],
    ],
  ],
  includes: [
    [
      'the header beside before one of its name elsewhere',
      { 'src/a.c': '#include "tax.h"\n', ...empty('src/tax.h', 'other/tax.h') },
      'src/a.c',
      ['src/tax.h'],
    ],
    [
      'from a header the sources of its name',
      { 'include/tax.h': '', ...empty('src/tax.cpp', 'src/taxes.cpp') },
      'include/tax.h',
      ['src/tax.cpp'],
    ],
  ],
  ruby: [
    [
      'what is required, relative to the source or from the load path, and constants by their files',
      {
        'spec/cart_spec.rb':
          "require_relative 'helper'\nrequire 'shop/cart'\ndescribe('x') { HTTPClient.new }",
        ...empty('spec/helper.rb', 'lib/shop/cart.rb', 'app/http_client.rb', 'lib/shop/tax.rb'),
      },
      'spec/cart_spec.rb',
      ['app/http_client.rb', 'lib/shop/cart.rb', 'spec/helper.rb'],
    ],
    [
      'the helper that RSpec loads before a specification',
      {
        '.rspec': '--require spec_helper\n',
        'spec/a_spec.rb': "describe('x') { }",
        ...empty('spec/spec_helper.rb'),
      },
      'spec/a_spec.rb',
      ['spec/spec_helper.rb'],
    ],
    [
      'a file of another gem of the tree',
      { 'shop/lib/cart.rb': "require 'tax/rate'", ...empty('gems/tax/lib/tax/rate.rb') },
      'shop/lib/cart.rb',
      ['gems/tax/lib/tax/rate.rb'],
    ],
  ],
  php: [
    [
      'used classes, classes of the own namespace, and what is loaded before a test',
      {
        'phpunit.xml': '<phpunit bootstrap="tests/boot.php"/>',
        'tests/CartTest.php':
          '<?php namespace Shop;\nuse Money\\Tax;\nclass CartTest { function testA() { new Cart(); new Tax(); } }',
        'src/Cart.php': '<?php namespace Shop;\nclass Cart {}',
        'src/Tax.php': '<?php namespace Money;\nclass Tax {}',
        'src/Till.php': '<?php namespace Shop;\nclass Till {}',
        'tests/boot.php': '<?php ',
      },
      'tests/CartTest.php',
      ['src/Cart.php', 'src/Tax.php', 'tests/boot.php'],
    ],
  ],
  net: [
    [
      'types of used namespaces and of those around the own one, attributes with their names cut',
      {
        'A.cs': 'using Money;\nnamespace Shop.Till { [Fast] class A { Cart c; Tax t; Note n; } }',
        'Cart.cs': 'namespace Shop { class Cart {} }',
        'Tax.cs': 'namespace Money { class Tax {} }',
        'Note.cs': 'namespace Paper { class Note {} }',
        'FastAttribute.cs': 'namespace Shop { class FastAttribute {} }',
      },
      'A.cs',
      ['Cart.cs', 'FastAttribute.cs', 'Tax.cs'],
    ],
  ],
  literals: [
    [
      'data beside a test or named from above, and snapshots',
      {
        'test/cart.test.js':
          "const rates = read('./rates.json'); const all = read('fixtures/all.csv');\nit('x', () => {});",
        ...empty(
          'test/rates.json',
          'fixtures/all.csv',
          'test/__snapshots__/cart.test.js.snap',
          'test/other.json',
        ),
      },
      'test/cart.test.js',
      ['fixtures/all.csv', 'test/__snapshots__/cart.test.js.snap', 'test/rates.json'],
    ],
    [
      'resources of a class path that lie elsewhere',
      {
        'src/test/java/x/ATest.java': 'package x;\nclass ATest { void a() { load("/data/rates.json"); } }',
        ...empty('src/test/resources/data/rates.json'),
      },
      'src/test/java/x/ATest.java',
      ['src/test/resources/data/rates.json'],
    ],
    [
      'a script without an extension, by its first line',
      { 'bin/run': "#!/usr/bin/env node\nrequire('../lib/cart');", ...empty('lib/cart.js') },
      'bin/run',
      ['lib/cart.js'],
    ],
  ],
};

describe.each(Object.entries(rows))('%s', (_, ofLanguage) => {
  test.each(ofLanguage)('%s', (_name, files, from, expected) => {
    check(files, from, expected);
  });
});
