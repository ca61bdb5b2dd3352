// Every format from a report written by its tool (see test/fixtures/formats), and what can happen to one.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { collectGarbage } from '../../../../test/support/collect-garbage.ts';
import { fingerprint } from '../../case/fingerprint.ts';
import { type ReportReading, readReports } from '../read-reports.ts';
import type { FailedTest } from '../reading/failed-test.ts';

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/formats');
const fixture = (name: string) => new Uint8Array(readFileSync(join(fixtures, name)));
const names = readdirSync(fixtures).filter((name) => !/[.]read[.]txt$|[.]md$/.test(name));
const encode = (text: string) => new TextEncoder().encode(text);

async function* chunks(bytes: Uint8Array, size = 64 * 1024) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function read(input: Uint8Array | string, size?: number): Promise<ReportReading> {
  const bytes = typeof input === 'string' ? encode(input) : input;
  return readReports([{ name: 'report', bytes: chunks(bytes, size) }]);
}

/** What the reading says of a test, one fact in a line; times are left out. */
function facts(tag: string, failed: FailedTest): string {
  const { kind, type, suite, suitePath, name, className, file, line, output, retries, environment, source } =
    failed;
  const told = {
    in: [suite, suitePath.join(' / '), className]
      .filter((one) => one !== undefined && one !== '')
      .join(' | '),
    at: [file, line].filter((one) => one !== undefined).join(':'),
    says: [type, failed.message.text].filter((one) => one !== undefined).join(': '),
    trace: failed.stack.text.split('\n').slice(0, 12).join('\n'),
    prints: [output.out.text, output.err.text].filter((one) => one !== '').join('\n'),
    further: failed.further.map(({ message }) => message.text).join('\n'),
    retries: retries
      .map((one) => (one.outcome === 'passed' ? 'passed' : `failed: ${one.message.text.split('\n')[0]}`))
      .join(', '),
    environment: environment.map((one) => `${one.name}=${one.value}`).join(', '),
    place: source.place,
  };
  const lines = Object.entries(told).filter(([, text]) => text !== '');
  return [
    `${tag} ${kind}: ${name}`,
    ...lines.map(([key, text]) => `  ${key}: ${text.replaceAll('\n', '\n    ')}`),
  ].join('\n');
}

function told({ read, tests, failures, flaky, unread }: ReportReading): string {
  const { total, ...counts } = tests;
  const parts = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  return `${[
    `${read[0]?.format}: ${total} = ${parts.join(' + ')}`,
    ...failures.map((failed) => facts('FAILED', failed)),
    ...flaky.map((failed) => facts('FLAKY', failed)),
    ...unread.map(({ reason }) => `unread: ${reason}`),
  ].join('\n')}\n`;
}

test.each(names)('reads %s', async (name) => {
  await expect(told(await read(fixture(name)))).toMatchFileSnapshot(join(fixtures, `${name}.read.txt`));
});

type Counts = { passed?: number; failed?: number; errored?: number; skipped?: number; flaky?: number };

