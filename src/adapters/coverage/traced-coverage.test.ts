// Real runs of small real projects: coverage is found line by line, and no file that ran is reported as not
// run.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Coverage, LineCoverage } from '../../rca/index.ts';
import { coverageEnvironment, readTracedCoverage } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'penumbra-traced-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let projects = 0;

type Files = Readonly<Record<string, string>>;

/** Runs a command, traced, in a project of the given files, and reads its coverage. */
function traced(runner: string, files: Files, words: readonly string[]): Coverage {
  projects += 1;
  const root = join(folder, String(projects), 'shop');
  const out = join(folder, String(projects), 'out');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(out);
  const { NODE_OPTIONS: _, NODE_V8_COVERAGE: __, ...own } = process.env;
  const { environment, addedWords } = coverageEnvironment(runner, out, own);
  const [program = '', ...rest] = words;
  const all = [...rest.slice(0, 1), ...addedWords, ...rest.slice(1)];
  const run = spawnSync(program, all, { cwd: root, env: { ...own, ...environment }, encoding: 'utf8' });
  expect(run.error).toBeUndefined();
  return readTracedCoverage(runner, out, root);
}

/** The files without a line that ran. */
function idle(coverage: Coverage): readonly string[] {
  const isIdle = ({ ran, missed }: LineCoverage) => ran.length === 0 && missed.length > 0;
  return [...coverage].filter(([, lines]) => isIdle(lines)).map(([path]) => path);
}

function hasProgram(program: string, ...words: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
}

const scripts: Files = {
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'src/price.ts': `export function total(prices: number[]): number {
  let sum = 0;
  for (const price of prices) sum += price;
  return sum;
}

export function discount(sum: number): number {
  if (sum > 5000) {
    return sum / 10;
  }
  return 0;
}
`,
  'src/limits.js': 'export const MOST = 7;\n',
  'src/letter.js': "export const letter = (name) => 'Dear ' + name;\n",
  'src/worker.js':
    "import './limits.js';\nimport { parentPort } from 'node:worker_threads';\nparentPort.postMessage(1);\n",
  'src/child.js': "console.log('child');\n",
  'src/killed.js': "console.log('up');\nsetInterval(() => {}, 1000);\n",
};

const priceTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discount, total } from '../src/price.ts';
test('prices are summed', () => {
  assert.equal(total([1, 2]), 4);
});
test('small sums have no discount', () => {
  assert.equal(discount(1), 0);
});
`;

const nodeTest = (body: string) => ({ ...scripts, 'test/price.test.js': body });

test('Node: lines match, and what was not loaded did not run', () => {
  const found = traced('node:test', nodeTest(priceTest), [process.execPath, '--test', 'test/price.test.js']);
  expect(found.get('src/price.ts')).toEqual({ ran: [1, 2, 3, 4, 7, 8, 11], missed: [9] });
  expect(idle(found)).toEqual([
    'src/child.js',
    'src/killed.js',
    'src/letter.js',
    'src/limits.js',
    'src/worker.js',
  ]);
});

test('Node: threads and children are seen', () => {
  const body = `import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
test('elsewhere', async () => {
  await once(new Worker(new URL('../src/worker.js', import.meta.url)), 'exit');
  spawnSync(process.execPath, ['src/child.js']);
});
`;
  const found = traced('node:test', nodeTest(body), [process.execPath, '--test', 'test/price.test.js']);
  expect(found.get('src/limits.js')?.ran).toEqual([1]);
  expect(found.get('src/child.js')?.ran).toEqual([1]);
  expect(idle(found)).toEqual(['src/killed.js', 'src/letter.js', 'src/price.ts']);
});

test.for([
  [
    'is killed',
    "const child = spawn(process.execPath, ['src/killed.js']); await once(child.stdout, 'data'); child.kill('SIGKILL'); await once(child, 'exit');",
  ],
  ['is a shell', "spawnSync('sh', ['-c', 'true']);"],
  ['loses the environment', "spawnSync(process.execPath, ['src/child.js'], { env: { NODE_OPTIONS: '' } });"],
])('Node: where a child %s, nothing is said of files that were not seen', ([, act]) => {
  const body = `import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
test('elsewhere', async () => { ${act} });
`;
  const found = traced('node:test', nodeTest(body), [process.execPath, '--test', 'test/price.test.js']);
  expect(found.get('test/price.test.js')?.ran).not.toEqual([]);
  expect(idle(found)).toEqual([]);
});

test('vitest: transformed files have their own lines, by the source map in the text that ran', () => {
  const files = {
    ...scripts,
    'test/price.test.ts': priceTest
      .replace("import assert from 'node:assert/strict';", "import { expect, test } from 'vitest';")
      .replace("import { test } from 'node:test';\n", '')
      .replace('assert.equal(total([1, 2]), 4)', 'expect(total([1, 2])).toBe(4)')
      .replace('assert.equal(discount(1), 0)', 'expect(discount(1)).toBe(0)'),
  };
  const program = join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs');
  const found = traced('vitest', files, [process.execPath, program, 'run', '--root', '.', '--pool', 'forks']);
  expect(found.get('src/price.ts')?.ran).toEqual(expect.arrayContaining([2, 3, 4, 8, 11]));
  expect(found.get('src/price.ts')?.missed).toContain(9);
  expect(idle(found)).toContain('src/letter.js');
});

const python: Files = {
  'shop/__init__.py': '',
  'shop/price.py': `"""Prices in cents."""


