// Red runs right after a change, as a person meets them: what was changed is named, with its lines, and why.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/record/index.ts';
import { investigate } from './investigated-shop.ts';
import { fault, penumbra, type RunOptions, temporaryFolder } from './penumbra.ts';

const sources: Readonly<Record<string, string>> = {
  'src/shipping.js': `import { FREE_FROM } from './limits.js';

export function shippingCost(worth) {
  if (worth >= FREE_FROM) return 0;
  return 490;
}
`,
  'src/limits.js': 'export const FREE_FROM = 50;\n',
  'src/checkout.js': `import { shippingCost } from './shipping.js';
export const total = (worth) => worth + shippingCost(worth);
`,
  'src/newsletter.js': "export const greet = (name) => 'Hello ' + name;\n",
  'test/shipping.test.js': `import { shippingCost } from '../src/shipping.js';
test('shipping is free from 50 euros on', () => {
  expect(shippingCost(50)).toBe(0);
});
`,
  'test/prices.json': '{ "book": 12 }\n',
  'package.json': '{ "name": "shop", "type": "module" }\n',
};

const failure = `Error: expect(received).toBe(expected)

Expected: 0
Received: 490
    at /builds/shop/test/shipping.test.js:3:28`;

type Shop = RunOptions & {
  readonly git: (...args: readonly string[]) => string;
  readonly write: (path: string, text: string) => void;
  readonly commit: (message: string) => string;
};

/** A repository with a green past of two commits. */
function shop(): Shop {
  const cwd = temporaryFolder();
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull };
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example'];
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...identity, ...args], { cwd, env, encoding: 'utf8' }).trim();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const commit = (message: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet', '--initial-branch=main');
  write('.gitignore', 'reports\n.penumbra\n');
  for (const [path, text] of Object.entries(sources)) write(path, text);
  commit('Add the shop');
  write('README.md', '# Shop\n');
  commit('Describe the shop');
  return { cwd, git, write, commit };
}

/** Writes a report of nine passing tests and one that fails, or of ten that pass. */
function report(
  { write }: Shop,
  { file = 'reports/report.xml', text = failure, isGreen = false, suite = '', properties = '' } = {},
): string {
  const passing = Array.from({ length: 9 }, (_, at) => `<testcase classname="other" name="passes ${at}"/>`);
  const [message] = text.split('\n', 1);
  const body = isGreen ? '' : `<failure message="${message}">${text}</failure>`;
  write(
    file,
    `<testsuite name="shipping"${suite}>${properties}${passing.join('')}<testcase classname="shipping" file="test/shipping.test.js" name="shipping is free from 50 euros on">${body}</testcase></testsuite>`,
  );
  return file;
}

const broken = sources['src/shipping.js']?.replace('>=', '>') ?? '';

function onlyCause({ causes }: ReportDocument) {
  expect(causes).toHaveLength(1);
  return causes[0] as (typeof causes)[number];
}

test('a line that was changed and not committed is named, beside other dirty files', () => {
  const at = shop();
  at.write('src/shipping.js', broken);
  at.write('src/newsletter.js', "export const greet = (name) => 'Hi ' + name;\n");
  at.write('notes.txt', 'to do\n');
  const cause = onlyCause(investigate(at, report(at)));
  expect(cause).toMatchObject({
    world: 'change',
    defect_type: 'product_bug',
    difference: { expected: '0', received: '490' },
    change: { commit: null, files: 3 },
  });
  expect(cause.suspects[0]).toMatchObject({ path: 'src/shipping.js', line: 4, symbol: 'shippingCost' });
  expect(cause.code?.lines.filter(({ mark }) => mark !== 'same')).toEqual([
    { line: 4, mark: 'removed', text: '  if (worth >= FREE_FROM) return 0;' },
    { line: 4, mark: 'added', text: '  if (worth > FREE_FROM) return 0;' },
  ]);
  const { stdout } = penumbra(['investigate', report(at)], at);
  expect(stdout).toMatch(/expected +0\n +received +490/);
  expect(stdout).toContain('+ 4 |   if (worth > FREE_FROM) return 0;');
});

