// Tests that fail by chance, by order or by their surroundings: no change is blamed for what it did not do.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Files, makeRedProject, onlyCause, provenBy } from './red-project.ts';
import { idleFile } from './red-shop.ts';

/** A test that fails so many times in a thousand. */
function flakyFiles(perThousand: number): Files {
  return {
    'package.json': '{ "type": "module" }\n',
    'src/rate.js': `export const rate = ${perThousand};\n`,
    'test/luck.test.js': [
      "import assert from 'node:assert';",
      "import { randomInt } from 'node:crypto';",
      "import test from 'node:test';",
      "import { rate } from '../src/rate.js';",
      '',
      "test('is lucky', () => {",
      "  assert.ok(randomInt(1000) >= rate, 'out of luck');",
      '});',
      '',
    ].join('\n'),
  };
}

const luckReport = reportOf(
  '<testcase name="is lucky" classname="test" file="test/luck.test.js"><failure message="out of luck" type="testCodeFailure">AssertionError [ERR_ASSERTION]: out of luck\n    at TestContext.&lt;anonymous&gt; (test/luck.test.js:7:10)</failure></testcase>',
);

function reportOf(testcases: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n${testcases}\n</testsuites>\n`;
}

test.each([50, 300, 700])('a test that fails %d times in a thousand is blamed on no change', async (rate) => {
  await using project = makeRedProject(flakyFiles(rate));
  project.commit(idleFile('one'));
  project.write(idleFile('two'));
  const cause = onlyCause(
    await project.prove(luckReport, 'node --test --test-isolation=none', { maxRuns: 60 }),
  );
  const { outcome, rate: measured } = cause.experiments ?? {};
  expect(cause.proof).toBeUndefined();
  expect(['flaky', 'not_reproduced', 'no_green', 'narrowed', 'unfinished']).toContain(outcome);
  if (outcome === 'flaky') expect(measured?.runs).toBeGreaterThanOrEqual(16);
  if (measured !== undefined) expect(measured.failed).toBeLessThanOrEqual(measured.runs);
});

test('of a test that began to fail at times, no other change than the guilty one is proven', async () => {
  await using project = makeRedProject(flakyFiles(0));
  project.commit(idleFile('one'));
  const commit = project.commit({ 'src/rate.js': 'export const rate = 700;\n', ...idleFile('two') });
  const cause = onlyCause(
    await project.prove(luckReport, 'node --test --test-isolation=none', { maxRuns: 200 }),
  );
  // It can pass when it is run first, and then nothing is reproduced.
  if (cause.proof === undefined) expect(cause.experiments?.outcome).toMatch(/^(not_reproduced|narrowed)$/);
  else expect(provenBy(cause)).toEqual({ outcome: 'proven', hunks: ['src/rate.js:1-1'], commit });
});

const orderFiles: Files = {
  'package.json': '{ "type": "module" }\n',
  'src/basket.js': 'export const basket = [];\n',
  'test/basket.test.js': [
    "import assert from 'node:assert';",
    "import test from 'node:test';",
    "import { basket } from '../src/basket.js';",
    '',
    "test('counts', () => {",
    '  assert.equal(basket.length, basket.length);',
    '});',
    "test('puts something in', () => {",
    '  basket.push(1);',
    '});',
    "test('looks around', () => {});",
    "test('begins empty', () => {",
    "  assert.ok(basket.length === 0, 'the basket is not empty');",
    '});',
    '',
  ].join('\n'),
};

test('the test that makes another one fail is named', async () => {
  await using project = makeRedProject(orderFiles);
  project.commit(idleFile('one'));
  const { experiments } = onlyCause(await project.why());
  expect(experiments).toMatchObject({ outcome: 'order_dependent', polluter: 'puts something in' });
});

test('a test that passes alone is told with the others that the same lines break', async () => {
  const wrap = ['let last;', '', 'export function wrap(text) {', '  return text;', '}', ''].join('\n');
  await using project = makeRedProject({
    'package.json': '{ "type": "module" }\n',
    'src/wrap.js': wrap,
    'test/wrap.test.js': [
      "import assert from 'node:assert';",
      "import test from 'node:test';",
      "import { wrap } from '../src/wrap.js';",
      '',
      "const checkWrap = (text) => assert.equal(wrap(text), text, 'wrapped wrongly');",
      "test('wraps one', () => checkWrap('one'));",
      "test('wraps two', () => checkWrap('two'));",
      "test('wraps three and four', () => {",
      "  checkWrap('three');",
      "  checkWrap('four');",
      '});',
      '',
    ].join('\n'),
  });
  project.write({
    'src/wrap.js': wrap.replace('return text', 'return (last ??= text)'),
    ...idleFile('other'),
  });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({ outcome: 'proven', hunks: ['src/wrap.js:4-4'], commit: null });
  expect(cause.tests.map(({ name }) => name).sort()).toEqual(['wraps three and four', 'wraps two']);
  expect(cause.experiments?.notes).toContain(
    '1 test of the cause failed only when all were run; without these lines it passes then, too (2 runs each)',
  );
});

test('a test that fails only where a variable is set is not reproduced without it', async () => {
  await using project = makeRedProject({
    'package.json': '{ "type": "module" }\n',
    'test/place.test.js': [
      "import assert from 'node:assert';",
      "import test from 'node:test';",
      '',
      "test('works in any place', () => {",
      "  assert.ok(process.env.BUILD_PLACE === undefined, 'not here');",
      '});',
      '',
    ].join('\n'),
  });
  project.commit(idleFile('one'));
  const report = reportOf(
    '<testcase name="works in any place" classname="test" file="test/place.test.js"><failure message="not here">AssertionError [ERR_ASSERTION]: not here</failure></testcase>',
  );
  const cause = onlyCause(await project.prove(report, 'node --test --test-isolation=none'));
  expect(cause.experiments).toMatchObject({
    outcome: 'not_reproduced',
    summary: 'the failure could not be reproduced here',
  });
  expect(cause.proof).toBeUndefined();
});

test('a run that took too long is made again where there is more time', async () => {
  await using project = makeRedProject();
  const way = join(project.outside, 'ends');
  project.git('init', '--quiet');
  project.commit({
    'package.json': '{ "type": "module" }\n',
    'test/wait.test.js': [
      "import { existsSync } from 'node:fs';",
      "import test from 'node:test';",
      '',
      "test('waits', async () => {",
      `  if (!existsSync(${JSON.stringify(way)})) await new Promise(() => setInterval(() => {}, 1_000));`,
      '});',
      '',
    ].join('\n'),
  });
  const report = reportOf(
    '<testcase name="waits" classname="test" file="test/wait.test.js"><failure message="timeout">AssertionError [ERR_ASSERTION]: timeout</failure></testcase>',
  );
  const outcomeWithin = async (budgetMs: number) =>
    onlyCause(await project.prove(report, 'node --test --test-isolation=none', { budgetMs })).experiments
      ?.outcome;
  expect(await outcomeWithin(6_000)).not.toBe('not_reproduced');
  writeFileSync(way, '');
  expect(await outcomeWithin(6_000)).not.toBe('not_reproduced');
  expect(await outcomeWithin(120_000)).toBe('not_reproduced');
  // What has ended once is known, however little time there is then.
  expect(await outcomeWithin(6_000)).toBe('not_reproduced');
});
