// More states that are hard to come by: files and places with other names, other packages, and a green that never was.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, writeFiles } from '../context/workspace.ts';
import { makeRedProject, onlyCause, provenBy } from './red-project.ts';
import { cart, cartTest, idleFile, price, shop, wrongDiscount } from './red-shop.ts';

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

const locked = (version: number) => `{ "packages": { "dependency": ${version} } }\n`;
const lockedShop = {
  ...shop,
  '.gitignore': 'node_modules\n',
  'package-lock.json': locked(10),
  'src/price.js': "export { off as discount } from 'dependency';\n",
  'install.mjs': [
    "import { readFileSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';",
    "const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));",
    "rmSync('node_modules', { recursive: true, force: true });",
    "mkdirSync('node_modules/dependency', { recursive: true });",
    'writeFileSync(\'node_modules/dependency/package.json\', \'{ "type": "module", "exports": "./index.js" }\');',
    "writeFileSync('node_modules/dependency/index.js', 'export const off = () => ' + packages.dependency);",
    '',
  ].join('\n'),
};
const installed = {
  'node_modules/dependency/package.json': '{ "type": "module", "exports": "./index.js" }',
  'node_modules/dependency/index.js': 'export const off = () => 20;',
};

test('without a build all states have the packages of today, which is said where a lock file differs', async () => {
  await using project = makeRedProject(lockedShop);
  project.commit({ 'package-lock.json': locked(20), ...idleFile('other') });
  project.write(installed);
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toMatchObject({ outcome: 'no_green' });
  expect(cause.experiments?.notes).toContain(
    'package-lock.json differs at some states, which were run with the packages installed today; --build CMD can install their own',
  );
});

test('with a build that installs what a state has locked, a wrong version is proven', async () => {
  await using project = makeRedProject(lockedShop);
  const commit = project.commit({ 'package-lock.json': locked(20), ...idleFile('other') });
  project.write(installed);
  const cause = onlyCause(await project.why({ build: 'node install.mjs' }));
  expect(provenBy(cause)).toEqual({ outcome: 'proven', hunks: ['package-lock.json:1-1'], commit });
  expect(cause.experiments?.notes).toEqual([]);
});

test('what a build left of a file that is gone in the next state does not make it green', async () => {
  // As Maven does: resources are copied, and those that are gone from the sources stay where they were copied to.
  await using project = makeRedProject({
    '.gitignore': 'target\n',
    'pom.xml': '<project/>\n',
    'package.json': '{ "type": "module" }\n',
    'resources/rules.txt': 'rule\n',
    'test/rules.test.js': [
      "import assert from 'node:assert';",
      "import { cpSync, existsSync } from 'node:fs';",
      "import test from 'node:test';",
      '',
      "test('has rules', () => {",
      "  cpSync('resources', 'target/classes', { recursive: true });",
      "  assert.ok(existsSync('target/classes/rules.txt'), 'no rules');",
      '});',
      '',
    ].join('\n'),
  });
  project.write({ 'resources/other.txt': 'other\n', ...idleFile('beside') });
  project.git('rm', '--quiet', 'resources/rules.txt');
  const commit = project.commit(idleFile('one'));
  project.commit(idleFile('two'));
  project.commit(idleFile('three'));
  expect(provenBy(onlyCause(await project.why()))).toEqual({
    outcome: 'proven',
    hunks: ['resources/rules.txt:1-1'],
    commit,
  });
});

test('a submodule that was moved to a faulty commit is proven', async () => {
  await using project = makeRedProject({ ...shop, 'src/price.js': "export * from '../library/price.js';\n" });
  const library = join(project.outside, 'library');
  mkdirSync(library);
  git(library, 'init', '--quiet');
  const bump = (text: string) => {
    writeFiles(library, { 'price.js': text });
    git(library, 'add', '--all');
    git(library, 'commit', '--quiet', '--message', 'price');
  };
  bump(price);
  project.git('submodule', '--quiet', 'add', library, 'library');
  project.commit();
  bump(wrongDiscount);
  git(join(project.path, 'library'), 'pull', '--quiet');
  const commit = project.commit(idleFile('beside'));
  project.commit(idleFile('later'));
  const found = await project.why();
  expect(provenBy(onlyCause(found))).toEqual({ outcome: 'proven', hunks: ['library:1-1'], commit });
  expect(onlyCause(found).proof?.hunks[0]?.diff).toMatch(
    /^@@ -1,1 \+1,1 @@\n-Subproject commit \w+\n\+Subproject commit \w+\n$/,
  );
  expect(onlyCause(found).experiments?.notes.join()).toMatch(/git submodule update/);
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