test('a commit some way back is named before newer ones that cannot have done it', () => {
  const at = shop();
  at.write('src/shipping.js', broken);
  const guilty = at.commit('Tidy shipping costs');
  at.write('src/newsletter.js', "export const greet = (name) => 'Dear ' + name;\n");
  at.commit('Greet more politely');
  // Layout and comments alone: the newest change within reach, and next to nothing.
  at.write('src/checkout.js', `// Adds up.\n${sources['src/checkout.js']?.replaceAll(' + ', '  +  ')}`);
  at.commit('Format the checkout');
  const cause = onlyCause(investigate(at, report(at)));
  expect(cause.suspects[0]?.path).toBe('src/shipping.js');
  expect(cause.commits[0]).toMatchObject({ id: guilty, subject: 'Tidy shipping costs', author: 'Ada' });
  expect(cause.change).toMatchObject({ commit: guilty, files: 1 });
});

test('an expectation that was changed is a bug of the test, at its line', () => {
  const at = shop();
  at.write('test/shipping.test.js', sources['test/shipping.test.js']?.replace('toBe(0)', 'toBe(1)') ?? '');
  at.commit('Adjust a test');
  const cause = onlyCause(investigate(at, report(at)));
  expect(cause).toMatchObject({ defect_type: 'test_bug', world: 'change' });
  expect(cause.suspects[0]).toMatchObject({ path: 'test/shipping.test.js', line: 3 });
});

test('a file that was deleted and one that lost its mode are candidates', () => {
  const lost =
    "Error: ENOENT: no such file or directory, open 'test/prices.json'\n    at /builds/shop/test/shipping.test.js:3:28";
  const at = shop();
  rmSync(join(at.cwd, 'test/prices.json'));
  const deleted = onlyCause(investigate(at, report(at, { text: lost })));
  expect(deleted).toMatchObject({ defect_type: 'environment' });
  expect(deleted.suspects[0]?.path).toBe('test/prices.json');

  const other = shop();
  other.write('bin/pack.sh', '#!/bin/sh\n');
  chmodSync(join(other.cwd, 'bin/pack.sh'), 0o755);
  other.commit('Add a script');
  chmodSync(join(other.cwd, 'bin/pack.sh'), 0o644);
  const denied = 'Error: spawn bin/pack.sh EACCES\n    at /builds/shop/test/shipping.test.js:3:28';
  const mode = onlyCause(investigate(other, report(other, { text: denied })));
  expect(mode.answer).toContain('bin/pack.sh');
  expect(mode.defect_type).toBe('environment');
});

test('a conflict that a merge resolved wrongly is named, and nobody is told to take the merge back', () => {
  const at = shop();
  const shipping = (limit: string) => sources['src/shipping.js']?.replace('worth >= FREE_FROM', limit) ?? '';
  at.git('switch', '--quiet', '--create', 'side');
  at.write('src/shipping.js', shipping('worth >= Number(FREE_FROM)'));
  at.write('src/newsletter.js', "export const greet = (name) => 'Dear ' + name;\n");
  at.commit('Read the limit as a number');
  at.git('switch', '--quiet', 'main');
  at.write('src/shipping.js', shipping('FREE_FROM <= worth'));
  at.commit('Put the limit first');
  at.git('merge', '--quiet', '--no-commit', '--strategy-option=ours', 'side');
  at.write('src/shipping.js', shipping('Number(FREE_FROM) < worth'));
  const merge = at.commit('Merge the side');
  const cause = onlyCause(investigate(at, report(at)));
  expect(cause.suspects[0]).toMatchObject({ path: 'src/shipping.js', line: 4 });
  // Of all that it brought together only the resolution is the merge's own.
  expect(cause.change).toMatchObject({ commit: merge, files: 1 });
  expect(cause.code?.lines).toContainEqual({
    line: 4,
    mark: 'added',
    text: '  if (Number(FREE_FROM) < worth) return 0;',
  });
  expect(cause.next_steps[0]).toBe(
    `see what the merge itself changed in \`src/shipping.js\`: \`git show --cc ${merge.slice(0, 12)}\``,
  );
  expect(cause.next_steps.join()).not.toContain('back as it was');
});

