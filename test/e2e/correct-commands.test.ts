// What people say about causes, from the command line: correct, investigate again, and be told who said so.

import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ReportDocument } from '../../src/record/index.ts';
import type { CorrectionDocument, MemoryCauseDocument, MemoryListDocument } from '../../src/report/index.ts';
import { investigate } from './investigated-shop.ts';
import { ask, fault, launcher, penumbra, type RunOptions } from './penumbra.ts';

const sources: Readonly<Record<string, string>> = {
  'src/cart.js':
    'export function total(items) {\n  return items.reduce((sum, item) => sum + item.price, 1);\n}\n',
  'src/tax.js': 'export const tax = (sum) => sum * 0.19;\n',
  'test/cart.test.js':
    "import { total } from '../src/cart.js';\ntest('adds up', () => expect(total([])).toBe(0));\n",
};

const cartTrace = `AssertionError: expected 1 to be 0
    at total (/builds/src/cart.js:2:10)
    at /builds/test/cart.test.js:2:40`;
const taxTrace = `TypeError: the rate of DE is missing
    at tax (/builds/src/tax.js:1:30)
    at /builds/test/tax.test.js:4:2`;

/** A repository of two files, a report of one failure of two tests, and one of another failure. */
function cart(): RunOptions {
  const cwd = mkdtempSync(join(tmpdir(), 'penumbra-correct-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', ...args], { cwd });
  git('init', '--quiet');
  for (const folder of ['src', 'test', 'reports']) execFileSync('mkdir', [folder], { cwd });
  for (const [path, text] of Object.entries(sources)) writeFileSync(join(cwd, path), text);
  writeFileSync(join(cwd, '.gitignore'), 'reports\n.penumbra\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Add the cart');
  writeReport({ cwd }, 'cart', { 'adds up': cartTrace, rounds: cartTrace });
  writeReport({ cwd }, 'tax', { 'knows every rate': taxTrace });
  return { cwd };
}

/** Writes a report of failing tests, by their names. */
function writeReport({ cwd }: RunOptions, suite: string, failures: Readonly<Record<string, string>>): void {
  const cases = Object.entries(failures).map(
    ([name, trace]) =>
      `<testcase classname="${suite}" name="${name}"><failure message="${trace.split('\n', 1)[0]}">${trace}</failure></testcase>`,
  );
  writeFileSync(
    join(cwd, `reports/${suite}.xml`),
    `<testsuite name="${suite}">${cases.join('')}</testsuite>`,
  );
}

const CART = 'reports/cart.xml';

type Cause = ReportDocument['causes'][number];

function causeOf({ causes }: ReportDocument, test: string): Cause {
  const found = causes.find(({ tests }) => tests.some(({ name }) => name === test));
  expect(found).toBeDefined();
  return found as Cause;
}

const correct = (at: RunOptions, ...args: readonly string[]) =>
  ask<CorrectionDocument>(['correct', 'latest', ...args], at);
const memory = (at: RunOptions) => ask<MemoryListDocument>(['memory'], at);

test('a correction is recalled for the same failure, says who gave it, and touches no other', () => {
  const at = cart();
  const first = investigate(at, CART);
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: at.cwd, encoding: 'utf8' }).trim();
  const { id, tests } = causeOf(first, 'adds up');
  const said = ['--file', 'src/tax.js', '--symbol', 'tax', '--line', '1', '--type', 'test_bug'];
  expect(correct(at, id, ...said, '--commit', head.slice(0, 8), '--by', 'alice')).toMatchObject({
    cause: id,
    reported: id,
    word: 'corrected',
    by: 'alice',
    defectType: 'test_bug',
    place: { path: 'src/tax.js', symbol: 'tax', line: 1 },
    commit: head,
    tests: tests.length,
    isDeleted: false,
    hasChanged: false,
    isNew: true,
  });
  const second = investigate(at, CART);
  const again = causeOf(second, 'adds up');
  expect(again).toMatchObject({
    id,
    status: 'concluded',
    defect_type: 'test_bug',
    answer: ['src/tax.js'],
    first_seen: first.run,
    commits: [{ id: head }],
  });
  expect(again.summary).toContain('`alice` says that the cause is in');
  expect(again.path.slice(0, 3)).toEqual(['recall', 'review', 'report']);
  const [other] = investigate(at, 'reports/tax.xml').causes;
  expect(other?.path).toContain('triage');
  expect(other?.summary).not.toContain('alice');
  writeReport(at, 'cart', { 'another test': cartTrace });
  expect(causeOf(investigate(at, CART), 'another test').path).toContain('triage');
});

test('the last word counts, and what was said before stays on record', () => {
  const at = cart();
  const { id } = causeOf(investigate(at, CART), 'adds up');
  correct(at, id, '--file', 'src/tax.js', '--by', 'alice');
  correct(at, id, '--file', 'src/cart.js', '--by', 'bob');
  expect(correct(at, id, '--file', 'src/cart.js', '--by', 'bob').isNew).toBe(false);
  expect(causeOf(investigate(at, CART), 'adds up')).toMatchObject({ answer: ['src/cart.js'] });
  const { history, confirmedBy } = ask<MemoryCauseDocument>(['memory', 'show', id], at);
  expect(confirmedBy).toBe('bob');
  expect(history.filter(({ change }) => change === 'corrected').map(({ by, path }) => [by, path])).toEqual([
    ['alice', 'src/tax.js'],
    ['bob', 'src/cart.js'],
  ]);
  expect(penumbra(['memory', 'show', id], at).stdout).toContain('corrected by alice: src/tax.js');
});

