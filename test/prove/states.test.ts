// States that are hard to come by: such as do not load, or have no test yet. More of them are in states.deep.test.ts.

import { expect, test } from 'vitest';
import { makeRedProject, onlyCause, provenBy } from './red-project.ts';
import { cart, cartTest, idleFile, shop, wrongDiscount } from './red-shop.ts';

const isProven = { outcome: 'proven', hunks: ['src/price.js:2-2'] };

test('pieces that do not load alone are taken back together', async () => {
  await using project = makeRedProject(shop);
  const commit = project.commit({
    'src/price.js': wrongDiscount.replace('discount', 'rebate').replace('total * 2', 'total * 3'),
    'src/cart.js': cart.replaceAll('discount', 'rebate'),
    ...idleFile('other'),
  });
  expect(provenBy(onlyCause(await project.why()))).toEqual({
    outcome: 'proven',
    hunks: ['src/cart.js:1-1', 'src/cart.js:5-5', 'src/price.js:1-2'],
    commit,
  });
});

test('states that do not load are passed over, and the lines are found all the same', async () => {
  await using project = makeRedProject(shop);
  project.commit({ 'src/cart.js': `${cart}export const open = (;\n` });
  const commit = project.commit({ 'src/price.js': wrongDiscount });
  project.commit({ ...idleFile('one') });
  project.commit({ 'src/cart.js': `${cart}export const open = 1;\n` });
  project.commit({ ...idleFile('two') });
  expect(provenBy(onlyCause(await project.why()))).toEqual({ ...isProven, commit });
});

test('states that cannot be built are passed over', async () => {
  await using project = makeRedProject({ ...shop, 'build.mjs': '' });
  project.commit({ 'build.mjs': 'process.exit(1);\n' });
  project.commit({ 'src/price.js': wrongDiscount });
  project.commit({ 'build.mjs': '', ...idleFile('one') });
  project.commit(idleFile('two'));
  const cause = onlyCause(await project.why({ build: 'node build.mjs' }));
  expect(provenBy(cause)).toMatchObject(isProven);
  expect(cause.experiments?.notes.join()).toMatch(/older states? could not be judged/);
});

test.each(['uncommitted', 'committed'])('a new test, %s, is run on older code', async (kind) => {
  const { 'test/cart.test.js': _, ...code } = shop;
  await using project = makeRedProject(code);
  const commit = project.commit({ 'src/price.js': wrongDiscount });
  project.commit(idleFile('later'));
  project.write({ 'test/cart.test.js': cartTest });
  if (kind === 'committed') project.commit();
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({ ...isProven, commit });
  expect(cause.experiments?.notes).toContain('the tests of today were run on the older states');
});

test('a command that no runner is known for is proven by how it ends', async () => {
  await using project = makeRedProject({ ...shop, 'check.sh': 'grep -q "? 10 : 0" src/price.js\n' });
  const commit = project.commit({ 'src/price.js': wrongDiscount, ...idleFile('other') });
  const cause = onlyCause(await project.why({ command: ['sh', 'check.sh'] }));
  expect(provenBy(cause)).toEqual({ ...isProven, commit });
});

test('a package that is asked for and not installed is the answer, and no older state is run for it', async () => {
  const manifest = JSON.stringify({ type: 'module', dependencies: { 'left-pad': '1.3.0' } });
  await using project = makeRedProject({
    'package.json': manifest,
    'pad.js': "import pad from 'left-pad';\nexport const padded = (text) => pad(text, 5);\n",
    'pad.test.js':
      "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { padded } from './pad.js';\ntest('pads', () => assert.equal(padded('a'), '    a'));\n",
  });
  project.commit(idleFile('later'));
  const cause = onlyCause(await project.why());
  expect(cause).toMatchObject({ defect_type: 'environment', absent: expect.stringContaining('`left-pad`') });
  expect(cause.experiments).toBeUndefined();
  expect(cause.confidence).toBeGreaterThan(0.8);
});