test('a report of another commit is said to be, and what came after that commit cannot have broken its tests', () => {
  const at = shop();
  // What an earlier one of these investigations found is not to be recalled.
  const asked = (file: string) => investigate(at, file, '--memory', 'off');
  at.write('src/shipping.js', broken);
  const guilty = at.commit('Tidy shipping costs');
  at.write('src/shipping.js', broken.replace('worth > FREE_FROM', 'worth > Number(FREE_FROM)'));
  const later = at.commit('Read the limit as a number');
  const here = onlyCause(asked(report(at)));
  expect(here.change?.commit).toBe(later);
  const named = (name: string, value: string) =>
    report(at, { properties: `<properties><property name="${name}" value="${value}"/></properties>` });
  const document = asked(named('env.GITHUB_SHA', guilty));
  expect(document.tested_elsewhere).toEqual({ commit: guilty });
  const there = onlyCause(document);
  expect(there.change?.commit).toBe(guilty);
  const { stdout } = penumbra(['investigate', named('env.GITHUB_SHA', guilty)], at);
  const [first, second] = [guilty, later].map((commit) => commit.slice(0, 7));
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `note the report is from commit ${first}, and ${second} is checked out, so the answer is less certain: run the tests again, or check out ${first}`,
  );
  // The commit at hand, a commit that is not here, and a property that is none of a commit.
  expect(asked(named('git.commit.id.abbrev', later.slice(0, 9)))).not.toHaveProperty('tested_elsewhere');
  const gone = 'c0ffee'.repeat(6).padEnd(40, '0');
  expect(onlyCause(asked(named('CI_COMMIT_SHA', gone))).change?.commit).toBe(later);
  expect(asked(named('build', guilty))).not.toHaveProperty('tested_elsewhere');
});

test('a report that is more than a day older than the commit at hand is said to be, whatever zone it was written in', () => {
  const at = shop();
  // What an earlier one of these investigations found is not to be recalled.
  const asked = (file: string) => investigate(at, file, '--memory', 'off');
  at.write('src/shipping.js', broken);
  at.git('add', '--all');
  at.git('commit', '--quiet', '--message', 'Tidy shipping costs', '--date', '2026-01-02T03:04:05Z');
  const writtenAt = (moment: string) => report(at, { suite: ` timestamp="${moment}"` });
  const made = new Date(at.git('log', '-1', '--format=%cI')).toISOString();
  const before = (hours: number) => new Date(Date.parse(made) - hours * 3_600_000).toISOString().slice(0, 19);
  const document = asked(writtenAt(before(25)));
  expect(document.tested_elsewhere).toEqual({
    date: `${before(25)}Z`,
    revision_date: `${made.slice(0, 19)}Z`,
  });
  const { stdout } = penumbra(['investigate', writtenAt(before(25))], at);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `note the report is from ${before(25).slice(0, 10)}, and the checked-out commit was made on ${made.slice(0, 10)}, so the answer is less certain: run the tests again`,
  );
  expect(asked(writtenAt(`${before(23)}.123+14:00`))).not.toHaveProperty('tested_elsewhere');
  expect(asked(writtenAt('2025-99-99T00:00:00'))).not.toHaveProperty('tested_elsewhere');
  // What was committed since may have been in the work tree when the tests ran.
  expect(onlyCause(asked(writtenAt('2025-12-24T00:00:00'))).change?.date).toBe('2026-01-02T03:04:05Z');
  // A clock that was stopped for the tests tells nothing.
  expect(asked(writtenAt('1970-01-01T00:00:00'))).not.toHaveProperty('tested_elsewhere');
});

