// Results as real runners wrote them (test/fixtures/runners), and anything else that may be in their place.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReports } from '../intake/read-reports.ts';
import { readResults, toJunit } from './read-results.ts';
import type { ResultFormat, TestResult } from './runner.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/runners');
const fixture = (name: string) => new Uint8Array(readFileSync(join(fixtures, name)));
const encode = (text: string) => new TextEncoder().encode(text);
const read = (format: ResultFormat, text: string) => readResults(format, [encode(text)]);

const formats: Readonly<Record<string, ResultFormat>> = {
  'cargo.txt': 'cargo-text',
  'go.json': 'go-json',
  'jest.json': 'jest-json',
  'mocha.xml': 'junit',
  'node-test.xml': 'junit',
  'phpunit.xml': 'junit',
  'playwright.xml': 'junit',
  'pytest.xml': 'junit',
  'rspec.json': 'rspec-json',
  'unittest.txt': 'unittest-text',
  'vitest.json': 'jest-json',
};

/** One line per result: its place, name, outcome and message. */
function line({ suitePath, className = '', file = '', name, status, failure }: TestResult): string {
  const said = failure && ` ${failure.kind} ${failure.type ?? ''}: ${failure.message.split('\n')[0]}`;
  return `${suitePath.join('/')}|${className}|${file}| ${name} ${status}${said ?? ''}`;
}

test('every recorded report has a format', () => {
  const recorded = readdirSync(fixtures).filter((name) => !name.endsWith('.read.txt'));
  expect(recorded.sort()).toEqual(Object.keys(formats).sort());
});

test.each(Object.entries(formats))('reads %s', async (name, format) => {
  const results = await readResults(format, [fixture(name)], { root: '/scratch' });
  const expected = join(fixtures, `${name.replace(/[.]\w+$/, '')}.read.txt`);
  await expect(`${results.map(line).join('\n')}\n`).toMatchFileSnapshot(expected);
});