// What each tool itself said at the end of its run; a tool that calls a flaky test passed is noted.
test.each<[string, Counts]>([
  // 2 failed, 1 skipped, 1 todo, 2 passed of 6 tests, one of them at its second try; 1 file could not be loaded.
  ['jest.json', { passed: 1, flaky: 1, failed: 2, skipped: 2, errored: 1 }],
  ['vitest.json', { passed: 1, flaky: 1, failed: 2, skipped: 2, errored: 1 }],
  // 2 passing (one of them at its second try), 2 pending, 3 failing, one of them a hook.
  ['mocha.json', { passed: 1, flaky: 1, failed: 2, errored: 1, skipped: 2 }],
  ['mocha.tap', { passed: 2, failed: 3, skipped: 2 }],
  // 3 failed, 2 flaky, 2 skipped, 5 passed.
  ['playwright.json', { passed: 5, failed: 3, flaky: 2, skipped: 2 }],
  ['playwright-broken.json', { errored: 1 }],
  ['jest.ctrf.json', { passed: 1, flaky: 1, failed: 2, skipped: 2 }],
  ['playwright.ctrf.json', { passed: 5, failed: 3, flaky: 2, skipped: 2 }],
  // 8 tests, 4 failed, 1 skipped, 1 todo: one of the failed ones failed only with the test inside it.
  ['node-test.tap', { passed: 2, failed: 3, skipped: 2 }],
  // Each function and each part of one is a test to Go; one package was not built.
  ['go-test.json', { passed: 2, failed: 2, errored: 2, skipped: 1 }],
  // total 7, passed 2, failed 2, skipped 3: one of the skipped ones is a first try, and a set-up failed beside the tests.
  ['testng-results.xml', { passed: 1, flaky: 1, failed: 2, skipped: 2, errored: 1 }],
  // total 6, passed 2, failed 3, 1 not executed; and the process crashed.
  ['dotnet.trx', { passed: 2, failed: 3, skipped: 1, errored: 1 }],
  // total 5, passed 1, failed 3 (two of them by an exception), skipped 1.
  ['nunit3.xml', { passed: 1, failed: 1, errored: 2, skipped: 1 }],
  // total 4, passed 1, failed 2, skipped 1, 1 error outside tests.
  ['xunit-net.xml', { passed: 1, failed: 2, skipped: 1, errored: 1 }],
  ['open-test-reporting.xml', { passed: 1, failed: 2, skipped: 1, errored: 1 }],
  // 3 cases, 1 passed, 2 failed, 1 skipped.
  ['doctest.xml', { passed: 1, failed: 2, skipped: 1 }],
  ['catch2.xml', { passed: 1, failed: 2 }],
  // 1 case out of 4 passed, 2 failed, 1 skipped.
  ['boost-log.xml', { passed: 1, failed: 2, skipped: 1 }],
  ['boost-report.xml', { passed: 1, failed: 2 }],
  // 5 scenarios (1 failed, 1 undefined, 3 passed, one of them at its second try, which only the messages tell).
  ['cucumber-messages.ndjson', { passed: 2, flaky: 1, failed: 1, errored: 1 }],
  ['cucumber.json', { passed: 3, failed: 1, errored: 1 }],
  // 1 passed; 3 failed; 1 ignored.
  ['libtest.json', { passed: 1, failed: 3, skipped: 1 }],
  ['dart.jsonl', { passed: 1, failed: 1, skipped: 1, errored: 2 }],
  // 5 examples, 2 failures, 2 pending.
  ['rspec.json', { passed: 1, failed: 2, skipped: 2 }],
  // 0 examples, 0 failures, 1 error occurred outside of examples.
  ['rspec-broken.json', { errored: 1 }],
  ['allure-result.json', { failed: 1 }],
  // 4 failed, 1 passed, 1 skipped, 2 errors.
  ['pytest.log', { passed: 1, failed: 4, errored: 2, skipped: 1 }],
  ['gitlab-pytest.log', { passed: 1, failed: 4, errored: 2, skipped: 1 }],
  // Ran 6 tests: failures=3, errors=2, skipped=1; two of the failures are parts of one test.
  ['unittest.log', { passed: 1, failed: 3, errored: 2, skipped: 1 }],
  // 3 failed, 1 skipped, 2 passed, 6 total; 1 file could not be loaded.
  ['jest.log', { passed: 2, failed: 3, errored: 1, skipped: 1 }],
  ['github-jest.log', { passed: 2, failed: 3, errored: 1, skipped: 1 }],
  // 5 failed | 1 passed | 1 skipped; 1 file could not be loaded.
  ['vitest.log', { passed: 1, failed: 5, errored: 1, skipped: 1 }],
  // 1 passing, 1 pending, 4 failing, one of them a hook.
  ['mocha.log', { passed: 1, failed: 3, errored: 1, skipped: 1 }],
  ['node-test.log', { passed: 1, failed: 2, skipped: 1 }],
  // 2 failed, 1 flaky, 1 skipped, 2 passed.
  ['playwright.log', { passed: 2, failed: 2, flaky: 1, skipped: 1 }],
  // Without -v nothing is said of the tests that passed; one package was not built, one test panicked.
  ['go-test.log', { failed: 3, errored: 2 }],
  ['go-test-v.log', { passed: 3, failed: 3, errored: 2, skipped: 1 }],
  ['cargo-test.log', { passed: 1, failed: 3, skipped: 1 }],
  ['googletest.log', { passed: 1, failed: 1, skipped: 1 }],
  // Tests run: 5, Failures: 1, Errors: 2, Skipped: 1.
  ['maven.log', { passed: 1, failed: 1, errored: 2, skipped: 1 }],
  ['jenkins-maven.log', { passed: 1, failed: 1, errored: 2, skipped: 1 }],
  // Tests run: 3, Failures: 3; a class that failed is not among those that ran.
  ['junit4.log', { failed: 3 }],
  ['gradle.log', { passed: 2, failed: 2, skipped: 1 }],
  // 5 examples, 2 failures, 2 pending.
  ['rspec.log', { passed: 1, failed: 1, errored: 1, skipped: 2 }],
  ['minitest.log', { passed: 1, failed: 1, errored: 1, skipped: 1 }],
  // Tests: 5, Errors: 2, Failures: 1, Skipped: 1.
  ['phpunit.log', { passed: 1, failed: 1, errored: 2, skipped: 1 }],
  ['tsc.log', { errored: 1 }],
  ['github-tsc.log', { errored: 1 }],
  ['maven-compile.log', { errored: 1 }],
  ['cargo-compile.log', { errored: 1 }],
])('the counts of %s are those of its tool', async (name, counts) => {
  const { total: _, ...tests } = (await read(fixture(name))).tests;
  expect(tests).toEqual({ passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0, ...counts });
});