test('a revision that is called good leaves out all that came before it', () => {
  const at = shop();
  at.write('src/shipping.js', broken);
  at.commit('Tidy shipping costs');
  at.write('src/limits.js', 'export const FREE_FROM = 49 + 1;\n');
  const good = at.commit('Compute the limit');
  at.write('src/newsletter.js', 'export const greet = (name) => name;\n');
  at.commit('Greet briefly');
  expect(onlyCause(investigate(at, report(at))).change?.subject).not.toBe('Greet briefly');
  const cause = onlyCause(investigate(at, report(at), '--good', good));
  expect(cause).toMatchObject({ last_green: good, change: { subject: 'Greet briefly' } });
  expect(fault(['investigate', report(at), '--good', 'nowhere'], at)).toMatchObject({
    exit: 2,
    code: 'usage',
  });
});

test('what failed in the baseline already is not put down to a change', () => {
  const at = shop();
  at.write('src/shipping.js', broken);
  const baseline = report(at, { file: 'reports/before.xml' });
  const cause = onlyCause(investigate(at, report(at), '--baseline', baseline));
  expect(cause).toMatchObject({ world: 'latent', world_reason: expect.stringContaining('baseline') });
  const green = report(at, { file: 'reports/green.xml', isGreen: true });
  // The cause of the first run would be recalled.
  const anew = investigate(at, report(at), '--baseline', green, '--memory', 'off');
  expect(onlyCause(anew)).toMatchObject({
    world: 'change',
    world_reason: expect.stringContaining('passed before'),
  });
});

test('the ledger remembers the last green report, and a test that both passed and failed on the same files', () => {
  const at = shop();
  const green = at.git('rev-parse', 'HEAD');
  investigate(at, report(at, { isGreen: true }));
  at.write('src/shipping.js', broken);
  at.commit('Tidy shipping costs');
  const cause = onlyCause(investigate(at, report(at)));
  expect(cause).toMatchObject({ last_green: green, world: 'change', defect_type: 'product_bug' });
  const read = () => investigate(at, report(at), '--memory', 'read').run;
  expect(read()).toBe(read());

  investigate(at, report(at, { isGreen: true }));
  const flaky = onlyCause(investigate(at, report(at, { file: 'reports/again.xml' })));
  expect(flaky).toMatchObject({ defect_type: 'flaky' });
});

test('green at the present commit and red without a change: nothing is settled, and no older commit is named', () => {
  const at = shop();
  at.write('src/shipping.js', broken);
  at.commit('Tidy shipping costs');
  const cause = onlyCause(investigate(at, report(at), '--good', 'HEAD'));
  expect(cause.world_reason).toContain('nothing changed since the tests were green');
  expect(cause.status).not.toBe('concluded');
  expect(cause.commits).toEqual([]);
});

test('a new test that meets an old fault was never green, so the past may be named', () => {
  const at = shop();
  const good = at.git('rev-parse', 'HEAD');
  at.write(
    'test/shipping.test.js',
    `${sources['test/shipping.test.js']}test('shipping of nothing is free', () => {\n  expect(shippingCost(0)).toBe(0);\n});\n`,
  );
  at.commit('Ask for more');
  at.write(
    'reports/new.xml',
    `<testsuite name="shipping"><testcase classname="shipping" file="test/shipping.test.js" name="shipping of nothing is free"><failure message="Error: expected">${failure}</failure></testcase></testsuite>`,
  );
  const cause = onlyCause(investigate(at, 'reports/new.xml', '--good', good));
  expect(cause).toMatchObject({ world: 'latent', tests_are: 'new' });
  expect(cause.suspects[0]?.path).toBe('src/shipping.js');
  expect(cause.commits.length).toBeGreaterThan(0);
  // Also commits that agents know by id alone are told as people know them.
  expect(cause.commits.filter(({ subject, author, date }) => !(subject && author && date))).toEqual([]);
  expect(cause.next_steps.join()).not.toContain('back as it was');
});

