// More states that are hard to come by: files and places with other names, other packages, and a green that never was.

import { expect, test } from 'vitest';
import { makeRedProject, onlyCause, provenBy } from './red-project.ts';
import { cart, cartTest, idleFile, shop, wrongDiscount } from './red-shop.ts';

const isProven = { outcome: 'proven', hunks: ['src/price.js:2-2'] };

test('a rename beside the fault is left alone', async () => {
  await using project = makeRedProject(shop);
  const commit = project.commit({
    'src/price.js': wrongDiscount.replace('function tax', 'function levy'),
    'src/cart.js': cart.replaceAll('sum', 'whole'),
  });
  expect(provenBy(onlyCause(await project.why()))).toEqual({ ...isProven, commit });
});

test('a new test that never passed has no green state', async () => {
  await using project = makeRedProject(shop);
  project.commit(idleFile('one'));
  project.write({ 'test/tax.test.js': cartTest.replace('140', '141') });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toMatchObject({ outcome: 'no_green', hunks: undefined });
  expect(cause.status).not.toBe('proven');
});

test('a fault in a file that was renamed since is found under its new name', async () => {
  await using project = makeRedProject(shop);
  const commit = project.commit({ 'src/price.js': wrongDiscount });
  project.commit(idleFile('one'));
  project.git('mv', 'src/price.js', 'src/pricing.js');
  project.commit({ 'src/cart.js': cart.replace('./price.js', './pricing.js') });
  expect(provenBy(onlyCause(await project.why()))).toEqual({
    outcome: 'proven',
    hunks: ['src/pricing.js:2-2'],
    commit,
  });
});

test('a change of the lock file is said, for all states have the packages of today', async () => {
  await using project = makeRedProject({
    ...shop,
    '.gitignore': 'node_modules\n',
    'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }\n',
  });
  project.write({ 'node_modules/dependency/index.js': 'export default 1;\n' });
  const commit = project.commit({
    'src/price.js': wrongDiscount,
    'package-lock.json': '{ "lockfileVersion": 3, "packages": { "": {} } }\n',
  });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({ ...isProven, commit });
  expect(cause.experiments?.notes.join()).toMatch(/package-lock[.]json differed at some states/);
});

test('a workspace below the top of the repository is proven with its own paths', async () => {
  const below = Object.fromEntries(Object.entries(shop).map(([path, text]) => [`apps/shop/${path}`, text]));
  await using project = makeRedProject({ ...below, 'README.md': 'Shop\n' });
  const commit = project.commit({ 'apps/shop/src/price.js': wrongDiscount });
  project.commit({ 'README.md': 'Shops\n' });
  project.write({ 'apps/shop/test/cart.test.js': cartTest.replace('takes', 'always takes') });
  const place = `${project.path}/apps/shop`;
  const cause = onlyCause(await project.why({ workspace: place, currentDirectory: place }));
  expect(provenBy(cause)).toEqual({ ...isProven, commit });
});

test('a command that is started below the workspace runs there in every state', async () => {
  const below = Object.fromEntries(Object.entries(shop).map(([path, text]) => [`apps/shop/${path}`, text]));
  await using project = makeRedProject({ ...below, 'README.md': 'Shop\n' });
  const commit = project.commit({ 'apps/shop/src/price.js': wrongDiscount });
  const cause = onlyCause(await project.why({ currentDirectory: `${project.path}/apps/shop` }));
  expect(provenBy(cause)).toEqual({ outcome: 'proven', hunks: ['apps/shop/src/price.js:2-2'], commit });
});

test('a command that no runner is known for is taken at its word where it prints TAP', async () => {
  const check = [
    'echo 1..2',
    'echo "ok 1 - is there"',
    'if grep -q "? 10 : 0" src/price.js; then echo "ok 2 - gives a discount"; exit 0; fi',
    'echo "not ok 2 - gives a discount"; exit 1',
  ];
  await using project = makeRedProject({ ...shop, 'check.sh': `${check.join('\n')}\n` });
  const commit = project.commit({ 'src/price.js': wrongDiscount, ...idleFile('other') });
  const cause = onlyCause(await project.why({ command: ['sh', 'check.sh'] }));
  expect(cause.tests.map(({ name }) => name)).toEqual(['gives a discount']);
  expect(provenBy(cause)).toEqual({ ...isProven, commit });
});