function isSound({ tests, failures, flaky, unread }: ReportReading): void {
  expect(tests.total).toBe(tests.passed + tests.failed + tests.errored + tests.skipped + tests.flaky);
  expect(failures).toHaveLength(tests.failed + tests.errored);
  expect(flaky).toHaveLength(tests.flaky);
  // A fault of ours would show up as a broken stream.
  expect(unread.filter(({ reason }) => reason.startsWith('reading stopped'))).toEqual([]);
  for (const failed of failures) expect(fingerprint(failed).hash).toMatch(/^[0-9a-f]{64}$/);
}

/** At how many places a report is truncated; a large number means after each byte. */
const PLACES = Number(process.env.PENUMBRA_CUTS ?? 250);

describe('whatever befalls a report', () => {
  test.each(names)('%s is read the same from single bytes', async (name) => {
    expect(await read(fixture(name), 1)).toEqual(await read(fixture(name)));
  });

  test.each(names)('%s may be cut off anywhere: the rest is read, and the cut is said', async (name) => {
    const whole = fixture(name);
    const all = await read(whole);
    const end = new TextDecoder().decode(whole).trimEnd().length;
    const step = Math.max(1, Math.ceil(whole.length / PLACES));
    let most = 0;
    for (let length = 0; length < whole.length; length += step) {
      const reading = await read(whole.subarray(0, length));
      isSound(reading);
      const found = reading.failures.length + reading.flaky.length;
      expect(found).toBeGreaterThanOrEqual(most);
      expect(found).toBeLessThanOrEqual(all.failures.length + all.flaky.length);
      most = found;
      if (length < end - 1 && reading.tests.total < all.tests.total) expect(reading.unread).not.toEqual([]);
    }
  });

  test.each(names)('%s may be damaged anywhere', async (name) => {
    const whole = fixture(name);
    const damages = ['"', '{', '}', ']', '\\', '\n', '\u0000', '<', '  ---\n', ',,', '\\u12'].map(encode);
    for (let index = 0; index < 100; index++) {
      const at = (index * 7_919) % whole.length;
      const damage = damages[index % damages.length] as Uint8Array;
      const bytes = new Uint8Array(whole.length + damage.length);
      bytes.set(whole.subarray(0, at));
      bytes.set(damage, at);
      bytes.set(whole.subarray(at), at + damage.length);
      isSound(await read(bytes));
    }
  });
});

