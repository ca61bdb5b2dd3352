// Traces of every language as printed, and texts built to slow a parser down.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStack } from './parse-stack.ts';
import type { StackFrame, ThrownException } from './stack-trace.ts';

function frameLine({ kind, module, function: name, file, line, column }: StackFrame): string {
  const place = [file ?? '-', line, column].filter((part) => part !== undefined).join(':');
  return `${kind} ${[module, name].filter((part) => part !== undefined).join(' # ') || '-'} ${place}`;
}

function exceptionLines({ exception, message, frames }: ThrownException): string[] {
  return [`${exception ?? '-'}: ${message ?? '-'}`, ...frames.map(frameLine)];
}

/** Compares a trace with its language, its exception and frames, and its causes below their relations. */
function check(text: string, expected: readonly string[]) {
  const trace = parseStack(text);
  const causes = trace.causes.flatMap((cause) => [`-- ${cause.relation}`, ...exceptionLines(cause)]);
  expect([trace.language, ...exceptionLines(trace), ...causes]).toEqual(expected);
}

const cases: Record<string, readonly [text: string, expected: readonly string[]]> = {
  'java: causes, suppressed, modules, lambdas': [
    `Exception in thread "main" java.lang.IllegalStateException: no session:
second line
	at app//com.example.Cart.load(Cart.java:12)
	at com.example.Cart$$Lambda$14/0x00000008000b6c40.apply(Unknown Source)
	at java.base@21.0.4/java.util.ArrayList.forEach(ArrayList.java:1596)
	at com.example.Cart.nativeCall(Native Method) ~[cart.jar:1.0]
	Suppressed: java.io.IOException: close failed
		at com.example.Store.close(Store.kt:9)
		... 2 more
Caused by: java.sql.SQLException: refused
	at com.example.Store.open(Store.kt:41)
	... 12 more
Caused by: java.net.ConnectException
	at sun.nio.ch.Net.connect(Net.java:1)`,
    [
      'java',
      'java.lang.IllegalStateException: no session:\nsecond line',
      'own com.example.Cart # load Cart.java:12',
      'generated com.example.Cart$$Lambda$14/0x00000008000b6c40 # apply -',
      'library java.util.ArrayList # forEach ArrayList.java:1596',
      'own com.example.Cart # nativeCall -',
      '-- suppressed',
      'java.io.IOException: close failed',
      'own com.example.Store # close Store.kt:9',
      '-- cause',
      'java.sql.SQLException: refused',
      'own com.example.Store # open Store.kt:41',
      '-- cause',
      'java.net.ConnectException: -',
      'library sun.nio.ch.Net # connect Net.java:1',
    ],
  ],
  'java: a message alone before the frames': [
    'expected:<1> but was:<2>\n\tat org.junit.Assert.fail(Assert.java:89)\n\tat com.example.CartTest.adds(CartTest.java:7)',
    [
      'java',
      '-: expected:<1> but was:<2>',
      'runner org.junit.Assert # fail Assert.java:89',
      'own com.example.CartTest # adds CartTest.java:7',
    ],
  ],
  'javascript: every kind of frame': [
    `AssertionError [ERR_ASSERTION]: 1 == 2
    at Object.<anonymous> (/app/src/cart.test.js:9:23)
    at async Cart.load [as open] (file:///app/src/my%20cart.mjs:4:11)
    at new Cart (webpack:///./src/cart.ts?a1b2:7:3)
    at C:\\app\\src\\cart.js:3:1
    at Array.map (<anonymous>)
    at eval (eval at run (/app/a.js:1:1), <anonymous>:1:5)
    at Promise.all (index 0)
    at native
    at run (/app/node_modules/.pnpm/mocha@10.0.0/node_modules/mocha/lib/runner.js:1:2)
    at https://localhost:3000/src/page.tsx?t=1:8:2
    at emit (events.js:315:20)
    at node:internal/process/task_queues:95:5 {
  [cause]: TypeError: inner
      at inner (/app/src/inner.js:2:2)
}`,
    [
      'javascript',
      'AssertionError: 1 == 2',
      'own Object.<anonymous> /app/src/cart.test.js:9:23',
      'own Cart.load /app/src/my cart.mjs:4:11',
      'own new Cart src/cart.ts:7:3',
      'own - C:/app/src/cart.js:3:1',
      'library Array.map -',
      'generated eval -',
      'library Promise.all -',
      'library - -',
      'runner run /app/node_modules/.pnpm/mocha@10.0.0/node_modules/mocha/lib/runner.js:1:2',
      'own - src/page.tsx:8:2',
      'library emit events.js:315:20',
      'library - node:internal/process/task_queues:95:5',
      '-- cause',
      'TypeError: inner',
      'own inner /app/src/inner.js:2:2',
    ],
  ],
  'javascript: vitest and Firefox': [
    'Error: x\n ❯ round src/price.ts:4:11\n ❯ src/price.test.ts:8:25\nadd@http://localhost/src/cart.js:1:2',
    [
      'javascript',
      'Error: x',
      'own round src/price.ts:4:11',
      'own - src/price.test.ts:8:25',
      'own add src/cart.js:1:2',
    ],
  ],
  'python: a chained traceback': [
    `Traceback (most recent call last):
  File "/app/shop/price.py", line 21, in lookup
    return TABLE[name]
KeyError: 'apple'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "<frozen runpy>", line 198, in _run
  File "/usr/lib/python3.12/site-packages/_pytest/python.py", line 1, in call
    f()
  File "/app/shop/price.py", line 23, in lookup
    raise shop.errors.PriceError("no price\\nfor it")
shop.errors.PriceError: no price
for it`,
    [
      'python',
      'shop.errors.PriceError: no price\nfor it',
      'own lookup /app/shop/price.py:23',
      'runner call /usr/lib/python3.12/site-packages/_pytest/python.py:1',
      'library _run <frozen runpy>:198',
      '-- context',
      "KeyError: 'apple'",
      'own lookup /app/shop/price.py:21',
    ],
  ],
  'python: the prose of pytest': [
    `    def test_total():
>       assert total([1]) == 2

tests/test_cart.py:7: 
_ _ _ _ _

    def total(items):
>       return items[3]
E       IndexError: list index
E         out of range

shop/cart.py:3: IndexError`,
    [
      'python',
      'IndexError: list index\nout of range',
      'own total shop/cart.py:3',
      'own test_total tests/test_cart.py:7',
    ],
  ],
  'python: the short prose of pytest': [
    'tests/test_cart.py:7: in test_total\n    assert total() == 2\nE   assert 1 == 2\nE    +  where 1 = total()',
    ['python', '-: assert 1 == 2\n+  where 1 = total()', 'own test_total tests/test_cart.py:7'],
  ],
  'go: a panic': [
    `panic: boom [recovered]
	panic: boom

goroutine 7 [running]:
testing.tRunner.func1.2({0x5178a0, 0xc000018198})
	/usr/local/go/src/testing/testing.go:1632 +0x230
example.com/shop/cart.(*Cart).Remove(0xc00005af28, 0x3)
	/src/cart/cart.go:33 +0x1f
created by example.com/shop.Start in goroutine 1
	/src/start.go:5 +0x1

goroutine 1 [chan receive]:
main.main()
	/src/main.go:1 +0x1`,
    [
      'go',
      'panic: boom',
      'runner testing # tRunner.func1.2 /usr/local/go/src/testing/testing.go:1632',
      'own example.com/shop/cart # (*Cart).Remove /src/cart/cart.go:33',
      'own example.com/shop # Start /src/start.go:5',
    ],
  ],
  'go: a log of package testing': [
    '--- FAIL: TestTotal (0.00s)\n    cart_test.go:14: total = 20, want 30\n    cart_test.go:15: and more',
    ['go', '-: total = 20, want 30', 'own - cart_test.go:14', 'own - cart_test.go:15'],
  ],
  'rust: before 1.73, without a backtrace': [
    "thread 'main' panicked at 'called `Option::unwrap()` on a `None` value', src/cart.rs:4:5\nnote: run with `RUST_BACKTRACE=1`",
    ['rust', 'panic: called `Option::unwrap()` on a `None` value', 'own - src/cart.rs:4:5'],
  ],
  'rust: with a thread number and a backtrace': [
    `thread 'cart::tests::adds' (4711) panicked at src/cart.rs:4:5:
no
more
stack backtrace:
   0: std::panicking::begin_panic::h0123456789abcdef
             at /rustc/abc/library/std/src/panicking.rs:1:1
   1: shop::cart::add
             at ./src/cart.rs:4:5
   2: test::run_test`,
    [
      'rust',
      'panic: no\nmore',
      'library std::panicking # begin_panic /rustc/abc/library/std/src/panicking.rs:1:1',
      'own shop::cart # add ./src/cart.rs:4:5',
      'runner test # run_test -',
    ],
  ],
  'csharp: inner exceptions and what the compiler makes': [
    `System.InvalidOperationException: closed
 ---> System.TimeoutException: no answer
   at Shop.Sessions.Connect(String host, Int32 port) in C:\\s\\Sessions.cs:line 52
   --- End of inner exception stack trace ---
   at Shop.Cart..ctor(Sessions sessions) in /src/Cart.cs:line 3
   at Shop.Cart.<Load>d__2.MoveNext() in /src/Cart.cs:line 9
   at Shop.Cart.<>c__DisplayClass1_0.<Each>b__0(Item item)
--- End of stack trace from previous location ---
   at System.Threading.Tasks.Task.Execute()
   at Xunit.Assert.Equal[T](T expected, T actual)`,
    [
      'csharp',
      'System.InvalidOperationException: closed',
      'own Shop.Cart # .ctor /src/Cart.cs:3',
      'own Shop.Cart # Load /src/Cart.cs:9',
      'own Shop.Cart # Each -',
      'library System.Threading.Tasks.Task # Execute -',
      'runner Xunit.Assert # Equal[T] -',
      '-- cause',
      'System.TimeoutException: no answer',
      'own Shop.Sessions # Connect C:/s/Sessions.cs:52',
    ],
  ],
  'ruby: old and new quotes': [
    `/app/lib/cart.rb:12:in 'Shop::Cart#total': no price (Shop::PriceError)
	from /app/lib/cart.rb:9:in \`block in each'
	from /usr/lib/ruby/gems/3.3.0/gems/minitest-5.25.1/lib/minitest/test.rb:94:in 'run'
	from /usr/lib/ruby/3.3.0/set.rb:1:in 'each'
	from <internal:kernel>:187:in 'loop'`,
    [
      'ruby',
      'Shop::PriceError: no price',
      'own Shop::Cart # total /app/lib/cart.rb:12',
      'own block in each /app/lib/cart.rb:9',
      'runner run /usr/lib/ruby/gems/3.3.0/gems/minitest-5.25.1/lib/minitest/test.rb:94',
      'library each /usr/lib/ruby/3.3.0/set.rb:1',
      'library loop <internal:kernel>:187',
    ],
  ],
  'ruby: minitest': [
    'Expected: 3\n  Actual: 2 [test/cart_test.rb:12]',
    ['ruby', '-: Expected: 3', 'own - test/cart_test.rb:12'],
  ],
  'php: numbered frames': [
    `PHP Fatal error:  Uncaught Shop\\StoreException: closed in /app/src/Store.php:31
Stack trace:
#0 /app/src/Cart.php(12): Shop\\Store->open(Array, 'x')
#1 [internal function]: Shop\\Cart::load()
#2 /app/vendor/phpunit/phpunit/src/TestCase.php(1): call_user_func()
#3 {main}

Next PDOException: refused in /app/src/Store.php:28
Stack trace:
#0 /app/vendor/lib/a.php(3): b()`,
    [
      'php',
      'Shop\\StoreException: closed',
      'own - /app/src/Store.php:31',
      'own Shop\\Store # open /app/src/Cart.php:12',
      'library Shop\\Cart # load -',
      'runner call_user_func /app/vendor/phpunit/phpunit/src/TestCase.php:1',
      '-- cause',
      'PDOException: refused',
      'own - /app/src/Store.php:28',
      'library b /app/vendor/lib/a.php:3',
    ],
  ],
  'no known language: the places in the text': [
    'XCTAssertEqual failed at Tests/CartTests.swift:14 (see Sources/Cart.swift:3:1)',
    [
      'unknown',
      '-: XCTAssertEqual failed at Tests/CartTests.swift:14 (see Sources/Cart.swift:3:1)',
      'own - Tests/CartTests.swift:14',
      'own - Sources/Cart.swift:3:1',
    ],
  ],
  'nothing at all': ['', ['unknown', '-: -']],
};

