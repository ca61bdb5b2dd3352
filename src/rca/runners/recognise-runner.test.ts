// Which runner a command ends up calling, and the command lines planned for it.
import { describe, expect, test } from 'vitest';
import { recogniseRunner } from './recognise-runner.ts';
import type { Manifests, TestName } from './runner.ts';

type Files = Readonly<Record<string, string>>;

const manifestsOf = (files: Files): Manifests => ({ read: (path) => files[path] ?? null });
const scripts = (all: Files): Files => ({ 'package.json': JSON.stringify({ scripts: all }) });
const words = (command: string) => command.split(' ').filter((word) => word !== '');

function plan(command: readonly string[], files: Files, tests: readonly TestName[] | 'all') {
  return recogniseRunner(command, manifestsOf(files))?.plan({ tests, out: '/out' });
}

describe('recognises', () => {
  test.each<[string, string | undefined, Files?]>([
    ['vitest', 'vitest'],
    ['npx vitest run', 'vitest'],
    ['npx --yes -p vitest vitest run src', 'vitest'],
    ['npx eslint vitest', undefined],
    ['./node_modules/.bin/jest --ci', 'jest'],
    ['node --experimental-vm-modules node_modules/jest/bin/jest.js', 'jest'],
    ['node node_modules/.bin/mocha', 'mocha'],
    ['node server.js', undefined],
    ['react-scripts test', 'jest'],
    ['mocha test/*.js --require x', 'mocha'],
    ['node --test', 'node:test'],
    ['node --import tsx --test test/a.ts', 'node:test'],
    ['node script.js --test', undefined],
    ['npx playwright test', 'Playwright'],
    ['npx playwright install', undefined],
    ['pytest -q', 'pytest'],
    ['/usr/bin/python3.12 -X dev -m pytest', 'pytest'],
    ['python -m unittest', 'unittest'],
    ['python -m http.server', undefined],
    ['uv run --frozen pytest', 'pytest'],
    ['uv run --with x python -m pytest', 'pytest'],
    ['poetry run pytest tests', 'pytest'],
    ['pipenv run python -m unittest', 'unittest'],
    ['go test ./...', 'go test'],
    ['go build', undefined],
    ['cargo test', 'cargo test'],
    ['cargo +nightly t', 'cargo test'],
    ['cargo nextest run', 'cargo nextest'],
    ['mvn -q test', 'Maven'],
    ['./mvnw -pl core -am verify', 'Maven'],
    ['mvn clean', undefined],
    ['./gradlew :core:test', 'Gradle'],
    ['gradle assemble', undefined],
    ['vendor/bin/phpunit', 'PHPUnit'],
    ['php -d memory_limit=1G vendor/bin/phpunit', undefined],
    ['php vendor/bin/phpunit', 'PHPUnit'],
    ['bundle exec rspec', 'RSpec'],
    ['dotnet test', 'dotnet test'],
    ['ctest --test-dir build', 'CTest'],
    ['env CI=1 jest', 'jest'],
    ['make test', undefined],
    ['', undefined],
    ['npm test', undefined],
    ['npm test', 'mocha', scripts({ test: 'NODE_ENV=test mocha' })],
    ['npm t', 'vitest', scripts({ test: 'vitest run' })],
    ['npm run unit', 'jest', scripts({ unit: 'cross-env NODE_ENV=test jest' })],
    ['yarn unit', 'jest', scripts({ unit: 'jest' })],
    ['yarn run unit', 'jest', scripts({ unit: 'jest' })],
    ['yarn jest', 'jest', scripts({})],
    ['pnpm test', 'vitest', scripts({ test: 'tsc && vitest' })],
    ['pnpm exec vitest', 'vitest'],
    ['bun run unit', 'vitest', scripts({ unit: 'vitest run' })],
    ['bun test', undefined, scripts({ test: 'vitest run' })],
    ['node --run test', 'vitest', scripts({ test: 'vitest run' })],
    ['npm test', 'mocha', scripts({ test: 'npm run unit', unit: 'nyc --reporter text mocha' })],
    ['npm test', undefined, scripts({ test: 'npm test' })],
    ['npm test', undefined, scripts({ test: 'vitest | tee log' })],
    ['npm test', undefined, scripts({ test: 'vitest; true' })],
    ['npm test', undefined, scripts({ test: 'vitest || true' })],
    ['npm test', undefined, scripts({ test: '(vitest)' })],
    ['npm test', undefined, scripts({ test: 'vitest && rm -r tmp' })],
    ['npm --prefix other test', undefined, scripts({ test: 'vitest' })],
    ['npm test', undefined, { 'package.json': 'no json' }],
    ['npm run constructor', undefined, scripts({ test: 'vitest' })],
    ['', 'mocha', scripts({ test: 'mocha' })],
    ['', 'go test', { 'go.mod': 'module x' }],
    ['', 'pytest', { 'pyproject.toml': '[tool.pytest.ini_options]' }],
    ['', 'cargo test', { 'Cargo.toml': '' }],
  ])('%s as %s', (command, name, files = {}) => {
    expect(recogniseRunner(words(command), manifestsOf(files))?.name).toBe(name);
  });
});

