// Reading reports: every dialect from a fixture as its writer prints it, and every way a document can be broken.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectGarbage } from '../../../test/support/collect-garbage.ts';
import { type ReportReading, readReports } from './read-reports.ts';
import { intakeLimits } from './reading/bounded-text.ts';
import type { FailedTest, Retry } from './reading/failed-test.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/reports');
const fixture = (name: string) => new Uint8Array(readFileSync(join(fixtures, `${name}.xml`)));
const encode = (text: string) => new TextEncoder().encode(text);

async function* chunks(bytes: Uint8Array, size = 64 * 1024) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function read(input: Uint8Array | string, name = 'report.xml'): Promise<ReportReading> {
  return readReports([{ name, bytes: chunks(typeof input === 'string' ? encode(input) : input) }]);
}

const inSuite = (tests: string) => `<testsuite name="s">${tests}</testsuite>`;
const failing = (inner: string) => inSuite(`<testcase name="t">${inner}</testcase>`);

/** The counts that are not zero, in a fixed order, for instance `3 = 1 passed + 2 failed`. */
function countsOf({ tests: { total, ...outcomes } }: ReportReading): string {
  const parts = Object.entries(outcomes).filter(([, count]) => count > 0);
  return `${total} = ${parts.map(([outcome, count]) => `${count} ${outcome}`).join(' + ')}`;
}

const retryOf = (retry: Retry) =>
  retry.outcome === 'passed' ? 'passed' : `failed: ${retry.stack.text.split('\n')[0]}`;

