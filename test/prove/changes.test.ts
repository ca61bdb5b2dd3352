// Where a fault can be: uncommitted, in the last commit, further back, in product, fixture, configuration and test.

import { expect, test } from 'vitest';
import { prove, verifyProof } from '../../src/engine/prove/index.ts';
import { command, type Files, makeRedProject, onlyCause, provenBy } from './red-project.ts';
import { cart, cartTest, idleFile, price, shop, wrongDiscount } from './red-shop.ts';

const isProven = { outcome: 'proven', hunks: ['src/price.js:2-2'] };

test('an uncommitted fault is proven, among other uncommitted changes', async () => {
  await using project = makeRedProject(shop);
  project.write({ 'src/price.js': wrongDiscount.replace('total * 2', 'total * 3'), ...idleFile('other') });
  const found = await project.why();
  expect(provenBy(onlyCause(found))).toEqual({ ...isProven, commit: null });
  expect(found.patch).toContain('+  return total > 100 ? 10 : 0;');
});

test('a fault in the last commit is proven', async () => {
  await using project = makeRedProject(shop);
  const commit = project.commit({ 'src/price.js': wrongDiscount, ...idleFile('other') });
  expect(provenBy(onlyCause(await project.why()))).toEqual({ ...isProven, commit });
});

test('a fault some commits back is proven, with the commit that brought it', async () => {
  await using project = makeRedProject(shop);
  for (const name of ['one', 'two', 'three']) project.commit(idleFile(name));
  const commit = project.commit({ 'src/price.js': wrongDiscount });
  for (const name of ['four', 'five', 'six', 'seven']) project.commit(idleFile(name));
  project.write({ 'src/price.js': wrongDiscount.replace('total * 2', 'total * 3') });
  expect(provenBy(onlyCause(await project.why()))).toEqual({ ...isProven, commit });
});

test('a fault in a fixture that the test reads is proven', async () => {
  await using project = makeRedProject({
    ...shop,
    'test/prices.json': '{\n  "first": 100,\n  "second": 50\n}\n',
    'test/cart.test.js': cartTest
      .replace('[100, 50]', "Object.values(JSON.parse(readFileSync('test/prices.json', 'utf8')))")
      .replace('import test', "import { readFileSync } from 'node:fs';\nimport test"),
  });
  const commit = project.commit({
    'test/prices.json': '{\n  "first": 100,\n  "second": 60\n}\n',
    ...idleFile('other'),
  });
  expect(provenBy(onlyCause(await project.why()))).toEqual({
    outcome: 'proven',
    hunks: ['test/prices.json:3-3'],
    commit,
  });
});

test('a fault in configuration is proven', async () => {
  await using project = makeRedProject({
    ...shop,
    'package.json': '{\n  "name": "shop",\n  "type": "module",\n  "discount": 10\n}\n',
    'src/price.js': [
      "import { readFileSync } from 'node:fs';",
      '',
      'export function discount(total) {',
      "  return total > 100 ? JSON.parse(readFileSync('package.json', 'utf8')).discount : 0;",
      '}',
      '',
    ].join('\n'),
  });
  project.write({
    'package.json': '{\n  "name": "shop",\n  "type": "module",\n  "discount": 20\n}\n',
    ...idleFile('other'),
  });
  expect(provenBy(onlyCause(await project.why()))).toEqual({
    outcome: 'proven',
    hunks: ['package.json:4-4'],
    commit: null,
  });
});

test('a wrong expectation is proven to be a fault of the test', async () => {
  await using project = makeRedProject(shop);
  project.commit(idleFile('one'));
  const commit = project.commit({ 'test/cart.test.js': cartTest.replace('140', '150') });
  project.commit({ 'src/price.js': price.replace('total * 2', 'total * 3') });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({ outcome: 'proven', hunks: ['test/cart.test.js:6-6'], commit });
  expect(cause.defect_type).toBe('test_bug');
});

test('two faults of one test in one commit are proven together', async () => {
  await using project = makeRedProject(shop);
  const commit = project.commit({
    'src/price.js': wrongDiscount.replace('total * 2', 'total * 3'),
    'src/cart.js': cart.replace('right, 0)', 'right, 1)'),
    ...idleFile('other'),
  });
  expect(provenBy(onlyCause(await project.why()))).toEqual({
    outcome: 'proven',
    hunks: ['src/cart.js:4-4', 'src/price.js:2-2'],
    commit,
  });
});

test('two faults of one test in two commits are proven together, and neither commit is blamed for both', async () => {
  await using project = makeRedProject(shop);
  project.commit({ 'src/price.js': wrongDiscount });
  project.commit(idleFile('between'));
  project.commit({ 'src/cart.js': cart.replace('right, 0)', 'right, 1)') });
  expect(provenBy(onlyCause(await project.why()))).toEqual({
    outcome: 'proven',
    hunks: ['src/cart.js:4-4', 'src/price.js:2-2'],
    commit: undefined,
  });
});

test('two faults of two tests in one commit are told apart', async () => {
  await using project = makeRedProject({ ...shop, 'test/tax.test.js': taxTest });
  const commit = project.commit({
    'src/price.js': wrongDiscount.replace('total * 2', 'total * 3'),
    ...idleFile('other'),
  });
  const { document } = await project.why();
  expect(document.causes.map(provenBy)).toEqual(
    expect.arrayContaining([
      { outcome: 'proven', hunks: ['src/price.js:2-2'], commit },
      { outcome: 'proven', hunks: ['src/price.js:9-9'], commit },
    ]),
  );
});

