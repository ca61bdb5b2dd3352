/**
 * The main demo, in one minute: a shop whose CI run failed in three languages. First the cause of one failing test is
 * proven and its patch applied. Then the whole run is investigated, and every cause whose tests run here is proven. Run it
 * with `npm run demo`, or with `npm run demo -- FOLDER` to keep the shop and look around in it. The exit code is 1 if
 * something is not as expected.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ReportDocument, RunModel } from 'penumbra/record';
import { buildRepository } from './build-repository.ts';
import { expectedAnswers, gradeAnswer, gradeProof } from './expected-answers.ts';
import { tellParts } from './tell-parts.ts';

const checkout = join(import.meta.dirname, '../..');
const page = join(checkout, '.penumbra/demo/report.html');
const kept = process.argv[2];
const faults: string[] = [];

if (kept !== undefined && existsSync(kept)) {
  process.stderr.write(`demo: \`${kept}\` exists already\nhint: name a folder that does not, or none\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'penumbra-demo-'));
const scratch = join(folder, 'tmp');
const shop = kept === undefined ? join(folder, 'shop') : resolve(kept);
const clone = join(folder, 'clone');
const patch = join(folder, 'fix.patch');
try {
  mkdirSync(scratch);
  heading('A shop in three languages; its last CI run failed');
  say(`built at revision ${buildRepository(shop)}`);
  proveOne();
  investigateFirst();
  const document: ReportDocument = ask('resume', 'latest');
  compareAnswers(document);
  tellWork();
  investigateAgain(document);
  proveAll(document);
  heading('Read on');
  say(`the report as a page: ${page}`);
  say(kept === undefined ? 'the shop is gone; npm run demo -- FOLDER keeps it' : `the shop: ${shop}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) process.stderr.write(`demo: ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** One failing test in a clone of the shop, from the failure to the patch that fixes it. */
function proveOne(): void {
  const tests = ['--test', 'web/tests/shipping.test.ts'];
  git(folder, 'clone', '--quiet', shop, clone);
  heading(`$ node ${tests.join(' ')}`);
  const red = run('node', tests, { cwd: clone });
  say(outlineOf(red.stdout));
  expect(red.status !== 0, 'the shipping test does not fail');
  const before = stateOf(clone);
  heading(`$ penumbra why --patch fix.patch -- node ${tests.join(' ')}`);
  const why = run('penumbra', ['why', '--patch', 'fix.patch', '--', 'node', ...tests], { cwd: clone });
  const [written = '', ...told] = why.stderr.trimEnd().split('\n').toReversed();
  say(`${told.toReversed().join('\n')}\n\n${why.stdout.trimEnd()}\n${written}`);
  expect(why.status === 0 && /\bproven\b/.test(why.stdout), 'the cause of the failing test is not proven');
  expect(stateOf(clone) === `${before}?? fix.patch\n`, 'the proof changed the repository');
  heading(`$ git apply fix.patch && node ${tests.join(' ')}`);
  git(clone, 'apply', 'fix.patch');
  const green = run('node', tests, { cwd: clone });
  say(outlineOf(green.stdout));
  expect(green.status === 0, 'the patch does not turn the test green');
}

function investigateFirst(): void {
  heading('The whole CI run: $ penumbra investigate reports --html report.html');
  mkdirSync(dirname(page), { recursive: true });
  rmSync(page, { force: true });
  say(penumbra('investigate', 'reports', '--html', page, '--quiet'));
  expect(existsSync(page), 'no page was written');
}

/** Checks each answer against the faults that are known. */
function compareAnswers(document: ReportDocument): void {
  heading('The known faults, and whether each was found');
  for (const expected of expectedAnswers) {
    const { rank, faults: missing } = gradeAnswer(document, expected);
    const place = rank === null ? '' : rank === 1 ? ', ranked first' : `, ranked ${rank}.`;
    say(`${missing.length === 0 ? 'found ' : 'missed'}  ${expected.what}${place}`);
    faults.push(...missing.map((fault) => `${expected.what}: ${fault}`));
  }
}

/** Prints what each part did. All of them have work here, so a part that did nothing is a fault. */
function tellWork(): void {
  heading('What each part of the system did');
  for (const { part, text, count } of tellParts(ask<RunModel>('show', 'latest'))) {
    say(`${part.padEnd(12)} ${String(count).padStart(4)} ${text}`);
    expect(count > 0, `the part \`${part}\` did nothing`);
  }
}