const adds: TestName = { suitePath: ['cart'], name: 'adds (1)', file: 'test/a.js' };
const other: TestName = { suitePath: [], name: 'other', file: 'test/b.js' };
const inClass = (className: string, name: string, file?: string): TestName => ({
  suitePath: [],
  name,
  className,
  ...(file === undefined ? {} : { file }),
});
const known: Files = {
  'test/a.js': '',
  'test/b.js': '',
  'tests/test_a.py': '',
  'go.mod': 'module x.org/m\n',
};
const pytestReport = '--junitxml=/out/results.xml -o junit_family=xunit1 -o cache_dir=/out/cache';
const jestReport =
  '--json --outputFile=/out/results.json --reporters=default --coverage=false --coverageThreshold={} --watchAll=false --forceExit';

test('pnpm takes options for its own behind `test`, but not behind `run test`', () => {
  const files = scripts({ test: 'mocha', all: 'pnpm test' });
  expect(plan(['pnpm', '-s', 'test'], files, 'all')?.words.slice(0, 5)).toEqual([
    'pnpm',
    '-s',
    'run',
    'test',
    '--reporter=xunit',
  ]);
  expect(plan(['pnpm', 'all'], files, 'all')).toBeUndefined();
});

test('the reports of a build tool are where its module is', () => {
  const from = (command: string) => plan(words(command), known, 'all')?.results.from;
  expect(from('mvn test')).toEqual({ path: 'target/surefire-reports', inModules: true });
  expect(from('mvn -pl core test')).toEqual({ path: 'core/target/surefire-reports' });
  expect(from('gradle :app:core:test')).toEqual({ path: 'app/core/build/test-results/test' });
});

test('a run of no tests in particular is a run of all', () => {
  expect(plan(['mocha', 'test'], known, [])).toEqual(plan(['mocha', 'test'], known, 'all'));
});