function summary(failed: FailedTest) {
  const { kind, type, suite, name, className, file, line, durationMs, source, retries } = failed;
  const facts = { kind, type, suite, name, className, file, line, durationMs, place: source.place };
  const texts = {
    message: failed.message.text,
    stackStart: failed.stack.text.split('\n')[0],
    out: failed.output.out.text.trim(),
    suiteOut: failed.suiteOutput.out.text.trim(),
    suiteErr: failed.suiteOutput.err.text.trim(),
    retries: retries.map(retryOf).join(', '),
  };
  const said = Object.entries({ ...facts, ...texts }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return Object.fromEntries(said);
}

const dialects = readdirSync(fixtures).flatMap((name) => (name.endsWith('.xml') ? [name.slice(0, -4)] : []));

// What each fixture holds stands beside it.
test.each(dialects)('reads %s', async (name) => {
  const reading = await read(fixture(name));
  const expected = JSON.parse(readFileSync(join(fixtures, `${name}.expected.json`), 'utf8'));
  expect({
    counts: countsOf(reading),
    failures: reading.failures.map(summary),
    flaky: reading.flaky.map(summary),
    unread: reading.unread,
  }).toEqual({ failures: [], flaky: [], unread: [], ...expected });
});

test('properties, environment and nested suites are kept', async () => {
  const [pytest, phpunit, surefire] = await Promise.all(
    ['pytest-xunit2', 'phpunit', 'surefire'].map(async (name) => (await read(fixture(name))).failures[0]),
  );
  expect(pytest?.properties).toEqual([{ name: 'owner', value: 'checkout' }]);
  expect(phpunit?.suitePath).toEqual(['phpunit.xml.dist', 'unit', 'Shop\\Tests\\CartTest']);
  expect(surefire?.environment).toContainEqual({ name: 'java.version', value: '21.0.4' });
});

test.each<[string, string[], string]>([
  ['a pass after a failure is a retry', ['a -', 'b', 'a'], 'passed'],
  ['a failure after a failure says nothing', ['a -', 'a -'], ''],
  ['a pass before the failure is another test', ['a', 'a -'], ''],
  ['where a test that passed comes again, equal names are several tests', ['b', 'a -', 'b', 'a'], ''],
  ['the same where that is seen last', ['a -', 'a', 'b', 'b'], ''],
])('%s', async (_, tests, retries) => {
  const cases = tests.map((one) =>
    one.endsWith(' -')
      ? `<testcase name="${one.slice(0, -2)}"><failure>x</failure></testcase>`
      : `<testcase name="${one}"/>`,
  );
  const { failures } = await read(`<testsuite name="s">${cases.join('')}</testsuite>`);
  expect(failures[0]?.retries.map(retryOf).join(', ')).toBe(retries);
});

describe('what cannot be read is said with its place', () => {
  const good = failing('<failure message="m">body</failure>');

  async function check(input: Uint8Array | string, expected: { failures?: number; reason?: string }) {
    const { failures, unread } = await read(input);
    expect({ failures: failures.length, reason: unread[0]?.reason }).toEqual({
      failures: expected.failures ?? 0,
      reason: expected.reason,
    });
  }

  test.each<[string, Uint8Array | string, { failures?: number; reason?: string }]>([
    ['an empty file', '', { reason: 'it is empty' }],
    ['a blank file', ' \n\t', { reason: 'it is empty' }],
    [
      'a plain text',
      'all is well\n',
      { reason: 'it is of no known report format, and as a log it shows no failure of a known test runner' },
    ],
    [
      'a page',
      '<!doctype html><html></html>',
      {
        reason:
          'no known report format has the root `<html>`: this is a page for people; give the XML or JSON of the same run',
      },
    ],
    [
      'other XML',
      '<?xml version="1.0"?>\n<widgets/>',
      { reason: 'no known report format has the root `<widgets>`' },
    ],
    ['a comment alone', '<!-- nothing -->', { reason: 'it has no test suite in it' }],
    [
      'bytes of no text',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
      { reason: 'no known report format begins with `?PNG`' },
    ],
    ['a whole report', good, { failures: 1 }],
    ['two documents in one file', `${good}\n<?xml version="1.0"?>\n${good}`, { failures: 2 }],
    ['lines of a log before the report', `> test\n\n${good}`, { failures: 1 }],
    ['a report that says nothing', '<testsuites/>', {}],
    [
      'errors that are counted and not described',
      '<testsuites tests="0" failures="0" errors="5"></testsuites>',
      {
        reason:
          'it counts errors or failures (5) and describes none; see what the test runner printed, a build may have failed',
      },
    ],
    [
      'errors that a suite counts and does not describe',
      '<testsuite name="rspec" tests="1" errors="4"><testcase name="a"/></testsuite>',
      {
        reason:
          'it counts errors or failures (4) and describes none; see what the test runner printed, a build may have failed',
      },
    ],
    ['errors that are described', `<testsuites errors="1">${good}</testsuites>`, { failures: 1 }],
    [
      'a cut inside a body',
      good.slice(0, good.indexOf('</failure>') - 2),
      { failures: 1, reason: 'it is cut off at line 1, inside `<failure>`; what came before was read' },
    ],
    [
      'a cut inside a tag',
      '<testsuite>\n<testcase name="a"/>\n<testcase na',
      { reason: 'it is cut off at line 3, inside `<testsuite>`; what came before was read' },
    ],
    [
      'a deep nest',
      `<testsuites>${'<a>'.repeat(1000)}`,
      { reason: `it nests deeper than ${intakeLimits.depth} elements (line 1)` },
    ],
  ])('%s', async (_, input, expected) => {
    await check(input, expected);
  });

  test('a stream that breaks keeps what came before', async () => {
    async function* breaking() {
      yield encode(`${good}\n<testsuite name="`);
      throw new Error('connection lost');
    }
    const { failures, unread } = await readReports([{ name: 'r', bytes: breaking() }]);
    expect(failures).toHaveLength(1);
    expect(unread).toEqual([{ source: 'r', reason: 'reading stopped at line 2: connection lost' }]);
  });

  test('a test whose end is missing counts only where it is known to have failed', async () => {
    expect((await read('<testsuite><testcase name="a"><system-out>x')).tests.total).toBe(0);
    expect((await read('<testsuite><testcase name="a"><failure>x')).tests.failed).toBe(1);
  });
});

describe('encodings', () => {
  const text = failing('<failure message="für 10 €">→ naïve</failure>');
  const utf16 = (source: string) =>
    new Uint8Array(Uint16Array.from(source, (unit) => unit.charCodeAt(0)).buffer);
  const swapped = (bytes: Uint8Array) => bytes.map((_, index) => bytes[index ^ 1] ?? 0);
  const bytes = (...values: (string | number)[]) =>
    Uint8Array.from(values.flatMap((value) => (typeof value === 'number' ? [value] : [...encode(value)])));

  async function check(input: Uint8Array, expected: string) {
    const { failures } = await read(input);
    expect(`${failures[0]?.message.text} | ${failures[0]?.stack.text}`).toBe(expected);
  }

  test.each<[string, Uint8Array, string]>([
    ['UTF-8', encode(text), 'für 10 € | → naïve'],
    ['UTF-8 with a mark', encode(`\ufeff${text}`), 'für 10 € | → naïve'],
    ['UTF-16 LE with a mark', utf16(`\ufeff${text}`), 'für 10 € | → naïve'],
    ['UTF-16 BE with a mark', swapped(utf16(`\ufeff${text}`)), 'für 10 € | → naïve'],
    ['UTF-16 LE without a mark', utf16(text), 'für 10 € | → naïve'],
    ['UTF-16 BE without a mark', swapped(utf16(text)), 'für 10 € | → naïve'],
    [
      'UTF-8 that calls itself UTF-16',
      encode(`<?xml version="1.0" encoding="utf-16"?>${text}`),
      'für 10 € | → naïve',
    ],
    [
      'Latin-1 as declared',
      bytes(
        '<?xml version="1.0" encoding="ISO-8859-1"?>',
        '<testsuite><testcase><failure message="f',
        0xfc,
        'r">x',
      ),
      'für | x',
    ],
    ['an unknown encoding', encode(`<?xml version="1.0" encoding="klingon"?>${text}`), 'für 10 € | → naïve'],
    [
      'invalid UTF-8',
      bytes('<testsuite><testcase><failure message="f', 0xfc, 'r">x</failure>'),
      'f\ufffdr | x',
    ],
  ])('%s', async (_, input, expected) => {
    await check(input, expected);
  });
});

describe('bounds', () => {
  test('a long text keeps head and tail and says how much was cut', async () => {
    const body = `first ${'x'.repeat(300_000)} last`;
    const [failed] = (await read(failing(`<failure>${body}</failure>`))).failures;
    expect(failed?.stack.text.length).toBeLessThan(intakeLimits.stackLength + 100);
    expect(failed?.stack.text).toMatch(/^first x/);
    expect(failed?.stack.text).toMatch(/x last$/);
    // A little more than the limit asks for, so that no word is cut in two.
    const least = body.length - intakeLimits.stackLength;
    expect(failed?.stack.cutBytes).toBeGreaterThanOrEqual(least);
    expect(failed?.stack.cutBytes).toBeLessThanOrEqual(least + 2 * 4_096);
    expect(failed?.stack.text).toContain(`[… ${failed?.stack.cutBytes} bytes left out …]`);
  });

  test('a gigantic attribute and a gigantic name are bounded', async () => {
    const [failed] = (
      await read(failing(`<failure ${'n'.repeat(1e6)}="1" message="${'m'.repeat(1e6)}">x</failure>`))
    ).failures;
    expect(failed?.message.text.length).toBeLessThan(intakeLimits.messageLength + 100);
    expect(failed?.message.cutBytes).toBeGreaterThan(900_000);
  });

  test('failures past the bound are counted and said', async () => {
    const one = '<testcase name="t"><failure>x</failure></testcase>';
    const { tests, failures, unread } = await read(inSuite(one.repeat(intakeLimits.failures + 5)));
    expect(failures).toHaveLength(intakeLimits.failures);
    expect(tests.failed).toBe(intakeLimits.failures + 5);
    expect(unread[0]?.reason).toBe('5 further failures were counted but not kept, past the first 10000');
  });

  test('memory does not grow with the document', async () => {
    const megabytes = 24;
    const passing = `<testcase classname="a.b.C" name="passes" time="0.001"><system-out>${'out '.repeat(100)}</system-out></testcase>\n`;
    const block = encode(passing.repeat(Math.ceil(1e6 / passing.length)));
    const failed = '<testcase name="t"><failure message="m">';
    async function* stream() {
      yield encode(`<testsuite name="s">${failed}`);
      for (let count = 0; count < megabytes / 2; count++) yield encode('at a.B.c(B.java:1)\n'.repeat(52_000));
      yield encode('</failure></testcase>');
      for (let count = 0; count < megabytes / 2; count++) yield block;
      yield encode('</testsuite>');
    }
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const reading = await readReports([{ name: 'huge', bytes: stream() }]);
    const retained = JSON.stringify(reading).length;
    expect(reading.tests.passed).toBeGreaterThan(15_000);
    expect(retained).toBeLessThan(200_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150e6);
  });
});

test('sources are read in the order of their names, whatever order they come in', async () => {
  const source = (name: string) => ({ name, bytes: chunks(encode(failing(`<failure message="${name}"/>`))) });
  async function* late() {
    yield* ['b', 'c', 'a'].map(source);
  }
  const { failures, read: sources } = await readReports(late());
  expect(failures.map(({ message }) => message.text)).toEqual(['a', 'b', 'c']);
  expect(sources).toEqual(['a', 'b', 'c'].map((name) => ({ source: name, format: 'junit-xml', tests: 1 })));
});

test('an unknown source is closed after its beginning', async () => {
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(10_000);
    } finally {
      isClosed = true;
    }
  }
  expect((await readReports([{ name: 'log', bytes: endless() }])).unread).toHaveLength(1);
  expect(isClosed).toBe(true);
});
