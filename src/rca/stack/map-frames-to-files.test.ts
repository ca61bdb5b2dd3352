// Frames to files: the longest end of the path, classes to paths, and what must not be mapped.

import { expect, test } from 'vitest';
import { createFrameMapper, mapFramesToFiles } from './map-frames-to-files.ts';
import { parseStack } from './parse-stack.ts';

const repository = [
  'cart.go',
  'index.js',
  'app/src/main/java/com/example/shop/Cart.java',
  'app/src/main/kotlin/shop/Price.kt',
  'app/src/test/java/com/example/shop/CartTest.java',
  'lib/router/index.js',
  'lib/index.js',
  'packages/a/src/util.ts',
  'packages/bb/src/util.ts',
  'shop/price.py',
  'src/Shop/Sessions.cs',
  'src/org/junit/Assert.java',
  'test/router.js',
];

function check(line: string, expected: string | undefined, candidates = 1) {
  const [found] = mapFramesToFiles(parseStack(line).frames, repository);
  expect(found && { path: found.path, candidates: found.candidates }).toEqual(
    expected === undefined ? undefined : { path: expected, candidates },
  );
}

test.each<[string, string, string | undefined, number?]>([
  [
    'a class by its package',
    'at com.example.shop.Cart.add(Cart.java:3)',
    'app/src/main/java/com/example/shop/Cart.java',
  ],
  [
    'an inner class',
    'at com.example.shop.Cart$Item.<init>(Cart.java:3)',
    'app/src/main/java/com/example/shop/Cart.java',
  ],
  [
    'a class without a file',
    'at com.example.shop.Cart.add(Native Method)',
    'app/src/main/java/com/example/shop/Cart.java',
  ],
  [
    'a Kotlin class whose folders omit its package',
    'at com.example.shop.PriceKt.of(Price.kt:3)',
    'app/src/main/kotlin/shop/Price.kt',
  ],
  ['a class of another package', 'at org.other.Cart.add(Cart.java:3)', undefined],
  [
    'a runner the repository itself holds',
    'at org.junit.Assert.fail(Assert.java:3)',
    'src/org/junit/Assert.java',
  ],
  ['generated code', 'at com.example.shop.Cart$$Lambda$1/0x1.run(Cart.java:1)', undefined],
  ['an absolute path', 'at f (/builds/x/lib/router/index.js:1:2)', 'lib/router/index.js'],
  ['a file of the root', 'at f (/builds/x/index.js:1:2)', 'index.js'],
  ['a relative path', 'at f (test/router.js:1:2)', 'test/router.js'],
  [
    'a library whose path ends alike',
    'at f (/builds/x/node_modules/express/lib/router/index.js:1:2)',
    undefined,
  ],
  ['a file that shares only its name', '  File "/builds/other/price.py", line 3, in f', undefined],
  [
    'a path of Windows',
    '   at Shop.Sessions.Open() in C:\\agent\\src\\Shop\\Sessions.cs:line 3',
    'src/Shop/Sessions.cs',
  ],
  [
    'the project itself, installed',
    '  File "/ci/venv/lib/python3.12/site-packages/shop/price.py", line 3, in f',
    'shop/price.py',
  ],
  [
    'a package of the repository, linked',
    'at f (/ci/x/node_modules/@shop/bb/src/util.ts:1:2)',
    'packages/bb/src/util.ts',
  ],
  [
    'a script compiled from a source',
    'at f (/ci/x/packages/a/dist/util.js:1:2)',
    'packages/a/src/util.ts',
    2,
  ],
  ['a bare name', '    cart.go:3: wrong', 'cart.go'],
  ['a tie: the shortest path', 'at f (src/util.ts:1:2)', 'packages/a/src/util.ts', 2],
])('%s', (_, line, expected, candidates) => {
  check(line, expected, candidates);
});

test('the order of the files does not matter', () => {
  const { frames } = parseStack('at f (src/util.ts:1:2)');
  expect(mapFramesToFiles(frames, repository.toReversed())).toEqual(mapFramesToFiles(frames, repository));
});

test.each([
  [undefined, 'packages/a/src/util.ts'],
  ['packages/bb', 'packages/bb/src/util.ts'],
  ['packages/bb/reports/junit', 'packages/bb/src/util.ts'],
  ['packages', 'packages/a/src/util.ts'],
  ['elsewhere', 'packages/a/src/util.ts'],
])('of files that agree equally well, one near %s is meant: %s', (near, expected) => {
  const found = createFrameMapper(repository)({ raw: '', file: 'src/util.ts', kind: 'own' }, near);
  expect(found).toEqual({ path: expected, segments: 2, candidates: 2 });
});