test('a correction is dropped when its file changes, and says so when it has changed already', () => {
  const at = cart();
  const { id } = causeOf(investigate(at, CART), 'adds up');
  correct(at, id, '--file', 'src/tax.js', '--by', 'alice');
  appendFileSync(join(at.cwd, 'src/tax.js'), '// rounds\n');
  const changed = causeOf(investigate(at, CART), 'adds up');
  expect(changed.first_seen).toBeUndefined();
  expect(changed.path).toContain('triage');
  expect(changed.summary).not.toContain('alice');
  const late = penumbra(['correct', 'latest', id, '--file', 'src/cart.js', '--by', 'alice'], at);
  expect(late.stdout).not.toContain('has changed');
  writeFileSync(join(at.cwd, 'src/cart.js'), '// rewritten\n');
  const later = penumbra(['correct', 'latest', id, '--file', 'src/cart.js', '--by', 'bob'], at);
  expect(later.stdout).toContain('src/cart.js has changed since');
});

test('a correction is not recalled where the tests passed since and its file stayed as it was', () => {
  const at = cart();
  const { id } = causeOf(investigate(at, CART), 'adds up');
  correct(at, id, '--file', 'src/tax.js', '--by', 'alice');
  const green = '<testcase classname="cart" name="adds up"/><testcase classname="cart" name="rounds"/>';
  writeFileSync(join(at.cwd, 'reports/green.xml'), `<testsuite name="cart">${green}</testsuite>`);
  investigate(at, 'reports/green.xml');
  appendFileSync(join(at.cwd, 'src/cart.js'), 'export const count = (items) => items.length;\n');
  const again = causeOf(investigate(at, CART), 'adds up');
  expect(again.path).toContain('triage');
  expect(again.answer).toEqual(['src/cart.js']);
});

test('a wrong answer is recalled no more', () => {
  const at = cart();
  const first = causeOf(investigate(at, CART), 'adds up');
  expect(correct(at, '1', '--wrong')).toMatchObject({ word: 'wrong', by: 'person', place: null });
  const again = causeOf(investigate(at, CART), 'adds up');
  expect(again.path).toContain('triage');
  expect(memory(at).causes.find(({ id }) => id === first.id)).toMatchObject({
    recall: 'none',
    word: { by: 'person', word: 'wrong' },
  });
});

test('a file that was deleted is named all the same, and said to be', () => {
  const at = cart();
  const { id } = causeOf(investigate(at, CART), 'adds up');
  rmSync(join(at.cwd, 'src/tax.js'));
  expect(correct(at, id, '--file', 'src/tax.js')).toMatchObject({ isDeleted: true, hasChanged: true });
  investigate(at, CART);
  const { id: later } = causeOf(investigate(at, CART), 'adds up');
  expect(correct(at, later, '--file', 'src/tax.js')).toMatchObject({ isDeleted: true, hasChanged: false });
  expect(causeOf(investigate(at, CART), 'adds up')).toMatchObject({ answer: ['src/tax.js'] });
});

describe('what cannot be meant', () => {
  test('is refused with what is near', () => {
    const at = cart();
    investigate(at, CART);
    const refused: readonly (readonly [readonly string[], string, string])[] = [
      [['latest', '1'], 'usage', 'nothing is said about the cause'],
      [['latest', '1', '--wrong', '--file', 'src/tax.js'], 'usage', '`--wrong` names nothing else'],
      [['latest', '99', '--wrong'], 'invalid-id', 'no cause of this run is called `99`'],
      [['latest', '', '--wrong'], 'invalid-id', 'no cause of this run'],
      [['beef', '1', '--wrong'], 'invalid-id', 'no run begins with `beef`'],
      [['latest', '1', '--file', 'src/taks.js'], 'usage', 'did you mean `src/tax.js`?'],
      [['latest', '1', '--file', 'tax.js'], 'usage', 'did you mean `src/tax.js`?'],
      [['latest', '1', '--file', 'src'], 'usage', '`src` is a directory'],
      [['latest', '1', '--file', ''], 'usage', 'the path is empty'],
      [['latest', '1', '--file', '../../etc/passwd'], 'usage', 'outside the workspace'],
      [['latest', '1', '--file', '/etc/passwd'], 'usage', 'outside the workspace'],
      [['latest', '1', '--file', 'src/tax.js', '--line', '2'], 'usage', 'has no line 2'],
      [['latest', '1', '--file', 'src/tax.js', '--line', '-1'], 'usage', 'not the number of a line'],
      [['latest', '1', '--file', 'src/tax.js', '--symbol', 'tacks'], 'usage', 'does not mention `tacks`'],
      [['latest', '1', '--file', 'src/tax.js', '--type', 'testbug'], 'usage', 'did you mean `test_bug`?'],
      [['latest', '1', '--file', 'src/tax.js', '--commit', 'ffff'], 'usage', 'no commit of this history'],
      [['latest', '1', '--file', 'src/tax.js', '--commit', '--all'], 'usage', 'no commit of this history'],
      [['latest', '1', '--wrong', '--by', '\u001b[2J'], 'invalid-name', 'no name of a person'],
      [['latest', '1', '--wrong', '--by', ' '], 'invalid-name', 'no name of a person'],
      [['latest', '1', '--wrong', '--by', 'a'.repeat(101)], 'invalid-name', 'no name of a person'],
    ];
    for (const [args, code, message] of refused) {
      const { exit, ...error } = fault(['correct', ...args], at);
      expect({ args, exit, ...error }).toMatchObject({ args, code });
      expect(String(error.message)).toContain(message);
    }
    expect(memory(at).causes.every(({ word }) => word === null)).toBe(true);
  });

  test('leaves a folder without a ledger as it is', () => {
    const at = cart();
    expect(memory(at)).toEqual({ head: 'none', causes: [], symptoms: 0 });
    expect(penumbra(['memory'], at).stdout).toContain('nothing is remembered yet');
    expect(fault(['correct', 'latest', '1', '--wrong'], at).exit).not.toBe(0);
    expect(fault(['memory', 'list', 'more'], at).message).toContain('takes no arguments');
    expect(fault(['memory', 'retyre'], at).message).toContain('did you mean `retire`?');
  });
});