test.each<[string, string, string]>([
  [
    'a PHPUnit configuration',
    '<?xml version="1.0"?><phpunit bootstrap="x"><testsuites><testsuite name="a"/></testsuites></phpunit>',
    'this is a PHPUnit configuration; give the file that --log-junit wrote',
  ],
  [
    'a build file',
    '<project xmlns="http://maven.apache.org/POM/4.0.0">',
    'this is a build file; give the reports that the tests wrote, for instance target/surefire-reports',
  ],
  [
    'coverage',
    'TN:\nSF:src/a.js\nDA:1,1\n',
    'this is a coverage report; give it with --coverage, beside the reports of the tests',
  ],
  [
    'a zip archive',
    'PK\u0003\u0004aaaa',
    'this is a zip archive; give the file itself, not its bytes, or unpack it and give the folder',
  ],
])('%s is called what it is', async (_, text, reason) => {
  const reading = await read(text);
  expect(reading.unread).toEqual([{ source: 'report', reason }]);
  expect(reading.read).toEqual([]);
});

describe('runs of one test in several Allure files', () => {
  const result = (historyId: string, status: string, start: number) =>
    JSON.stringify({
      uuid: `${historyId}-${start}`,
      name: 'answers',
      historyId,
      status,
      stage: 'finished',
      statusDetails: status === 'passed' ? {} : { message: `${status} at ${start}` },
      labels: [],
      start,
    });

  test('are retries by their history, in the order of time, whatever the files are called', async () => {
    const files = [
      result('a', 'passed', 3),
      result('a', 'broken', 1),
      result('b', 'failed', 2),
      result('b', 'failed', 1),
      result('c', 'passed', 1),
    ];
    const orders = [files, [...files].reverse()].map((texts) =>
      readReports(
        texts.map((text, index) => ({ name: `${index}-result.json`, bytes: chunks(encode(text)) })),
      ),
    );
    for (const { tests, failures, flaky, read } of await Promise.all(orders)) {
      expect(tests).toEqual({ total: 3, passed: 1, failed: 1, errored: 0, skipped: 0, flaky: 1 });
      expect(flaky.map(({ message, retries }) => [message.text, retries.length])).toEqual([
        ['broken at 1', 1],
      ]);
      expect(failures.map(({ message }) => message.text)).toEqual(['failed at 2']);
      expect(read.map((one) => one.tests)).toEqual([1, 1, 1, 1, 1]);
    }
  });
});

describe('one run that was reported twice', () => {
  const source = (name: string, text: Uint8Array | string) => ({
    name,
    bytes: chunks(typeof text === 'string' ? encode(text) : text),
  });
  const failed = (name: string, message: string) =>
    `<testcase classname="shop.PriceTest" name="${name}"><failure message="${message}"/></testcase>`;
  const passed = '<testcase classname="shop.PriceTest" name="answersInTheEnd"/>';
  const testng = source('testng-results.xml', fixture('testng-results.xml'));

  test('counts once, and that is said', async () => {
    const own = await read(fixture('playwright.json'));
    const both = await readReports([
      source('b.json', fixture('playwright.json')),
      source('a.ctrf.json', fixture('playwright.ctrf.json')),
    ]);
    expect(both.tests).toEqual(own.tests);
    expect(both.failures).toHaveLength(own.failures.length);
    expect(both.unread).toEqual([
      { source: 'a.ctrf.json', reason: 'it reports the run that `b.json` reports, which was counted once' },
    ]);
  });

  test('counts once where JUnit XML lies beside the results of TestNG', async () => {
    const junit = `<testsuite>${failed('takesOff', 'expected [90] but found [-900]')}${failed('needsItems', 'items are missing')}${passed}</testsuite>`;
    const { tests, unread } = await readReports([testng, source('TEST-shop.PriceTest.xml', junit)]);
    expect(tests).toEqual((await read(fixture('testng-results.xml'))).tests);
    expect(unread.map((one) => one.source)).toEqual(['TEST-shop.PriceTest.xml']);
  });

  test('counts once where the log of the run lies beside its report', async () => {
    const junit = `<testsuite>${failed('takesAPartOff', 'takes a part off expected:&lt;90&gt; but was:&lt;10&gt;')}${failed('needsItems', 'x')}${failed('shop.StockTest', 'no database')}${passed}</testsuite>`;
    const { tests, unread } = await readReports([
      source('build.log', fixture('maven.log')),
      source('a.xml', junit),
    ]);
    expect(tests).toEqual({ total: 4, passed: 1, failed: 3, errored: 0, skipped: 0, flaky: 0 });
    expect(unread.at(-1)?.reason).toBe('it reports the run that `a.xml` reports, which was counted once');
    const other = junit.replaceAll('takesAPartOff', 'addsTax');
    const both = await readReports([source('build.log', fixture('maven.log')), source('a.xml', other)]);
    expect(both.tests.total).toBe(4 + 5);
  });

  test.each([
    ['other tests', `<testsuite>${failed('addsTax', 'expected [90] but found [-900]')}</testsuite>`],
    ['the same test with another message', `<testsuite>${failed('needsItems', 'out of memory')}</testsuite>`],
    [
      'a further test',
      `<testsuite>${failed('needsItems', 'items are missing')}${failed('more', 'x')}</testsuite>`,
    ],
  ])('%s are another run', async (_, junit) => {
    const { tests, unread } = await readReports([
      source('testng-results.xml', fixture('testng-results.xml')),
      source('TEST.xml', junit),
    ]);
    expect(tests.total).toBe(7 + junit.split('<testcase').length - 1);
    expect(unread).toEqual([]);
  });
});

