// Calibration as a person runs it: a small dataset that is generated here, scored, scored again from its records, and
// refused where it makes no sense.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaseOutcome, readOutcomes } from '../../src/calibrate/index.ts';
import { fault, type Json, penumbra } from '../e2e/penumbra.ts';

const cwd = mkdtempSync(join(tmpdir(), 'penumbra-calibrate-e2e-'));
const records = join(cwd, 'outcomes.jsonl');
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

/** A repository in which the newest commit breaks `broken`, and a report of the test that fails by it. */
function layCase(
  id: string,
  { broken, project }: { readonly broken: string; readonly project: string },
): void {
  const repo = `red/cases/${id}/repo`;
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull };
  const identity = ['-c', 'user.name=ci', '-c', 'user.email=ci@example.invalid'];
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: join(cwd, repo), env, encoding: 'utf8' }).trim();
  for (const name of ['cart', 'price', 'stock']) {
    write(`${repo}/shop/${name}.py`, `def ${name}_total(values):\n    return sum(values)\n`);
    write(
      `${repo}/tests/test_${name}.py`,
      `from shop.${name} import ${name}_total\n\n\ndef test_${name}_total():\n    assert ${name}_total([1, 2]) == 3\n`,
    );
  }
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'add the shop');
  write(`${repo}/shop/${broken}.py`, `def ${broken}_total(values):\n    return sum(values) + 1\n`);
  git('commit', '--all', '--quiet', '--message', 'change a total');
  const trace = `tests/test_${broken}.py:5: in test_${broken}_total\n    assert ${broken}_total([1, 2]) == 3\nE   assert 4 == 3`;
  write(
    `red/cases/${id}/report.xml`,
    `<testsuite name="pytest"><testcase classname="tests.test_${broken}" name="test_${broken}_total"><failure message="assert 4 == 3">${trace}</failure></testcase></testsuite>`,
  );
  const gold = {
    id,
    project,
    language: 'python',
    world: 'change',
    placement: 'last',
    operator: 'off-by-one',
    kind: 'product_bug',
    fixed_files: [`shop/${broken}.py`],
    fixed_methods: [{ file: `shop/${broken}.py`, method: `${broken}_total` }],
    bug_inducing_commit: git('rev-parse', 'HEAD'),
  };
  write(`red/gold/${id}.json`, JSON.stringify(gold));
}

describe('a dataset of three cases and a torn one', () => {
  let document: Json & { readonly scores: Json; readonly goals: readonly Json[] };
  let said = '';

  beforeAll(() => {
    layCase('one', { broken: 'cart', project: 'a' });
    layCase('two', { broken: 'price', project: 'b' });
    layCase('three', { broken: 'stock', project: 'b' });
    // Its report cannot be read: the case fails, and the run goes on.
    layCase('torn', { broken: 'cart', project: 'c' });
    write('red/cases/torn/report.xml', 'no report');
    write('red/gold/lost.json', '{}');
    const run = penumbra(['calibrate', 'run', '--cases', 'red', '--out', records, '--json'], { cwd });
    expect(run.status).toBe(0);
    [document, said] = [JSON.parse(run.stdout), run.stderr];
  });

  test('is scored whole, what failed as a miss', () => {
    expect(document.scores).toMatchObject({ cases: 4, failed: 1, projects: 3 });
    expect(document.scores).toMatchObject({
      file: { first: { cases: 4 } },
      commit: { first: { cases: 4 } },
      kind: { product: { cases: 4 }, other: { value: null } },
      baselines: {
        newest: { file: { first: { cases: 4, value: 1 } } },
        naming: { file: { first: { value: 0.75 } } },
      },
    });
  });

  test('tells on standard error how far it is and what was left out', () => {
    expect(said).toContain('"id":"lost","left_out":"no repository"');
    expect(said).toMatch(/"done":"4\/4"/);
    expect(said).toMatch(/"id":"torn","error":"/);
  });

  test('leaves one record for each case, with the evidence that a fit needs', () => {
    const outcomes = readOutcomes(readFileSync(records, 'utf8'), records);
    expect(outcomes.map(({ id }) => id)).toEqual(['one', 'three', 'torn', 'two']);
    const [one, , torn] = outcomes as readonly CaseOutcome[];
    expect(torn).toMatchObject({ result: null, error: expect.stringMatching(/./) });
    expect(one?.result?.rankings[0]?.candidates.map(({ path }) => path)).toContain('shop/cart.py');
    expect(one?.result).toMatchObject({ failures: 1, cases: 1, causes: [{ tests: 1 }] });
  });

  test('is scored the same from its records, and holds goals against figures', () => {
    const { stdout, status } = penumbra(['calibrate', 'score', '--records', records, '--check', '--json'], {
      cwd,
    });
    expect(JSON.parse(stdout)).toEqual(document);
    expect(status).toBe(1);
    write(
      'easy.json',
      JSON.stringify({ name: 'easy', about: '', goals: [{ figure: 'causes_per_fault', at_most: 5 }] }),
    );
    const easy = ['calibrate', 'score', '--records', records, '--scorecard', 'easy.json', '--check'];
    expect(penumbra(easy, { cwd })).toMatchObject({ status: 0, stdout: expect.stringContaining('met') });
  });

  test('is too small to learn from, which a fit says', () => {
    const { stdout, status } = penumbra(['calibrate', 'fit', '--records', records, '--out', 'weights.json'], {
      cwd,
    });
    expect(status).toBe(0);
    expect(stdout).toContain('a fit needs 10 cases of 2 projects');
    expect(JSON.parse(readFileSync(join(cwd, 'weights.json'), 'utf8'))).toMatchObject({ worlds: {} });
  });
});

test.each([
  [['run', '--cases', 'nowhere'], 'unreadable-input'],
  [['case', 'nobody', '--cases', 'red'], 'unreadable-input'],
  [['score', '--records', 'nowhere.jsonl'], 'unreadable-input'],
  [['score', '--records', 'broken.jsonl'], 'unreadable-input'],
  [['fit', '--records', 'broken.jsonl'], 'unreadable-input'],
  [['fit', '--records', 'broken.jsonl', '--world', 'both'], 'usage'],
  [['run', '--cases', 'red', '--scorecard', 'broken.jsonl'], 'invalid-configuration'],
])('%j ends with %s', (args, code) => {
  write('broken.jsonl', '{"schema":');
  expect(fault(['calibrate', ...args], { cwd })).toMatchObject({ code });
});