test('the end of a shallow clone is no change, and leaves less to be sure of', () => {
  const at = shop();
  const whole = onlyCause(investigate(at, report(at)));
  const cwd = join(temporaryFolder(), 'shop');
  at.git('clone', '--quiet', '--depth=1', `file://${at.cwd}`, cwd);
  const clone: Shop = { ...at, cwd, write: (path, text) => writeFileSync(join(cwd, path), text) };
  mkdirSync(join(cwd, 'reports'));
  const cause = onlyCause(investigate(clone, report(clone)));
  expect(cause).toMatchObject({ world: 'unknown', commits: [] });
  expect(cause.suspects[0]?.confidence).toBeLessThan(whole.suspects[0]?.confidence ?? 0);
});

test('of packages alike, the one in which the report lies or the command is given is meant', () => {
  const at = shop();
  for (const name of ['alpha', 'beta', 'gamma']) {
    at.write(`packages/${name}/src/sum.js`, 'export const sum = (a, b) => a + b;\n');
    at.write(
      `packages/${name}/test/sum.test.js`,
      "import { sum } from '../src/sum.js';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
    );
  }
  at.commit('Add packages');
  for (const name of ['alpha', 'beta', 'gamma'])
    at.write(`packages/${name}/src/sum.js`, 'export const sum = (a, b) => a - b;\n');
  const text =
    '<testsuite name="s"><testcase classname="test/sum.test.js" name="adds"><failure message="expected -1 to be 3">at test/sum.test.js:2:33</failure></testcase></testsuite>';
  at.write('packages/gamma/report.xml', text);
  const first = ({ causes: [cause] }: ReportDocument) => cause?.suspects[0]?.path;
  const within = investigate(at, 'packages/gamma/report.xml');
  expect(first(within)).toBe('packages/gamma/src/sum.js');
  expect(within.causes[0]?.suspects.map(({ path }) => path)).not.toContain('packages/gamma/report.xml');
  at.write('packages/beta/report.xml', text);
  const both = investigate(at, 'packages/beta/report.xml', 'packages/gamma/report.xml');
  expect(both.summary.failures).toBe(2);
  at.write('reports/report.xml', text);
  const inBeta = { ...at, cwd: join(at.cwd, 'packages/beta') };
  expect(first(investigate(inBeta, '../../reports/report.xml'))).toBe('packages/beta/src/sum.js');
});

test('a module that went under another name is what an import misses', () => {
  const at = shop();
  at.git('mv', 'src/limits.js', 'src/bounds.js');
  const guilty = at.commit('Call limits bounds');
  at.write('src/checkout.js', `${sources['src/checkout.js']}export const VAT = 19;\n`);
  at.commit('Add a tax');
  const text =
    "Error: Cannot find module './limits.js' imported from src/shipping.js\n    at /builds/shop/src/shipping.js:1:1";
  const cause = onlyCause(investigate(at, report(at, { text })));
  expect(cause.suspects[0]?.path).toBe('src/bounds.js');
  expect(cause.commits[0]?.id).toBe(guilty);
});

test('a test file that does not load is found by the path it is reported under', () => {
  const at = shop();
  at.write('src/shipping.js', broken);
  at.write(
    'reports/load.xml',
    '<testsuites><testcase classname="test" name="/builds/shop/test/shipping.test.js"><failure message="test failed">[Error: test failed]</failure></testcase></testsuites>',
  );
  const cause = onlyCause(investigate(at, 'reports/load.xml'));
  expect(cause.suspects[0]?.path).toBe('src/shipping.js');
});