describe('a report that was packed', () => {
  test.each(names)('%s is read as it is', async (name) => {
    expect(await read(gzipSync(fixture(name)))).toEqual(await read(fixture(name)));
  });

  test('is read as far as it goes where it is cut off', async () => {
    const packed = gzipSync(fixture('go-test.json'));
    const { tests, unread } = await read(packed.subarray(0, packed.length - 40));
    expect(tests.total).toBeGreaterThan(0);
    expect(unread[0]?.reason).toMatch(
      /^reading stopped at line \d+: what was packed by gzip is damaged or cut off$/,
    );
  });
});

describe('bounds', () => {
  test.each<[string, string, string]>([
    ['objects', '{"testResults":[', '{"a":'],
    ['lists', '{"testResults":[', '['],
    ['elements', '<test-run total="1"><test-suite>', '<a>'],
  ])('nested %s are not followed for ever', async (_, start, unit) => {
    const { unread } = await read(start + unit.repeat(100_000));
    expect(unread[0]?.reason).toMatch(/^it nests deeper than 256 (?:levels|elements) \(line 1\)$/);
  });

  test.each<[string, (index: number) => string, number]>([
    [
      'go-json',
      (index) =>
        `{"Action":"${index % 2 ? 'pass' : 'output'}","Package":"p","Test":"T${index >> 1}","Output":"${'out '.repeat(50)}\\n"}\n`,
      200_000,
    ],
    [
      'tap',
      (index) => `${index === 0 ? '1..170000\n' : ''}ok ${index + 1} - ${'adds '.repeat(50)}\n`,
      170_000,
    ],
    [
      'jest-json',
      (index) =>
        `${index === 0 ? '{"numFailedTests":0,"testResults":[' : ','}{"name":"${index}","status":"passed","assertionResults":[{"title":"${'adds '.repeat(40)}","status":"passed"}]}`,
      150_000,
    ],
  ])('50 MB of %s take little memory', async (format, piece, count) => {
    async function* stream() {
      let text = '';
      for (let index = 0; index < count; index++) {
        text += piece(index);
        if (text.length > 1e6 || index === count - 1) {
          yield encode(text);
          text = '';
        }
      }
    }
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const reading = await readReports([{ name: 'huge', bytes: stream() }]);
    expect(reading.read[0]?.format).toBe(format);
    expect(reading.tests.passed).toBeGreaterThan(90_000);
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(60e6);
  });

  test('one text of 50 MB is bounded', async () => {
    async function* stream() {
      yield encode(
        '{"testResults":[{"name":"a","assertionResults":[{"title":"t","status":"failed","failureMessages":["',
      );
      for (let index = 0; index < 50; index++) yield encode('x '.repeat(500_000));
      yield encode('"]}]}]}');
    }
    const { failures, unread } = await readReports([{ name: 'huge', bytes: stream() }]);
    expect(failures[0]?.stack.text.length).toBeLessThan(70_000);
    expect(unread).toEqual([]);
  });
});