def total(prices):
    result = 0
    for price in prices:
        result += price
    return result


def discount(amount):
    if amount > 5000:
        return amount // 10
    return 0
`,
  'shop/letter.py': 'def letter(name):\n    return "Dear " + name\n',
  'shop/twin.py': 'def letter(name):\n    return "Dear " + name\n',
  'shop/late.py': 'VALUE = 1\n',
  'tests/__init__.py': '',
};

const unittest = (body: string) => ({
  ...python,
  'tests/test_price.py': `import os, subprocess, sys, threading, unittest
from shop.price import discount, total


class PriceTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(discount(1), 0)
${body}
        self.assertEqual(total([1, 2]), 4)
`,
});

const pythons = ['python3', 'python3.8', 'python3.10', 'python3.12', 'python3.13'].filter((program) =>
  hasProgram(program, '-c', 'pass'),
);

const hasPython = pythons.includes('python3');

test.for(pythons)('%s: lines match, and what was not loaded did not run', (program) => {
  const body =
    '        import shop.twin\n        threading.Thread(target=shop.twin.letter, args=["Ada"]).start()';
  const found = traced('unittest', unittest(body), [program, '-m', 'unittest', '-q']);
  expect(found.get('shop/price.py')?.ran).toEqual([1, 4, 5, 6, 7, 8, 11, 12, 14]);
  expect(found.get('shop/price.py')?.missed).toEqual([13]);
  expect(found.get('shop/twin.py')?.ran).toEqual([1, 2]);
  expect(idle(found)).toEqual(['shop/late.py', 'shop/letter.py']);
});

test.runIf(hasPython).for([
  ['a child', '        subprocess.check_call([sys.executable, "-c", "import shop.late"])', true],
  [
    'a fork that leaves by os._exit',
    '        child = os.fork()\n        if child == 0:\n            import shop.late\n            os._exit(0)\n        os.waitpid(child, 0)',
    true,
  ],
  [
    'a child that is killed',
    '        child = os.fork()\n        if child == 0:\n            import shop.late\n            os.kill(os.getpid(), 9)\n        os.waitpid(child, 0)',
    false,
  ],
  [
    'a child without the environment',
    '        subprocess.call([sys.executable, "-c", "import shop.late"], env={})',
    false,
  ],
  ['a child apart', '        subprocess.call([sys.executable, "-I", "-c", "1"])', false],
] as const)('Python: %s is seen, or nothing is said of what it may have run', ([, body, isSeen]) => {
  const found = traced('unittest', unittest(body), ['python3', '-m', 'unittest', '-q']);
  expect(found.get('shop/late.py')?.ran).toEqual(isSeen ? [1] : undefined);
  expect(idle(found)).toEqual(isSeen ? ['shop/letter.py', 'shop/twin.py'] : []);
});

test.runIf(hasPython)('Python: a sitecustomize that stood there before still runs', () => {
  const root = join(folder, 'chained');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'sitecustomize.py'), 'import builtins\nbuiltins.was_here = True\n');
  const out = join(folder, 'chained-out');
  const { environment } = coverageEnvironment('pytest', out, { PYTHONPATH: root });
  const print = ['-c', 'import sys; print(was_here, sys.modules["sitecustomize"].__file__)'];
  const text = execFileSync('python3', print, { env: { ...process.env, ...environment }, encoding: 'utf8' });
  expect(text.trim()).toBe(`True ${join(root, 'sitecustomize.py')}`);
});

const goPrograms = ['go', '/usr/lib/go/bin/go', '/usr/local/go/bin/go'];
const go = goPrograms.find((program) => hasProgram(program, 'version'));

test.runIf(go !== undefined)('Go: lines match', { timeout: 120_000 }, () => {
  const files = {
    'go.mod': 'module example.org/shop\n\ngo 1.19\n',
    'price/price.go':
      'package price\n\nfunc Total(one, two int) int {\n\tif one > 5000 {\n\t\treturn 0\n\t}\n\treturn one + two\n}\n',
    'price/letter.go': 'package price\n\nfunc Letter() string {\n\treturn "Dear"\n}\n',
    'price/price_test.go':
      'package price\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total(1, 2) != 4 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
  };
  const found = traced('go test', files, [go ?? '', 'test', './...']);
  expect(found.get('price/price.go')).toEqual({ ran: [3, 4, 7], missed: [5, 6] });
  expect(idle(found)).toEqual(['price/letter.go']);
});
