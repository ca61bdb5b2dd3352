// Real runners, as far as the machine has them: what a plan selects is what runs, and nothing is left in the project.
// What others reported is recorded in test/fixtures/runners.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  isSameTest,
  type PlannedCommand,
  readResults,
  recogniseRunner,
  type TestResult,
} from '../../src/rca/index.ts';

type Case = {
  readonly runner: string;
  /** A command that tells whether the machine has it. */
  readonly probe: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** Every test of the project, as `name status`. */
  readonly all: readonly string[];
  /** Tests to run alone, by a part of their name, with those that run along where they cannot be avoided. */
  readonly alone: Readonly<Record<string, readonly string[]>>;
  /** What the runner leaves beside the project's own files. */
  readonly leaves?: readonly string[];
};

const oddName = 'adds "q" $(touch pwned) [1] a/b';
const javaScript = (head: string, fail: string) => `${head}
describe('cart', () => {
  test('${oddName}', () => { ${fail} });
  test('is empty', () => {});
  ${'test'}.skip('later', () => {});
  describe('inner', () => { test('is empty', () => {}); });
});
test('-x', () => {});
`;
const javaScriptTests = [
  `${oddName} failed`,
  '-x passed',
  'is empty passed',
  'is empty passed',
  'later skipped',
];
const nodeTests = javaScript(
  "import { describe, test } from 'node:test'; import assert from 'node:assert';",
  'assert.equal(1, 2);',
);

const cases: readonly Case[] = [
  {
    runner: 'node:test',
    probe: [process.execPath, '--version'],
    files: { 'test/a.test.mjs': nodeTests, 'test/b.test.mjs': nodeTests },
    command: [process.execPath, '--test', 'test/a.test.mjs'],
    all: javaScriptTests.map((line) => line.replaceAll('"', '&quot;')),
    alone: { adds: [`${oddName.replaceAll('"', '&quot;')} failed`], '-x': ['-x passed'] },
  },
  {
    runner: 'vitest',
    probe: ['node_modules/.bin/vitest', '--version'],
    files: {
      'src/a.test.js': javaScript("import { describe, expect, test } from 'vitest';", 'expect(1).toBe(2);'),
      'package.json': '{ "type": "module", "scripts": { "test": "vitest" } }',
    },
    command: ['npm', 'test'],
    all: javaScriptTests,
    alone: { adds: [`${oddName} failed`], '-x': ['-x passed'] },
  },
  {
    runner: 'unittest',
    probe: ['python3', '--version'],
    files: {
      'test_cart.py': `import unittest
class Cart(unittest.TestCase):
    def test_adds(self):
        """Adds (two)."""
        self.assertEqual(1, 2)
    def test_empty(self): print('noise')
    @unittest.skip('later')
    def test_later(self): pass
`,
      'test_broken.py': 'import no_such_module\n',
    },
    command: ['python3', '-m', 'unittest'],
    all: ['test_adds failed', 'test_broken failed', 'test_empty passed', 'test_later skipped'],
    alone: { adds: ['test_adds failed'], empty: ['test_empty passed'], broken: ['test_broken failed'] },
  },
  {
    runner: 'pytest',
    probe: ['python3', '-m', 'pytest', '--version'],
    files: {
      'tests/test_cart.py': `import pytest
@pytest.mark.parametrize('n', [1, 'a b', '[q]::$(touch pwned)'])
def test_case(n): assert n == 1
class TestCart:
    class TestInner:
        def test_adds(self): assert False, 'inner'
@pytest.mark.skip
def test_later(): pass
`,
    },
    command: ['python3', '-m', 'pytest', '-q', 'tests'],
    // Of a plugin that some machines have.
    leaves: ['.benchmarks'],
    all: [
      'test_adds failed',
      'test_case[1] passed',
      'test_case[[q]::$(touch pwned)] failed',
      'test_case[a b] failed',
      'test_later skipped',
    ],
    alone: {
      adds: ['test_adds failed'],
      pwned: ['test_case[[q]::$(touch pwned)] failed'],
      '[1]': ['test_case[1] passed'],
    },
  },
  {
    runner: 'go test',
    probe: ['go', 'version'],
    files: {
      'go.mod': 'module example.com/shop\n\ngo 1.18\n',
      'cart/cart_test.go': `package cart
import "testing"
func TestAdds(t *testing.T) {
	t.Run("a (b)", func(t *testing.T) { t.Errorf("got %d", 1) })
	t.Run("c", func(t *testing.T) {})
}
func TestEmpty(t *testing.T) {}
func TestLater(t *testing.T) { t.Skip("later") }
`,
    },
    command: ['go', 'test', './...'],
    all: [
      'TestAdds failed',
      'TestAdds/a_(b) failed',
      'TestAdds/c passed',
      'TestEmpty passed',
      'TestLater skipped',
    ],
    alone: { 'a_(b)': ['TestAdds failed', 'TestAdds/a_(b) failed'], Empty: ['TestEmpty passed'] },
  },
  {
    runner: 'cargo test',
    probe: ['cargo', '--version'],
    files: {
      'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n[lib]\ndoctest = false\n',
      'src/lib.rs': `#[cfg(test)]
mod cart {
    #[test] fn adds() { assert_eq!(1, 2); }
    #[test] fn adds_more() {}
    #[test] #[ignore] fn later() {}
}
`,
    },
    command: ['cargo', 'test', '--offline'],
    all: ['cart::adds failed', 'cart::adds_more passed', 'cart::later skipped'],
    alone: { 'cart::adds': ['cart::adds failed'], more: ['cart::adds_more passed'] },
    leaves: ['Cargo.lock', 'target'],
  },
];

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-runners-'));
  folders.push(folder);
  return folder;
}

