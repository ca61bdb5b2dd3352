// What a guilty piece can be beside changed lines: a file that is new, gone, closed or not text, and code that does not
// load at all.

import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../context/workspace.ts';
import { command, makeRedProject, onlyCause, provenBy } from './red-project.ts';
import { cart, idleFile, price, shop } from './red-shop.ts';

test.each([
  ['in one process', command],
  ['in a process of their own', ['node', '--test']],
])('code that does not load is proven to be the cause, with tests %s', async (_, words) => {
  await using project = makeRedProject(shop);
  project.commit(idleFile('one'));
  project.write({ 'src/price.js': price.replace('export function discount', 'function discount') });
  const cause = onlyCause(await project.why({ command: words }));
  expect(provenBy(cause)).toEqual({ outcome: 'proven', hunks: ['src/price.js:1-1'], commit: null });
});

test('code that cannot be read is proven to be the cause', async () => {
  await using project = makeRedProject(shop);
  const commit = project.commit({ 'src/cart.js': `${cart}\nexport const open = (;\n`, ...idleFile('one') });
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({ outcome: 'proven', hunks: ['src/cart.js:7-8'], commit });
});

/** A test that runs every file of a folder, and looks at a file that is no text. */
const looking = {
  'package.json': '{ "type": "module" }\n',
  'rules/first.js': 'export default true;\n',
  'rules/second.js': 'export default true;\n',
  'tool.sh': '#!/bin/sh\nexit 0\n',
  'mark.bin': 'a\0b',
  'test/rules.test.js': [
    "import assert from 'node:assert';",
    "import { spawnSync } from 'node:child_process';",
    "import { readdirSync, readFileSync } from 'node:fs';",
    "import test from 'node:test';",
    '',
    "test('every rule holds', async () => {",
    "  const names = readdirSync('rules');",
    "  for (const name of names) assert.ok((await import('../rules/' + name)).default, 'a rule is broken');",
    "  assert.ok(names.length > 1, 'a rule is missing');",
    "  assert.ok(spawnSync('./tool.sh').status === 0, 'the tool does not run');",
    "  assert.ok(readFileSync('mark.bin')[1] === 0, 'the mark is wrong');",
    '});',
    '',
  ].join('\n'),
};

test.each([
  [
    'new',
    (path: string) => ({ path, files: { 'rules/third.js': 'export default false;\n' } }),
    'rules/third.js',
  ],
  [
    'gone',
    (path: string) => {
      rmSync(join(path, 'rules/second.js'));
      return { path, files: {} };
    },
    'rules/second.js',
  ],
  [
    'not to be run any more',
    (path: string) => {
      chmodSync(join(path, 'tool.sh'), 0o644);
      return { path, files: {} };
    },
    'tool.sh',
  ],
  ['other bytes than text', (path: string) => ({ path, files: { 'mark.bin': 'a\u0001\0b' } }), 'mark.bin'],
] as const)('a file that is %s is proven to be the cause', async (_, change, guilty) => {
  await using project = makeRedProject();
  project.git('init', '--quiet');
  project.write(looking);
  chmodSync(join(project.path, 'tool.sh'), 0o755);
  project.commit();
  project.write({ ...change(project.path).files, ...idleFile('other') });
  const found = await project.why();
  expect(provenBy(onlyCause(found))).toMatchObject({
    outcome: 'proven',
    hunks: [expect.stringMatching(`^${guilty}:`)],
  });
  writeFiles(project.outside, { 'fix.patch': found.patch ?? '' });
  project.git('apply', '--check', join(project.outside, 'fix.patch'));
});
