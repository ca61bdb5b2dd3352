// The body of a test, and nothing of its neighbours.
import { expect, test } from 'vitest';
import { createTestFiles, testBody } from './test-body.ts';

const sources: Record<string, string> = {
  'CartTest.java': `class CartTest {
    void setUp() { testAdd(); before(); }
    @Test void testAdd() throws Exception { String s = "}"; /* } */ if (x) { inside(); } }
    @Test void testOther() { outside(); } }`,
  'cart.test.js': `describe('cart', () => { it('adds an item', function (done) { inside({ a: 1 }); }); it('other', () => { outside(); }); });`,
  'test_cart.py': `class TestCart:\n    def test_add(self):\n        inside()\n\n        # outside\n        more()\n    def test_other(self):\n        outside()\n`,
  'cart_spec.rb': `describe Cart do\n  it 'adds an item' do\n    inside\n  end\n  it 'other' do\n    outside\n  end\nend\n`,
  'cart_test.go': `func TestAdd(t *testing.T) {\n\tinside()\n}\nfunc TestOther(t *testing.T) { outside() }`,
  'shop.test.js': `describe('shop', () => {
    describe('cart', () => { it('adds', () => { outside(); }); });
    describe('list', () => { it('adds', () => { inside(); }); it(\`adds \${n} items\`, () => { several(); }); });
  });`,
  'test_shop.py': `class TestList:\n    def test_basic(self):\n        outside()\n\nclass TestCart:\n    def test_basic(self):\n        inside()\n\nclass TestBig(TestCart):\n    pass\n`,
  'Shop.java': 'class List { void adds() { outside(); } } class Cart { void adds() { inside(); } }',
  'Cut.java': 'void testAdd() { inside(',
};
const files = createTestFiles({ read: (path) => new TextEncoder().encode(sources[path] ?? '') });

test.each<[string, string, string?]>([
  ['CartTest.java', 'testAdd'],
  ['CartTest.java', 'testAdd[3: x=1]'],
  ['CartTest.java', 'CartTest.testAdd()'],
  ['cart.test.js', 'adds an item'],
  ['test_cart.py', 'test_add'],
  ['test_cart.py', 'test_add[a-b]'],
  ['cart_spec.rb', 'adds an item'],
  ['cart_test.go', 'TestAdd'],
  ['cart.test.js', 'cart adds an item'],
  ['cart.test.js', 'shop > cart > adds an item'],
  ['shop.test.js', 'shop list adds'],
  ['test_shop.py', 'test_basic', 'tests.test_shop.TestCart'],
  ['Shop.java', 'adds', 'com.example.Shop$Cart'],
  ['Cut.java', 'testAdd'],
])('%s has %s', (path, name, className) => {
  const texts = testBody(files, { path, name, className }).map(({ text }) => text);
  expect(texts).toContain('inside');
  expect(texts).not.toContain('outside');
});

test.each<[string, string]>([
  ['CartTest.java', 'testMissing'],
  ['CartTest.java', ''],
  ['missing.java', 'testAdd'],
  ['notes.txt', 'testAdd'],
])('%s has no %s', (path, name) => {
  expect(testBody(files, { path, name })).toEqual([]);
});

test('a test whose title is put together as it runs has the body of its suite', () => {
  const texts = testBody(files, { path: 'shop.test.js', name: 'shop list adds 3 items' }).map(
    ({ text }) => text,
  );
  expect(texts).toContain('several');
});

test('a test that its class inherits, or of a class that is not there, is the first of its name', () => {
  const texts = (className: string) =>
    testBody(files, { path: 'test_shop.py', name: 'test_basic', className }).map(({ text }) => text);
  for (const className of ['tests.test_shop.TestBig', 'tests.test_shop', ''])
    expect(texts(className)).toContain('outside');
});
