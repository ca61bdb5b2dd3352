// A CI system's decoration does not change what is read from a log, and unfinished runner output does no
// harm.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readReports } from '../read-reports.ts';

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/formats');
const logs = readdirSync(fixtures).filter((name) => /^(?!github|gitlab|jenkins).*[.]log$/.test(name));

async function read(text: string) {
  async function* bytes() {
    yield new TextEncoder().encode(text);
  }
  return readReports([{ name: 'build.log', bytes: bytes() }]);
}

/** The tests that were read, without their line numbers. */
async function told(text: string) {
  const { tests, failures, flaky } = await read(text);
  const names = [...failures, ...flaky].map(({ suite, name, file, line, type, message, stack }) => ({
    suite,
    name,
    file,
    line,
    type,
    message: message.text,
    stack: stack.text,
  }));
  return { tests, names };
}

const dresses: Readonly<Record<string, (line: string, index: number) => string>> = {
  'GitHub Actions': (line) => `2026-11-19T10:00:00.1234567Z ${line}`,
  'gh run view': (line, index) =>
    index % 3 === 1
      ? `test (22)\tRun tests\t${line}`
      : `test (22)\tRun tests\t2026-11-19T10:00:00.1234567Z ${line}`,
  'GitLab with times': (line) => `2026-11-19T10:00:00.123456Z 01O ${line}`,
  'Jenkins with times': (line) => `[2026-11-19T10:00:00.123Z] ${line}`,
  'the hours of Jenkins': (line) => `10:00:00  ${line}`,
  'Docker Compose': (line) => `test_1            | ${line}`,
  'a build of Docker': (line) => `#29 35.78 ${line}`,
  'line ends of Windows': (line) => `${line}\r`,
  colours: (line) => `\u001b[0m${line}\u001b[39m`,
};

describe.each(Object.entries(dresses))('%s', (_, dress) => {
  test.each(logs)('%s is read as it is', async (name) => {
    const plain = readFileSync(join(fixtures, name), 'utf8');
    expect(await told(plain.trimEnd().split('\n').map(dress).join('\n'))).toEqual(await told(plain));
  });
});

test('the logs of several runners in one are read each by its own', async () => {
  const all = logs.map((name) => readFileSync(join(fixtures, name), 'utf8'));
  const builds = ['tsc.log', 'maven-compile.log', 'cargo-compile.log'];
  const runs = logs.filter((name) => !builds.includes(name));
  const expected = await Promise.all(
    runs.map(async (name) => (await read(readFileSync(join(fixtures, name), 'utf8'))).tests),
  );
  // If tests failed, compiler output is not a second failure.
  const { tests } = await read(all.join('\n'));
  expect(tests.failed).toBe(expected.reduce((sum, one) => sum + one.failed, 0));
  expect(tests.errored).toBe(expected.reduce((sum, one) => sum + one.errored, 0));
  expect(tests.flaky).toBe(1);
});

const step = (...lines: readonly string[]) =>
  ['##[group]Run make check', 'shell: /usr/bin/bash', '##[endgroup]', ...lines].join('\n');

test.each<[string, string, string]>([
  [
    'a step without the words of a runner',
    step(
      'checking',
      'lint: 3 files',
      'ERROR: the licence of a.c is missing',
      '##[error]Process completed with exit code 2.',
    ),
    'make check: ERROR: the licence of a.c is missing',
  ],
  [
    'what the CI system marks as the error',
    step('checking', '##[error]The licence is missing', '##[error]Process completed with exit code 2.'),
    'make check: The licence is missing',
  ],
  [
    'a step that says nothing',
    step('##[error]Process completed with exit code 2.'),
    'make check: the step failed, and the log does not say how',
  ],
  [
    'a compiler in a terminal',
    'gcc -c a.c\na.c:3:5: error: expected expression\n',
    'the build: expected expression',
  ],
])('%s is one failure of the build', async (_, text, expected) => {
  const { tests, failures } = await read(text);
  expect(tests.errored).toBe(1);
  expect(failures.map(({ name, message }) => `${name}: ${message.text}`)).toEqual([expected]);
});

test.each<[string, string, string]>([
  [
    'a text',
    'all is well\n',
    'it is of no known report format, and as a log it shows no failure of a known test runner',
  ],
  [
    'a log of a green step',
    step('done'),
    'it is a log of GitHub Actions, and shows no failure of a known test runner',
  ],
  ['the beginning of a run', '=== RUN   TestA\n', 'it is a log, and go test tells of no failure in it'],
  ['a log of a green run', '===== 5 passed in 0.10s =====\n', 'it is a log, read as pytest printed it'],
  [
    'a summary that counts more',
    '===== 5 failed in 0.10s =====\n',
    'it is a log, read as pytest printed it; failures that are counted and not told: 5',
  ],
  [
    'a line without end',
    `===== 5 passed in 0.10s =====\n${'x'.repeat(5_000_000)}\n`,
    'it is a log, read as pytest printed it; lines too long to be read: 1',
  ],
])('%s says what it is', async (_, text, reason) => {
  const { unread, failures } = await read(text);
  expect(failures).toEqual([]);
  expect(unread).toEqual([{ source: 'build.log', reason }]);
});

test('a summary that counts beyond all numbers is no number of tests', async () => {
  const { tests } = await read(`${'===== 999999999 passed in 0.10s =====\n'.repeat(20)}`);
  expect(Number.isSafeInteger(tests.total)).toBe(true);
  expect((await read('===== 9999999999999999999999 passed in 0.10s =====\n')).tests.total).toBeLessThan(1e10);
});

const heads: readonly string[] = [
  '',
  '=== FAILURES ===\n___ a ___\n',
  `${'='.repeat(70)}\nFAIL: a (b)\n${'-'.repeat(70)}\n`,
  'FAIL a.test.js\n  ● a\n',
  '⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n FAIL  a.js > b\n',
  '  1 failing\n\n  1) a\n',
  '✖ failing tests:\n\ntest at a.js:1:1\n✖ a (1ms)\n',
  '  1) [a] › a.js:1:1 › b\n',
  '--- FAIL: a (0.00s)\n',
  '---- a stdout ----\n',
  '[ RUN      ] a.b\n',
  '[INFO] T E S T S\n[ERROR] a.b -- Time elapsed: 1 s <<< FAILURE!\n',
  'a > b FAILED\n',
  'Failures:\n\n  1) a\n',
  '  1) Failure:\na#b [c:1]:\n',
  'There was 1 failure:\n\n1) A::b\n',
];

describe.each(heads)('behind %j', (head) => {
  test.each([
    'x',
    ' ',
    'a ',
    'a.',
    'a > ',
    '_ ',
    '=',
    '⎯',
    'error ',
    'at ',
    '1 a, ',
    '<<< ',
    '[a] › ',
    '\t',
    '::',
  ])('long lines of %j are read in linear time', async (unit) => {
    const line = `${unit.repeat(4_000 / unit.length)}\n`;
    const begin = process.cpuUsage();
    const { tests, failures } = await read(`${head}${line.repeat(500_000 / line.length)}`);
    expect(failures).toHaveLength(tests.failed + tests.errored);
    expect(process.cpuUsage(begin).user).toBeLessThan(2e6);
  });

  test('many failures are bounded', async () => {
    const { tests, failures } = await read(head.repeat(3_000));
    expect(failures.length).toBe(Math.min(tests.failed + tests.errored, 10_000));
  });
});