function investigateAgain(first: ReportDocument): void {
  heading('The same reports again');
  const { summary, causes }: ReportDocument = ask('investigate', 'reports');
  const settled = first.causes.filter(({ status }) => status === 'concluded').length;
  const recalled = causes.filter(({ first_seen }) => first_seen === first.run).length;
  say(
    `${recalled} of ${causes.length} causes are known from the first run; ${settled} had been settled there`,
  );
  expect(recalled > 0 && summary.known > 0, 'no cause was recalled');
}

/** Proves every cause whose tests run here, and fixes them all with one patch. */
function proveAll({ run: id }: ReportDocument): void {
  heading('From argued to proven: $ penumbra prove RUN --run "node --test" --patch fix.patch');
  const before = stateOf(shop);
  const proven: ReportDocument = ask('prove', id, '--run', 'node --test', '--patch', patch);
  expect(stateOf(shop) === before, 'the proof changed the repository');
  for (const expected of expectedAnswers) {
    const missing = gradeProof(proven, expected);
    const isProven = expected.isRunnable === true && missing.length === 0;
    const told = missing.length > 0 ? 'missed ' : isProven ? 'proven ' : 'not run';
    say(`${told}  ${expected.what}${isProven ? proofOf(proven, expected.tests) : ''}`);
    faults.push(...missing.map((fault) => `${expected.what}: ${fault}`));
  }
  say('\nnot run: `node --test` runs only the web tests; pytest and Maven may not be on this machine');
  heading('All patches in a fresh clone: $ git apply fix.patch && node --test');
  rmSync(clone, { recursive: true });
  git(folder, 'clone', '--quiet', shop, clone);
  git(clone, 'apply', patch);
  const { status, stdout } = run('node', ['--test'], { cwd: clone });
  say(outlineOf(stdout, /^ℹ (?:pass|fail) /));
  expect(status === 0, 'the patch does not turn the tests green');
  const { ok }: { readonly ok: boolean } = ask('validate');
  const left = globSync('penumbra-scratch-*/*', { cwd: scratch });
  say(`every record was hashed again: ${ok ? 'no faults' : 'faults'}; scratch copies left: ${left.length}`);
  expect(ok, 'the ledger has faults');
  expect(left.length === 0, `scratch copies were left: ${left.join(', ')}`);
}

/** Says where the cause of some tests was proven, and with how many runs. */
function proofOf({ causes }: ReportDocument, tests: readonly string[]): string {
  const cause = causes.find((one) => one.tests.some(({ name }) => tests.includes(name)));
  const places = cause?.proof?.hunks.map(({ path, lines: [line] }) => `${path}:${line}`) ?? [];
  return `: ${places.join(', ')}, ${cause?.experiments?.runs} runs`;
}

/** The lines of a test run that matter here: each test, and what was not as it should be. */
function outlineOf(output: string, shown = /^\s*[✔✖] |!==/): string {
  const lines = stripVTControlCharacters(output).split('\n');
  const end = lines.findIndex((line) => line.startsWith('✖ failing'));
  const worth = lines.filter(
    (line, index) => shown.test(line) && (index < end || end < 0 || /!==/.test(line)),
  );
  return worth.map((line) => line.replace(/ \([\d.]+ms\)$/, '')).join('\n');
}

/** Everything in a repository that a proof must not change, as text. */
function stateOf(repository: string): string {
  const commands = [
    ['rev-parse', 'HEAD'],
    ['for-each-ref'],
    ['stash', 'list'],
    ['worktree', 'list'],
    ['diff', 'HEAD'],
    ['status', '--porcelain'],
  ];
  return commands.map((command) => git(repository, ...command)).join('');
}

function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = run('git', args, { cwd });
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Runs the program in the shop and returns what it prints. */
function penumbra(...args: readonly string[]): string {
  const { status, stdout, stderr } = run('penumbra', args, { cwd: shop });
  if (status !== 0) throw new Error(`penumbra ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout.trimEnd();
}

function ask<Answer>(...args: readonly string[]): Answer {
  return JSON.parse(penumbra(...args, '--json'));
}

/** Runs a program with the demo's own Node on its path, and with its own folder for scratch copies. */
function run(program: string, args: readonly string[], { cwd }: { readonly cwd: string }) {
  const [file, ...words] =
    program === 'penumbra'
      ? [process.execPath, join(checkout, 'bin/penumbra.js'), ...args]
      : [program, ...args];
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  return spawnSync(file, words, {
    cwd,
    encoding: 'utf8',
    env: {
      ...environment,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      TMPDIR: scratch,
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    },
    maxBuffer: 64 * 1024 * 1024,
  });
}

function expect(holds: boolean, fault: string): void {
  if (!holds) faults.push(fault);
}

function heading(text: string): void {
  say(`\n== ${text}\n`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