function layOut(files: Case['files']): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
  return root;
}

/** All but what lies behind the link to the packages, where the runner of this test keeps its cache. */
function filesIn(root: string): readonly string[] {
  return readdirSync(root)
    .filter((name) => name !== 'node_modules')
    .flatMap((name) => [name, ...below(root, name)]);
}

function below(root: string, name: string): readonly string[] {
  if (!statSync(join(root, name)).isDirectory()) return [];
  return readdirSync(join(root, name), { recursive: true }).map((path) => `${name}/${path}`);
}

function readOr<T>(path: string, otherwise: T): string | T {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}

// The project's own Node goes first, for runners that are started through npm.
const environment = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
// Set by the runner of this test for its own workers.
for (const name of ['NODE_OPTIONS', 'NODE_TEST_CONTEXT', 'VITEST', 'NODE_ENV', 'VITEST_POOL_ID', 'CI'])
  Reflect.deleteProperty(environment, name);

async function run(
  root: string,
  { words, environment: added, results }: PlannedCommand,
): Promise<readonly TestResult[]> {
  const [program = '', ...args] = words;
  const { stdout, stderr } = spawnSync(program, args, { cwd: root, env: { ...environment, ...added } });
  const { format, from } = results;
  const printed = { stdout: [stdout], stderr: [stderr], output: [stdout, stderr] };
  if (typeof from === 'string') return readResults(format, printed[from], { root });
  if (!existsSync(from.path)) throw new Error(`no report: ${words.join(' ')}\n${stdout}\n${stderr}`);
  return readResults(format, [readFileSync(from.path)], { root });
}

const lines = (results: readonly TestResult[]) =>
  results.map(({ name, status }) => `${name} ${status}`).sort();

test.for(cases)('$runner', async ({ runner, probe, files, command, all, alone, leaves = [] }, context) => {
  const [program = '', ...probing] = probe;
  if (spawnSync(program, probing).status !== 0) context.skip(`${runner} is not installed here`);
  const root = layOut(files);
  const recognised = recogniseRunner(command, { read: (path) => readOr(join(root, path), null) });
  expect(recognised?.name).toBe(runner);
  if (recognised === null) return;
  const before = filesIn(root);

  const whole = await run(root, recognised.plan({ tests: 'all', out: temporaryFolder() }));
  expect(lines(whole)).toEqual([...all].sort());
  for (const [part, expected] of Object.entries(alone)) {
    const asked = whole.find(({ name }) => name === part) ?? whole.find(({ name }) => name.includes(part));
    if (asked === undefined) throw new Error(`no test is called ${part}`);
    const plan = recognised.plan({ tests: [asked], out: temporaryFolder() });
    const ran = (await run(root, plan)).filter(({ status }) => status !== 'skipped');
    expect(lines(ran)).toEqual(expected);
    expect(ran.filter((each) => isSameTest(each, asked))).toHaveLength(1);
  }
  expect(
    filesIn(root).filter((path) => !before.includes(path) && !leaves.includes(path.split('/')[0] ?? '')),
  ).toEqual([]);
});
