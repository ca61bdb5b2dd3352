// Where a fault can be: uncommitted, in the last commit, further back, in product and test. More places are in
// changes.deep.test.ts.

import { expect, test } from 'vitest';
import { verifyProof } from '../../src/investigation/prove/index.ts';
import { makeRedProject, onlyCause, provenBy } from './red-project.ts';
import { cart, cartTest, idleFile, price, shop, taxTest, wrongDiscount } from './red-shop.ts';

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

test('a wrong expectation is proven, and called neither a bug of the test nor of the product', async () => {
  await using project = makeRedProject(shop);
  project.commit(idleFile('one'));
  const commit = project.commit({ 'test/cart.test.js': cartTest.replace('140', '150') });
  project.commit({ 'src/price.js': price.replace('total * 2', 'total * 3') });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({ outcome: 'proven', hunks: ['test/cart.test.js:6-6'], commit });
  expect(cause.defect_type).toBe('to_investigate');
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

test('a test that cannot be selected is proven by another one of its cause', async () => {
  // Tests whose names are made anew in each run cannot be asked for by name.
  await using project = makeRedProject({
    ...shop,
    'test/cart.test.js': [
      "import assert from 'node:assert';",
      "import test from 'node:test';",
      "import { total } from '../src/cart.js';",
      '',
      "test('a sum of ' + process.hrtime.bigint(), () => assert.ok(total([100, 50]) === 140));",
      "test('takes a discount off', () => assert.ok(total([100, 50]) === 140));",
      '',
    ].join('\n'),
  });
  project.commit(idleFile('one'));
  project.write({ 'src/price.js': wrongDiscount });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({ ...isProven, commit: null });
  expect(cause.failures).toBe(2);
});

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
