// Triage by rules: each category by its clear signs, and every look-alike left to the product.
import { expect, test } from 'vitest';
import { failure, trace } from '../../../test/support/sample-blocks.ts';
import { type SampleBlock, samplePack } from '../../../test/support/sample-pack.ts';
import type { FailureBlock, TraceBlock } from '../blocks/case-blocks.ts';
import { triageCase } from './triage-case.ts';

const library = { kind: 'library', function: 'connect', file: 'node:net', line: 1 };
const product = { kind: 'own', function: 'open', file: '/ci/app/src/net/client.js', line: 3 };
const inTest = { kind: 'own', function: 'total', file: '/ci/app/test/cart.test.js', line: 9 };

function check(blocks: readonly SampleBlock[], expected: object) {
  expect(triageCase(samplePack(blocks)).data).toMatchObject(expected);
}

type Row = [string, string, Partial<FailureBlock>, TraceBlock['frames']];

test.each<Row>([
  [
    'a database refused',
    'infra',
    { message: 'Error: connect ECONNREFUSED 127.0.0.1:5432' },
    [library, product],
  ],
  [
    'a name did not resolve',
    'infra',
    { type: 'Error', message: 'getaddrinfo ENOTFOUND db.internal' },
    [library],
  ],
  [
    'a Java service refused',
    'infra',
    { type: 'java.net.ConnectException', message: 'Connection refused' },
    [],
  ],
  [
    'PostgreSQL refused Python',
    'infra',
    {
      type: 'psycopg2.OperationalError',
      message: 'connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
    },
    [],
  ],
  [
    'the disk was full',
    'infra',
    { message: "Error: ENOSPC: no space left on device, write '/tmp/x'" },
    [library],
  ],
  ['the process was killed', 'infra', { message: 'command exited with code 137' }, []],
  [
    'there was no Docker',
    'infra',
    { message: 'IllegalStateException: Could not find a valid Docker environment' },
    [],
  ],
  ['a package is missing', 'environment', { message: "ModuleNotFoundError: No module named 'numpy'" }, []],
  [
    'a port that the product was refused',
    'environment',
    { message: 'OSError: [Errno 98] Address already in use' },
    [product],
  ],
  [
    'a file that the product was refused',
    'environment',
    { message: "PermissionError: [Errno 13] Permission denied: '/var/lib/shop'" },
    [product],
  ],
  [
    'a file that the product refuses',
    'product',
    { message: "PermissionError: Permission denied: '/var/lib/shop'" },
    [product],
  ],
  [
    'the project is not installed',
    'environment',
    { message: 'importlib.metadata.PackageNotFoundError: No package metadata was found for shop' },
    [product],
  ],
  ['a Node package is missing', 'environment', { message: "Error: Cannot find module 'left-pad'" }, [inTest]],
  [
    'a library is missing',
    'environment',
    { message: 'ImportError: libGL.so.1: cannot open shared object file' },
    [],
  ],
  ['a command is missing', 'environment', { message: 'Error: spawn ffmpeg ENOENT' }, [library]],
  ['a fixture is missing', 'test', { message: "fixture 'cart' not found" }, []],
  [
    'the test file has a syntax error',
    'test',
    { type: 'SyntaxError', message: 'Unexpected token' },
    [inTest],
  ],
  [
    'stubs are left unfinished',
    'test',
    { type: 'org.mockito.exceptions.misusing.UnfinishedStubbingException' },
    [],
  ],
  ['the test passed when run again', 'flake', { retries: ['failed', 'passed'] }, []],
  [
    'the report calls it flaky',
    'flake',
    { is_flaky: true, message: 'connect ECONNREFUSED 10.0.0.1:5432' },
    [],
  ],
  ['nothing is known', 'unknown', { message: '', type: '' }, []],
])('%s: %s', (_, category, parts, frames) => {
  check([failure(parts), ...(frames.length > 0 ? [trace(frames)] : [])], { symptom_category: category });
});