test('remembered causes are listed, shown, split, merged and retired, with who did it on record', () => {
  const at = cart();
  const { causes } = investigate(at, CART);
  const { id } = causes[0] as Cause;
  const [listed] = memory(at).causes;
  expect(listed).toMatchObject({ id, activity: 'active', confirmedBy: null, word: null, times: 2 });
  expect(penumbra(['memory'], at).stdout).toMatch(/^cause +status +kind +place +last seen +times\n/);
  correct(at, '1', '--file', 'src/tax.js', '--by', 'alice');
  const { tests } = ask<MemoryCauseDocument>(['memory', 'show', id], at);
  expect(tests.map(({ name }) => name)).toEqual(['adds up', 'rounds']);

  const split = ['memory', 'split', id, '--test'];
  expect(fault([...split, 'no such test'], at).message).toContain('no test of this cause');
  expect(fault([...split, 'rounds', '--test', 'cart adds up'], at).message).toContain('these are all tests');
  const { into } = ask<{ into: string }>([...split, 'rounds', '--by', 'bob'], at);
  expect(into.startsWith(`${id}.`)).toBe(true);
  writeReport(at, 'cart', { rounds: cartTrace });
  expect(causeOf(investigate(at, CART), 'rounds').path).toContain('triage');

  expect(fault(['memory', 'merge', id, id], at).message).toContain('into itself');
  expect(fault(['memory', 'merge', id, into], at).message).toContain('would be lost');
  const merge = ['memory', 'merge', into, id, '--by', 'bob'];
  expect(ask(merge, at)).toMatchObject({ change: 'merged', cause: into, into: id, isNew: true });
  expect(ask(merge, at)).toMatchObject({ isNew: false });
  expect(causeOf(investigate(at, CART), 'rounds')).toMatchObject({ id, answer: ['src/tax.js'] });

  expect(ask(['memory', 'retire', id, '--by', 'bob'], at)).toMatchObject({ change: 'retired', isNew: true });
  expect(ask(['memory', 'retire', id, '--by', 'bob'], at)).toMatchObject({ isNew: false });
  expect(memory(at).causes.find((cause) => cause.id === id)).toMatchObject({
    recall: 'none',
    word: { by: 'bob', word: 'retired' },
  });
  expect(causeOf(investigate(at, CART), 'rounds').path).toContain('triage');
  expect(fault(['memory', 'show', 'cause-none'], at).message).toContain('no cause in memory');
  expect(ask<{ ok: boolean }>(['validate'], at).ok).toBe(true);
});

test('many people at once are all on record, and the last word stands', async () => {
  const at = cart();
  const { id } = causeOf(investigate(at, CART), 'adds up');
  const names = ['ada', 'bob', 'cem', 'dan'];
  const ends = names.map(
    (name, index) =>
      new Promise<number | null>((resolve) => {
        const file = index % 2 === 0 ? 'src/tax.js' : 'src/cart.js';
        const args = [launcher, 'correct', 'latest', id, '--file', file, '--by', name, '--json'];
        spawn(process.execPath, args, { cwd: at.cwd, stdio: 'ignore' }).on('close', resolve);
      }),
  );
  expect(await Promise.all(ends)).toEqual([0, 0, 0, 0]);
  const { history, confirmedBy } = ask<MemoryCauseDocument>(['memory', 'show', id], at);
  const said = history.filter(({ change }) => change === 'corrected');
  expect(said.map(({ by }) => by).toSorted()).toEqual(names);
  expect(said.at(-1)?.by).toBe(confirmedBy);
});