describe('whatever the bytes are', () => {
  const documents = Object.entries(formats).map(([name, format]) => ({ format, bytes: fixture(name) }));

  test('there is a reading, damaged or cut off', async () => {
    const damaged = fc.record({
      document: fc.constantFrom(...documents),
      at: fc.nat(),
      insert: fc.string({ unit: 'binary', maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(damaged, async ({ document: { format, bytes }, at, insert }) => {
        const place = at % bytes.length;
        const broken = [bytes.subarray(0, place), encode(insert), bytes.subarray(place)];
        for (const result of await readResults(format, broken)) expect(typeof result.name).toBe('string');
        await readResults(format, [bytes.subarray(0, place)]);
      }),
      { numRuns: 150 },
    );
  });

  test.each(['null', '[]', '{"testResults":[null,1,{"assertionResults":[0]}]}', '{"examples":{"a":1}}', ''])(
    '%s holds no results',
    async (text) => {
      for (const format of ['jest-json', 'go-json', 'rspec-json', 'trx', 'junit', 'tap'] as const)
        expect(await read(format, text)).toEqual([]);
    },
  );

  test('a stream that breaks off gives what came before', async () => {
    async function* broken() {
      yield encode('{"Action":"pass","Package":"p","Test":"TestA"}\n');
      throw new Error('gone');
    }
    expect((await readResults('go-json', broken())).map(line)).toEqual(['p|p|| TestA passed']);
  });
});

test('a command of which only the exit code tells has no results', async () => {
  expect(await read('exit-code', '1..1\nok 1 - x')).toEqual([]);
});

test.each<[string, ResultFormat, string, string[]]>([
  [
    'a package that Go could not build',
    'go-json',
    'FAIL\tx.org/m/bad [build failed]\n',
    [
      'x.org/m/bad|x.org/m/bad|| x.org/m/bad failed error : the package was not built; what the compiler said is on standard error (2>&1 adds it)',
    ],
  ],
  [
    'what the compiler says from Go 1.24 on',
    'go-json',
    [
      '{"ImportPath":"x.org/m","Action":"build-output","Output":"./a_test.go:3:28: undefined: y\\n"}',
      '{"ImportPath":"x.org/m","Action":"build-fail"}',
      '{"Action":"fail","Package":"x.org/m","FailedBuild":"x.org/m"}',
    ].join('\n'),
    ['x.org/m|x.org/m|| x.org/m failed error : undefined: y'],
  ],
  [
    'a crate that could not be compiled',
    'cargo-text',
    'error[E0425]: cannot find value `x`\n --> src/lib.rs:1:1\nerror: could not compile `shop` (lib) due to 1 error\n',
    ['|shop|| shop failed error : cannot find value `x`'],
  ],
  [
    'nextest',
    'cargo-text',
    [
      '        PASS [   0.004s] (1/2) shop cart::empty',
      '        FAIL [   0.012s] (2/2) shop::it cart::totals',
      '  stdout ───',
      '',
      '    running 1 test',
      '    test cart::totals ... FAILED',
      '  stderr ───',
      "    thread 'cart::totals' panicked at src/cart.rs:3:5:",
      '    boom',
      '    note: run with `RUST_BACKTRACE=1`',
      '────────────',
      '     Summary [   0.013s] 2 tests run: 1 passed, 1 failed, 0 skipped',
      '        FAIL [   0.012s] (2/2) shop::it cart::totals',
    ].join('\n'),
    ['shop|shop|| cart::empty passed', 'shop::it|shop::it|| cart::totals failed failure panic: boom'],
  ],
  [
    'unittest before Python 3.11',
    'unittest-text',
    [
      'test_a (m.C) ... ok',
      'test_b (m.C) ... FAIL',
      '',
      '='.repeat(70),
      'FAIL: test_b (m.C)',
      '-'.repeat(70),
      'Traceback (most recent call last):',
      '  File "m.py", line 3, in test_b',
      'AssertionError: 1 != 2',
      '',
      '-'.repeat(70),
      'Ran 2 tests',
    ].join('\n'),
    ['|m.C|| test_a passed', '|m.C|| test_b failed failure AssertionError: 1 != 2'],
  ],
  [
    'TAP with tests in tests',
    'tap',
    [
      'TAP version 13',
      '    not ok 1 - adds',
      '      ---',
      "      error: '1 == 2'",
      '      ...',
      '    ok 2 - later # SKIP',
      '    1..2',
      'not ok 1 - cart',
      'ok 2 - top # time=3ms',
      '1..2',
    ].join('\n'),
    ['cart||| adds failed failure : 1 == 2', 'cart||| later skipped', '||| top passed'],
  ],
  [
    'TRX',
    'trx',
    [
      '<TestRun><Results>',
      '<UnitTestResult testId="1" testName="Shop.CartTests.Adds" outcome="Failed"><Output><ErrorInfo>',
      '<Message>System.InvalidOperationException : boom</Message><StackTrace>at Shop.Cart.Add() in Cart.cs:line 3</StackTrace>',
      '</ErrorInfo></Output></UnitTestResult>',
      '<UnitTestResult testId="2" testName="Shop.CartTests.Case(n: 1)" outcome="Passed" />',
      '<UnitTestResult testId="3" testName="Later" outcome="NotExecuted" />',
      '</Results><TestDefinitions>',
      '<UnitTest id="1"><TestMethod className="Shop.CartTests" name="Adds" /></UnitTest>',
      '<UnitTest id="2"><TestMethod className="Shop.CartTests" name="Case" /></UnitTest>',
      '</TestDefinitions></TestRun>',
    ].join('\n'),
    [
      'Shop.CartTests|Shop.CartTests|| Adds failed failure System.InvalidOperationException: boom',
      'Shop.CartTests|Shop.CartTests|| Case(n: 1) passed',
      '||| Later skipped',
    ],
  ],
])('reads %s', async (_, format, text, expected) => {
  expect((await read(format, text)).map(line)).toEqual(expected);
});

test.each<[ResultFormat, string]>([
  ['unittest-text', `x (${'a.'.repeat(300_000)}`],
  ['unittest-text', `${'='.repeat(70)}\nFAIL: a (m.C)\n`.repeat(20_000)],
  ['cargo-text', `test ${'a '.repeat(300_000)}`],
  ['cargo-text', `---- a stdout ----\n${"panicked at '".repeat(20_000)}\ntest a ... FAILED`],
  ['tap', `ok ${' #'.repeat(200_000)}`],
  [
    'jest-json',
    JSON.stringify({ testResults: [{ name: 'f', status: 'failed', message: '\n'.repeat(500_000) }] }),
  ],
  [
    'go-json',
    `${JSON.stringify({ Action: 'output', Package: 'p', Output: '\n'.repeat(60_000) })}\n{"Action":"fail","Package":"p"}`,
  ],
  ['trx', '<UnitTestResult '.repeat(100_000)],
])('a hostile text of %s takes no time', async (format, text) => {
  // The time limit of unit tests is held by test/support/hold-to-cpu-time.ts; here the reading only has to end.
  expect((await read(format, text)).length).toBeLessThan(100_001);
});

const bytesOf = (results: readonly TestResult[]) => [new TextEncoder().encode(toJunit(results))];

/** Any text as the intake keeps it: without control characters, colour codes and blanks around it. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('<', '>', '&', '"', "'", '\n', ']]>', 'é', '😀', ' '),
      fc.string({ minLength: 1, maxLength: 3 }),
    ),
  })
  .map((value) => value.replace(/[[\p{Cc}\p{Cs}]/gu, (each) => (each === '\n' ? each : '')).trim())
  .filter((value) => !value.includes('.'));
const name = text.filter((value) => value !== '');
const names = {
  suitePath: fc.array(name, { maxLength: 3 }),
  name,
  file: fc.constantFrom('src/a.test.ts', '/builds/x/test_b.py'),
};
const failure = fc.record(
  { kind: fc.constantFrom('failure', 'error'), type: name, message: name, stack: text },
  { requiredKeys: ['kind', 'message', 'stack'] },
);
const result: fc.Arbitrary<TestResult> = fc.oneof(
  fc.record({ ...names, status: fc.constantFrom('passed', 'skipped') }),
  fc.record({ ...names, className: name, status: fc.constant('failed'), failure }),
);

test('whatever the names and messages are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(result, { maxLength: 8 }), async (results) => {
      expect(await readResults('junit', bytesOf(results))).toEqual(results);
    }),
  );
});

test('the failures are those of an investigation', async () => {
  const failed: TestResult = {
    suitePath: ['cart', 'totals'],
    name: 'adds',
    className: 'cart totals',
    file: 'src/cart.test.ts',
    status: 'failed',
    failure: {
      kind: 'error',
      type: 'TypeError',
      message: 'x is\nnot <y>',
      stack: 'TypeError: x\n    at f (a.ts:1:2)',
    },
  };
  async function* bytes() {
    yield* bytesOf([{ suitePath: ['cart'], name: 'ok', status: 'passed' }, failed]);
  }
  const { failures, tests, unread } = await readReports([{ name: 'results.xml', bytes: bytes() }]);
  const { suitePath, name: read, className, file, kind, type, message, stack } = failures[0] ?? {};
  expect({
    suitePath,
    name: read,
    className,
    file,
    status: 'failed',
    failure: { kind, type, message: message?.text, stack: stack?.text },
  }).toEqual(failed);
  expect({ total: tests.total, passed: tests.passed, unread }).toEqual({ total: 2, passed: 1, unread: [] });
});

test('no results are a document without tests', async () => {
  expect(await readResults('junit', bytesOf([]))).toEqual([]);
});