test.each<Row>([
  [
    'an assertion about a timeout',
    'product',
    { message: 'AssertionError: expected timeout to be 30' },
    [inTest],
  ],
  [
    'an assertion that expects a refusal',
    'product',
    { message: "expected 'ok' to equal 'connect ECONNREFUSED'" },
    [inTest],
  ],
  [
    'a server that the test itself starts',
    'product',
    { message: 'Error: connect ECONNREFUSED 127.0.0.1:49213' },
    [library],
  ],
  ['a made-up host', 'product', { message: 'Error: getaddrinfo ENOTFOUND nowhere.invalid' }, [library]],
  [
    'a refusal that the product itself throws',
    'product',
    { message: 'Error: connect ECONNREFUSED 10.0.0.1:5432' },
    [product],
  ],
  ['a runner that gave up waiting', 'product', { message: 'Test timed out in 5000ms.' }, []],
  [
    'memory that the product ate',
    'product',
    { type: 'java.lang.OutOfMemoryError', message: 'Java heap space' },
    [],
  ],
  [
    'an own module that is missing',
    'product',
    { message: "ModuleNotFoundError: No module named 'src.cart'" },
    [product],
  ],
  [
    'a relative module that is missing',
    'product',
    { message: "Error: Cannot find module './cart'" },
    [product],
  ],
  [
    'a syntax error met in the product',
    'product',
    { type: 'SyntaxError', message: 'Unexpected token' },
    [product, inTest],
  ],
])('%s is left to the %s', (_, category, parts, frames) => {
  check([failure(parts), trace(frames)], { symptom_category: category, skip_investigation: false });
});

test.each<[string, string, boolean]>([
  ['flaky', 'flake', true],
  ['infrastructure', 'infra', true],
  ['environment', 'environment', false],
  ['test_bug', 'test', false],
  ['product_bug', 'product', false],
  ['to_investigate', 'unknown', false],
])('the hypothesis is %s for %s, and the search is skipped: %s', (hypothesis, category, isSkipped) => {
  const marks: Record<string, Partial<FailureBlock>> = {
    flake: { is_flaky: true },
    infra: { message: 'Error: connect ECONNREFUSED 10.0.0.1:5432' },
    environment: { message: 'Error: spawn x ENOENT' },
    test: { message: "fixture 'x' not found" },
    unknown: { message: '' },
  };
  check([failure(marks[category])], { defect_type_hypothesis: hypothesis, skip_investigation: isSkipped });
});

test.each<[string, TraceBlock['frames'], string[]]>([
  ['no frame', [], []],
  ['tests alone', [inTest], []],
  ['a file on another machine', [product, inTest], ['src/net']],
  [
    'files in the repository, innermost first',
    [
      { kind: 'own', file: 'lib/a/x.py' },
      { kind: 'own', file: './lib/b/y.py' },
      { kind: 'own', file: 'lib/a/z.py' },
    ],
    ['lib/a', 'lib/b'],
  ],
  [
    'packages of the project and not those of a library',
    [
      { kind: 'own', module: 'org.hibernate.Session', file: 'Session.java' },
      { kind: 'own', module: 'com.example.cart.Cart$Line', file: 'Cart.java' },
      { kind: 'own', module: 'com.example.cart.CartTest', file: 'CartTest.java' },
    ],
    ['com/example/cart'],
  ],
  ['a file at the root', [{ kind: 'own', file: 'index.js' }], []],
])('components named by %s', (_, frames, expected) => {
  check([failure(), trace(frames)], { candidate_repos: expected });
});

test.each<[string, SampleBlock[], string | undefined]>([
  [
    'an expired certificate',
    [failure({ message: 'Error: certificate has expired' })],
    'clock_skew_suspected',
  ],
  [
    'output that says so',
    [failure(), { kind: 'output', payload: { out: '', err: 'warning: clock skew detected' } }],
    'clock_skew_suspected',
  ],
  [
    'a set-up frame',
    [failure(), trace([{ kind: 'own', function: 'CartTest.setUpClass', file: 'test/x.py' }])],
    'cascade_suspected',
  ],
  [
    'a set-up title',
    [failure({ tests: [{ suite: 'cart', name: '"before all" hook for "adds"' }] })],
    'cascade_suspected',
  ],
  ['a plain failure', [failure()], undefined],
])('%s is flagged', (_, blocks, flag) => {
  const { data } = triageCase(samplePack(blocks));
  expect(Object.keys(data).filter((key) => key.endsWith('_suspected'))).toEqual(
    flag === undefined ? [] : [flag],
  );
});

test('rules take no long time over giant texts', () => {
  const giants = ['a.', 'connect ', 'Error: ', '127.0.0.1:', "No module named '", '\\x', 'ENV variable '];
  for (const part of giants) {
    const giant = part.repeat(50_000);
    const blocks = [failure({ message: giant, type: giant }), trace([], { text: giant, exception: giant })];
    const began = process.cpuUsage();
    triageCase(samplePack([...blocks, { kind: 'output', payload: { out: giant, err: giant } }]));
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  }
});