test('two faults of two tests in two commits are told apart', async () => {
  await using project = makeRedProject({ ...shop, 'test/tax.test.js': taxTest });
  const first = project.commit({ 'src/price.js': wrongDiscount });
  const second = project.commit({ 'src/price.js': wrongDiscount.replace('total * 2', 'total * 3') });
  const { document } = await project.why();
  expect(document.causes.map(provenBy)).toEqual(
    expect.arrayContaining([
      { outcome: 'proven', hunks: ['src/price.js:2-2'], commit: first },
      { outcome: 'proven', hunks: ['src/price.js:9-9'], commit: second },
    ]),
  );
});

test('one cause is proven alone, beside what was proven of the others, and without their lines in the patch', async () => {
  await using project = makeRedProject({ ...shop, 'test/tax.test.js': taxTest });
  project.commit({ 'src/price.js': wrongDiscount });
  project.commit({ 'src/price.js': wrongDiscount.replace('total * 2', 'total * 3') });
  const { run, document } = await project.why();
  const { path: workspace, outside, environment } = project;
  const places = {
    workspace,
    currentDirectory: workspace,
    store: `sqlite:${outside}/ledger.db`,
    environment,
  };
  const first = document.causes[0]?.proof?.hunks[0]?.diff.split('\n')[1] ?? 'none';
  const again = await prove({ ...places, run, cause: '1', command });
  expect(again.document).toEqual(document);
  expect(again.patch).toContain(`+${first.slice(1)}`);
  expect(again.patch?.match(/^@@/gm)).toHaveLength(1);
});

const taxTest = [
  "import assert from 'node:assert';",
  "import test from 'node:test';",
  "import { tax } from '../src/price.js';",
  '',
  "test('adds the tax', () => {",
  "  assert.ok(tax(3) === 6, 'the tax is wrong');",
  '});',
  '',
].join('\n');

test('a failure that is older than the search goes does not use up what proves the new one', async () => {
  const names = ['first', 'second', 'third'];
  const ages = names.map(
    (name) => `test('${name} part is built', () => assert.ok(existsSync('dist/${name}.js')));`,
  );
  await using project = makeRedProject({
    ...shop,
    'test/built.test.js': [
      "import { existsSync } from 'node:fs';",
      "import assert from 'node:assert';",
      "import test from 'node:test';",
      ...ages,
      '',
    ].join('\n'),
  });
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) project.commit(idleFile(name));
  // All four tests are argued to have one cause, and those of the old one come first.
  project.write({
    'src/price.js': wrongDiscount,
    'src/cart.js': cart.replace('left + right', 'right + left'),
    ...idleFile('seven'),
  });
  const { document } = await project.why({ maxRuns: 14 });
  const proven = document.causes.filter(({ status }) => status === 'proven');
  expect(proven.map(provenBy)).toEqual([{ ...isProven, commit: null }]);
  expect(document.causes.map(({ failures }) => failures)).toEqual([1, 3]);
});

test('a fault that only two pieces make together is proven by one of them, which is said to do nothing alone', async () => {
  const sized = (base: number, extra: number): Files => ({
    'src/base.js': `export const base = ${base};\n`,
    'src/extra.js': `export const extra = ${extra};\n`,
  });
  await using project = makeRedProject({
    'package.json': '{ "type": "module" }\n',
    ...sized(5, 3),
    'test/size.test.js': [
      "import assert from 'node:assert';",
      "import test from 'node:test';",
      "import { base } from '../src/base.js';",
      "import { extra } from '../src/extra.js';",
      '',
      "test('fits', () => {",
      "  assert.ok(base + extra <= 12, 'too large');",
      '});',
      '',
    ].join('\n'),
  });
  const commit = project.commit({ ...sized(8, 6), ...idleFile('other') });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({
    outcome: 'proven',
    hunks: [expect.stringMatching(/^src\/(base|extra)[.]js:1-1$/)],
    commit,
  });
  expect(cause.proof?.alone).toBe('green');
});

test('a fault that is hidden by another one is not left out of the proof', async () => {
  await using project = makeRedProject(shop);
  project.commit({ 'src/price.js': wrongDiscount });
  project.commit({
    'src/cart.js': cart.replace('const sum = prices.reduce', 'const sum = prices.first.reduce'),
    ...idleFile('other'),
  });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({
    outcome: 'proven',
    hunks: ['src/cart.js:4-4', 'src/price.js:2-2'],
    commit: undefined,
  });
});

test('a search that ends at the commit says so, and is verified as what it was', async () => {
  await using project = makeRedProject(shop);
  const commit = project.commit({ 'src/price.js': wrongDiscount });
  project.commit(idleFile('other'));
  const { run, document } = await project.why({ bisect: true });
  expect(document.causes).toMatchObject([
    { status: 'narrowed', experiments: { left: { commits: [commit], paths: ['src/price.js'] } } },
  ]);
  const { path: workspace, outside, environment } = project;
  const places = {
    workspace,
    currentDirectory: workspace,
    store: `sqlite:${outside}/ledger.db`,
    environment,
  };
  expect(await verifyProof({ ...places, run })).toMatchObject({ ok: true, differences: [] });
});
