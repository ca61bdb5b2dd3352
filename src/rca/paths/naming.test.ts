// Names of tests and of what they test, in the conventions of many languages; and which side a path is on.

import { expect, test } from 'vitest';
import { type FileSide, sideOfFile, sideOfPath } from './file-side.ts';
import { fileName, folderMatch, namingMatch } from './naming.ts';

test.each<[string, string]>([
  ['src/test/java/org/x/FooTest.java', 'src/main/java/org/x/Foo.java'],
  ['src/test/java/org/x/TestFoo.java', 'src/main/java/org/x/Foo.java'],
  ['src/test/java/org/x/FooTestCase.java', 'src/main/java/org/x/Foo.java'],
  ['src/it/java/org/x/FooBarIT.java', 'src/main/java/org/x/FooBar.java'],
  ['test/foo-bar.test.js', 'lib/fooBar.js'],
  ['test/Router.js', 'lib/router/index.js'],
  ['src/__tests__/cart.spec.ts', 'src/cart.ts'],
  ['pkg/cart_test.go', 'pkg/cart.go'],
  ['tests/test_http_header.py', 'http/HTTPHeader.py'],
  ['tests/test_cart.py', 'shop/cart/__init__.py'],
  ['spec/models/cart_spec.rb', 'app/models/cart.rb'],
  ['Shop.Tests/CartTests.cs', 'Shop/Cart.cs'],
  ['tests/Unit/CartTest.php', 'src/Cart.php'],
])('%s is named after %s', (testPath, path) => {
  expect(namingMatch(fileName(testPath), fileName(path))).toBe(1000);
});

test.each<[string, string, number]>([
  ['FooBarBazTest.java', 'FooBar.java', 560],
  ['FooTest.java', 'Bar.java', 0],
  ['FooTest.java', 'BarFoo.java', 0],
  ['app.use.js', 'app.js', 466],
  ['.hidden', '', 0],
])('%s answers %s by %i', (testPath, path, expected) => {
  expect(namingMatch(fileName(testPath), fileName(path))).toBe(expected);
});

test.each<[string, string, number]>([
  ['src/test/java/org/x/FooTest.java', 'src/main/java/org/x/Foo.java', 1000],
  ['src/test/java/org/x/FooTest.java', 'src/main/java/org/y/Foo.java', 0],
  ['src/test/java/org/x/FooTest.java', 'src/main/java/x/Foo.java', 666],
  ['tests/lib/rules/a.js', 'lib/rules/a.js', 1000],
  ['test/a.js', 'lib/a.js', 0],
])('the folder of %s mirrors that of %s by %i', (testPath, path, expected) => {
  expect(folderMatch(fileName(testPath), fileName(path))).toBe(expected);
});

test.each<[string, FileSide]>([
  ['src/main/java/org/x/testing/TestFoo.java', 'production'],
  ['src/main/java/org/x/Foo.java', 'production'],
  ['src/java/org/x/build/Foo.java', 'production'],
  ['lib/latest/contest.js', 'production'],
  ['lib/attestation.py', 'production'],
  ['src/test/java/org/x/Support.java', 'test'],
  ['src/integrationTest/kotlin/x/A.kt', 'test'],
  ['app/src/androidTest/java/A.java', 'test'],
  ['cart_test.go', 'test'],
  ['shop/test_cart.py', 'test'],
  ['conftest.py', 'test'],
  ['src/cart.spec.ts', 'test'],
  ['src/FooIT.java', 'test'],
  ['Shop.Tests/CartTests.cs', 'test'],
  ['examples/auth/index.js', 'beside'],
  ['docs/conf.py', 'beside'],
  ['web/vendor/jquery.js', 'beside'],
  ['public/app.min.js', 'beside'],
])('%s is on the %s side', (path, side) => {
  expect(sideOfPath(path)).toBe(side);
});

test('marks of tests decide where the path says nothing', () => {
  expect(sideOfFile('checks/Foo.java', true)).toBe('test');
  expect(sideOfFile('src/main/java/Foo.java', true)).toBe('production');
  expect(sideOfFile('checks/Foo.java', false)).toBe('production');
});