describe('selects', () => {
  test.each<[string, string, readonly TestName[] | 'all', string, Files?]>([
    [
      'one test of a file, with flags kept and files replaced',
      'mocha test/*.js --require x -R dot --grep y',
      [adds],
      String.raw`mocha --require x --grep=^ *(?:cart(?: | [>›] )adds\s+\(1\)|adds\s+\(1\)) *$ --reporter=xunit --reporter-option=output=/out/results.xml --exit test/a.js`,
    ],
    [
      'by name alone where the file is not known',
      'mocha test/*.js',
      [{ ...other, file: 'elsewhere/c.js' }],
      'mocha --grep=^ *(?:other) *$ --reporter=xunit --reporter-option=output=/out/results.xml --exit test/*.js',
    ],
    [
      'a file that another machine names from its own root',
      'jest --config jest.js src',
      [{ ...other, file: '/builds/web/test/b.js' }],
      `jest --config jest.js --testNamePattern=^ *(?:other) *$ ${jestReport} --runTestsByPath test/b.js`,
    ],
    [
      'behind the files of a script by name, with nothing for a shell to read',
      'npm test -- --bail',
      [adds],
      `npm test -- --bail --testNamePattern=^ *(?:cart(?: | [>›] )adds +.1.|adds +.1.) *$ ${jestReport}`,
      { ...known, ...scripts({ test: 'jest src' }) },
    ],
    [
      'through a script in a script',
      'npm test',
      [other],
      'npm test -- -- --grep=^ *(?:other) *$ --reporter=xunit --reporter-option=output=/out/results.xml --exit test/b.js',
      { ...known, ...scripts({ test: 'npm run unit', unit: 'mocha' }) },
    ],
    [
      'in place of files that npm hands on',
      'npm test -s test/a.js',
      [other],
      'npm test -s -- --grep=^ *(?:other) *$ --reporter=xunit --reporter-option=output=/out/results.xml --exit test/b.js',
      { ...known, ...scripts({ test: 'mocha' }) },
    ],
    [
      'through a program that hands on what follows a mark',
      'npm exec mocha -- --bail',
      [other],
      'npm exec -- mocha --bail --grep=^ *(?:other) *$ --reporter=xunit --reporter-option=output=/out/results.xml --exit test/b.js',
    ],
    [
      'several tests at once',
      'vitest src -t x',
      [adds, other],
      String.raw`vitest test/a.js test/b.js --run --testNamePattern=^ *(?:cart(?: | [>›] )adds\s+\(1\)|adds\s+\(1\)|other) *$ --reporter=json --outputFile=/out/results.json --coverage.enabled=false --no-cache`,
    ],
    [
      'with the flags of a version',
      'npx vitest run',
      'all',
      'npx vitest run --reporter=json --outputFile=/out/results.json --coverage.enabled=false --no-cache --fsModuleCachePath=/out/modules',
      { 'node_modules/vitest/package.json': '{ "version": "5.1.0" }' },
    ],
    [
      'a file that could not be loaded as a whole',
      'jest',
      [{ suitePath: [], name: '/ci/test/a.js', file: 'test/a.js' }],
      `jest ${jestReport} --runTestsByPath test/a.js`,
    ],
    [
      'a test of node:test before the files',
      'node --import tsx --test --test-reporter spec test/*.js',
      [other],
      'node --import tsx --test --test-name-pattern=^ *(?:other) *$ --test-reporter=junit --test-reporter-destination=/out/results.xml test/b.js',
    ],
    [
      'a subtest with the test around it',
      'node --test',
      [adds],
      String.raw`node --test --test-name-pattern=^ *(?:cart|cart(?: | [>›] )adds\s+\(1\)|adds\s+\(1\)) *$ --test-reporter=junit --test-reporter-destination=/out/results.xml test/a.js`,
      { 'test/a.js': "await t.test('adds (1)')" },
    ],
    [
      'node ids, from file and class',
      'python -m pytest tests -x --tb short',
      [inClass('tests.test_a.TestCart', 'test_add[1-a b]', 'tests/test_a.py')],
      `python -m pytest --tb short ${pytestReport} tests/test_a.py::TestCart::test_add[1-a b]`,
    ],
    [
      'node ids of inherited tests, in the module of their own class',
      'pytest',
      [inClass('tests.test_a.TestCart', 'test_add', 'tests/test_base.py')],
      `pytest ${pytestReport} tests/test_a.py::TestCart::test_add`,
      { 'tests/test_a.py': '', 'tests/test_base.py': '' },
    ],
    [
      'node ids, where the class alone tells the file',
      'pytest',
      [inClass('tests.test_a.TestCart.TestInner', 'test_add'), inClass('tests.test_a', 'test_top')],
      `pytest ${pytestReport} tests/test_a.py::TestCart::TestInner::test_add tests/test_a.py::test_top`,
    ],
    [
      'a module that could not be collected',
      'pytest -n 2 tests',
      [{ suitePath: ['pytest'], name: 'tests.test_a' }],
      `pytest -n 2 ${pytestReport} tests/test_a.py`,
    ],
    [
      'the file of a module that could not be collected, where the report names it',
      'pytest',
      [{ suitePath: ['pytest'], name: 'test_a', file: 'tests/test_a.py' }],
      `pytest ${pytestReport} tests/test_a.py`,
    ],
    [
      'methods by patterns, which leave examples in documents in, where one is such',
      'python -m unittest -q',
      [inClass('tests.test_a', 'divide'), inClass('tests.test_a.Cart', 'test_add')],
      'python -m unittest -v -k tests.test_a.divide -k tests.test_a.Cart.test_add',
    ],
    [
      'methods',
      'python -m unittest -q tests.test_a',
      [inClass('tests.test_a.Cart', 'test_add'), inClass('unittest.loader._FailedTest', 'tests.test_b')],
      'python -m unittest -v tests.test_a.Cart.test_add tests.test_b',
    ],
    [
      'methods of a discovery',
      'python -m unittest discover -s tests -p *_test.py',
      [inClass('a_test.Cart', 'test_add')],
      'python -m unittest discover -s tests -p *_test.py -v -k a_test.Cart.test_add',
    ],
    [
      'subtests of a package',
      'go test -race -run X ./... -args -x',
      [inClass('x.org/m/cart', 'TestAdd/a_(b)')],
      String.raw`go test -race -json -count=1 -run=^(?:TestAdd)$/^(?:a_\(b\))$ ./cart -args -x`,
    ],
    [
      'functions of several packages',
      'go test ./...',
      [inClass('x.org/m', 'TestA'), inClass('x.org/m/b', 'TestB')],
      'go test -json -count=1 -run=^(?:TestA|TestB)$ . ./b',
    ],
    [
      'paths of Rust',
      'cargo test --workspace filter -- --nocapture',
      [inClass('shop', 'cart::adds'), inClass('shop', 'cart::empty')],
      'cargo test --workspace --no-fail-fast -- --nocapture --exact cart::adds cart::empty',
    ],
    [
      'names of nextest',
      'cargo nextest run -p shop',
      [inClass('shop', 'cart::adds'), inClass('shop', 'cart::empty')],
      'cargo nextest run -p shop --no-fail-fast --status-level=all -E test(=cart::adds) + test(=cart::empty)',
    ],
    [
      'methods of Java with Maven',
      './mvnw -q -pl core test',
      [inClass('org.shop.CartTest', 'adds()'), inClass('org.shop.CartTest$Empty', 'cases(int)[1]')],
      './mvnw --batch-mode -pl core test -Dtest=org.shop.CartTest#adds,org.shop.CartTest$Empty#cases -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false',
    ],
    [
      'methods of Java with Gradle',
      './gradlew build :core:test --info',
      [inClass('org.shop.CartTest', 'adds()')],
      './gradlew build :core:cleanTest :core:test --tests org.shop.CartTest.adds --continue --info',
    ],
    [
      'methods of .NET',
      'dotnet test Shop.sln -c Release',
      [inClass('Shop.CartTests', 'Adds')],
      'dotnet test Shop.sln -c Release --logger trx;LogFilePrefix=results --results-directory /out --filter FullyQualifiedName=Shop.CartTests.Adds',
    ],
    [
      'data sets of PHP',
      'vendor/bin/phpunit --testsuite unit',
      [inClass('Shop.Tests.CartTest', 'testAdd with data set "a/b"')],
      String.raw`vendor/bin/phpunit --testsuite unit --do-not-cache-result --log-junit=/out/results.xml --filter=/(?:^|\\|::)(?:CartTest::testAdd\s+with\s+data\s+set\s+"a\/b")$/`,
    ],
    [
      'examples of RSpec',
      'bundle exec rspec --tag fast spec',
      [{ suitePath: ['rspec'], name: 'Cart adds' }],
      String.raw`bundle exec rspec --tag fast --example-matches=^ *(?:Cart\s+adds) *$ --no-fail-fast --format=json --out=/out/results.json spec`,
    ],
  ])('%s', (_, command, tests, expected, files = known) => {
    expect(plan(words(command), files, tests)?.words.join(' ')).toBe(expected);
  });

  test('behind the files of a script through the environment, where node would take options for files', () => {
    const files = { ...known, ...scripts({ test: 'node --test test/b.js' }) };
    expect(plan(['npm', 'test'], files, [other])).toMatchObject({
      words: ['npm', 'test', '--'],
      environment: {
        NODE_OPTIONS:
          '"--test-name-pattern=^ *(?:other) *$" "--test-reporter=junit" "--test-reporter-destination=/out/results.xml"',
      },
    });
  });
});

test('a version of mocha that knows no way to end a run is not asked to', () => {
  const old = { ...known, 'node_modules/mocha/package.json': '{ "version": "3.5.3" }' };
  expect(plan(['mocha'], old, 'all')?.words).not.toContain('--exit');
  expect(plan(['mocha'], known, 'all')?.words).toContain('--exit');
});

test('a name that the intake cut short is left to a run of the whole file', () => {
  const cut: TestName = { ...other, name: 'head\n[… 12 bytes left out …]\ntail' };
  expect(plan(['mocha'], known, [cut])).toMatchObject({
    words: expect.arrayContaining(['test/b.js']),
  });
});