test.each(Object.entries(cases))('%s', (_, [text, expected]) => {
  check(text, expected);
});

describe('hostile text', () => {
  const units = [
    'at ',
    'at a.b(',
    'a:1:',
    '(',
    ' (',
    '"',
    "'",
    '\\',
    '.',
    'File "',
    '.py:1: ',
    '#1 ',
    'E ',
    ':in `',
    ' in ',
    '$',
    '[as ',
    '::',
    '.js?',
    ' [',
    'a.go:1',
    '<>c.',
    '-',
  ];

  test.each(units)('repeated %j is read in linear time', (unit) => {
    const longest = unit.repeat(Math.ceil(1e6 / unit.length));
    const line = unit.repeat(Math.ceil(1_900 / unit.length));
    expect(parseStack(longest).frames.length).toBeLessThanOrEqual(1_000);
    for (const start of ['', 'at x.', '  File "', '#0 ']) {
      expect(parseStack(`${start}${line}\n`.repeat(100)).frames.length).toBeLessThanOrEqual(1_000);
    }
  });

  test('random pieces of traces never fail', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...units,
        '\n',
        '\n\tat ',
        '\nCaused by: ',
        '\nTraceback',
        'panic: ',
        'goroutine 1 [x]:\n',
        '.java:1)',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const trace = parseStack(pieces.join(''));
        expect(parseStack(pieces.join(''))).toEqual(trace);
      }),
      { numRuns: 500 },
    );
  });
});
