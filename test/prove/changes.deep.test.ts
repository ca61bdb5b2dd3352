// More places where a fault can be: in a fixture and in configuration, two at once, and one behind another.

import { expect, test } from 'vitest';
import { prove } from '../../src/investigation/prove/index.ts';
import { command, type Files, makeRedProject, onlyCause, provenBy } from './red-project.ts';
import { cart, cartTest, idleFile, shop, taxTest, wrongDiscount } from './red-shop.ts';

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
