// The first error of every compiler, and lines that only look like one.

import { expect, test } from 'vitest';
import { compilerPlace } from './compiler-place.ts';

function check(text: string, expected: string | null) {
  const found = compilerPlace(text);
  const place =
    found && [found.file, found.line, found.column].filter((part) => part !== undefined).join(':');
  expect(found && `${place} ${found.message}`).toBe(expected);
}

test.each<[string, string, string | null]>([
  ['tsc', "src/x.ts(1,14): error TS2322: Type 'a'.", "src/x.ts:1:14 TS2322: Type 'a'."],
  ['tsc for people', '  src/x.ts:3:5 - error TS2304: No x.\n\n3 x();', 'src/x.ts:3:5 TS2304: No x.'],
  [
    'MSBuild',
    'D:\\a\\Cart.cs(12,3): error CS1002: ; expected [D:\\a\\Shop.csproj]',
    'D:/a/Cart.cs:12:3 CS1002: ; expected [D:\\a\\Shop.csproj]',
  ],
  ['javac', 'src/Cart.java:6: error: cannot find symbol', 'src/Cart.java:6 cannot find symbol'],
  ['Maven', '[ERROR] /ci/Cart.java:[6,30] cannot find symbol', '/ci/Cart.java:6:30 cannot find symbol'],
  [
    'kotlinc',
    'e: file:///ci/Price.kt:3:5 Unresolved reference: x',
    '/ci/Price.kt:3:5 Unresolved reference: x',
  ],
  ['kotlinc before', 'e: /ci/Price.kt: (3, 5): Unresolved: x', '/ci/Price.kt:3:5 Unresolved: x'],
  ['scalac', '[error] /ci/Cart.scala:3:5: not found: value x', '/ci/Cart.scala:3:5 not found: value x'],
  ['gcc', "x.c: In function 'f':\nx.c:3:10: error: 'x' undeclared", "x.c:3:10 'x' undeclared"],
  [
    'rustc',
    'warning: unused\n  --> src/a.rs:1:1\nerror[E0425]: cannot find value `nope`\n  --> src/cart.rs:15:23\n',
    'src/cart.rs:15:23 cannot find value `nope`',
  ],
  ['Go', '# example.com/shop\n./cart.go:38:12: undefined: y', './cart.go:38:12 undefined: y'],
  ['go vet', 'vet: cart/cart.go:38:12: undeclared name: y', 'cart/cart.go:38:12 undeclared name: y'],
  ['Go, unused', './cart.go:3:2: "fmt" imported and not used', './cart.go:3:2 "fmt" imported and not used'],
  [
    'Python',
    'E     File "/ci/shop/cart.py", line 1\nE       def x(:\nE   SyntaxError: invalid syntax',
    '/ci/shop/cart.py:1 SyntaxError: invalid syntax',
  ],
  [
    'Node',
    'file:///ci/src/x.mjs:3\nconst a = ;\n          ^\n\nSyntaxError: Unexpected token',
    '/ci/src/x.mjs:3 SyntaxError: Unexpected token',
  ],
  ['Babel', 'SyntaxError: /ci/src/x.js: Unexpected token (3:5)', '/ci/src/x.js:3:5 Unexpected token'],
  ['esbuild', '/ci/src/x.ts:3:10: ERROR: Unexpected ";"', '/ci/src/x.ts:3:10 Unexpected ";"'],
  ['Ruby', 'lib/cart.rb:3: syntax error, unexpected end', 'lib/cart.rb:3 syntax error, unexpected end'],
  [
    'PHP',
    'PHP Parse error:  syntax error, no in /app/Cart.php on line 3',
    '/app/Cart.php:3 syntax error, no',
  ],
  ['a log of a Go test', '    cart_test.go:12: got 1, want 2', null],
  ['a program that logs its places', 'cart.go:12:3: request done', null],
  ['a traceback', '  File "shop/cart.py", line 3, in f\nValueError: x', null],
  ['a warning', 'src/x.ts:3:5 - warning TS6133: unused', null],
  ['nothing', '', null],
])('%s', (_, text, expected) => {
  check(text, expected);
});

test.each(['a.ts:1', 'a.ts(1,', '/', 'e: ', 'error: ', '\n', 'File "', '.a', ':1:1: '])(
  'a megabyte of %j is read in linear time',
  (unit) => {
    const began = process.cpuUsage();
    compilerPlace(unit.repeat(Math.ceil(1e6 / unit.length)));
    compilerPlace(`${unit.repeat(Math.ceil(1_900 / unit.length))}\n`.repeat(500));
    expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
  },
);
