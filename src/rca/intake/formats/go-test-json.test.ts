// Runs of `go test -json` in which the package's result decides: nested runs, crashes, and failed builds.
import { expect, test } from 'vitest';
import { readReports } from '../read-reports.ts';

type Event = { readonly Action: string; readonly Test?: string; readonly Output?: string };

const lines = (events: readonly Event[]) =>
  events.map((event) => `${JSON.stringify({ Time: 't', Package: 'shop/cart', ...event })}\n`).join('');

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

async function read(text: string) {
  const { failures, tests, unread } = await readReports([{ name: 'report.json', bytes: bytesOf(text) }]);
  const failed = failures.map(({ name, message }) => `${name}: ${message.text}`);
  return { failed, passed: tests.passed, unread: unread.map(({ reason }) => reason) };
}

test('tests that a test runs itself may fail: a package that passed has no failures', async () => {
  const nested: readonly Event[] = [
    { Action: 'output', Test: 'TestSuite/One', Output: '    cart_test.go:3: fails as it should\n' },
    { Action: 'fail', Test: 'TestSuite/One' },
    { Action: 'pass', Test: 'TestRuns' },
  ];
  expect(await read(lines([...nested, { Action: 'pass' }]))).toEqual({ failed: [], passed: 1, unread: [] });
  expect((await read(lines([...nested, { Action: 'fail' }]))).failed).toEqual([
    'TestSuite/One: fails as it should',
  ]);
});

test('failures are told though their package never ended', async () => {
  const { failed, unread } = await read(lines([{ Action: 'fail', Test: 'TestTotal' }]));
  expect(failed).toEqual(['TestTotal: a subtest failed']);
  expect(unread).toEqual([expect.stringContaining('does not say how `shop/cart` ended')]);
});

test('many failures do not wait for ever', async () => {
  const many = Array.from({ length: 500 }, (_, index) => ({ Action: 'fail', Test: `Test${index}` }));
  expect((await read(lines([...many, { Action: 'fail' }]))).failed).toHaveLength(500);
});

test('a crash is told of the test that ran, which older versions of Go do not end', async () => {
  const crash: readonly Event[] = [
    { Action: 'run', Test: 'TestAdds' },
    { Action: 'output', Test: 'TestAdds', Output: 'fine\n' },
    { Action: 'run', Test: 'TestTotal' },
    { Action: 'output', Test: 'TestTotal', Output: 'runtime: goroutine stack exceeds the limit\n' },
    { Action: 'output', Test: 'TestTotal', Output: 'fatal error: stack overflow\n' },
    { Action: 'output', Output: 'FAIL\tshop/cart\t0.1s\n' },
    { Action: 'fail' },
  ];
  expect((await read(lines(crash))).failed).toEqual(['TestTotal: fatal error: stack overflow']);
});

test('a run in which no package was built has no events: it is a log, and says where the reason is told', async () => {
  const unbuilt = 'FAIL\tshop/cart [build failed]\nFAIL\tshop/web [build failed]\n';
  expect((await read(unbuilt)).failed).toEqual([
    expect.stringContaining(
      'shop/cart: the package was not built; what the compiler said is on standard error',
    ),
    expect.stringContaining('shop/web: '),
  ]);
  const compiler = '# shop/cart\ncart/cart.go:8:6: undefined: total\n';
  // A package that imports one that was not built has the same message, so that it is the same case.
  expect((await read(`${compiler}${unbuilt}`)).failed).toEqual([
    'shop/cart: undefined: total',
    'shop/web: undefined: total',
  ]);
});
