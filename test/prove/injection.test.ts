// Names of tests come from reports and repositories: whatever they are, what runs is the operator's command and one word
// that selects.

import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../context/workspace.ts';
import { makeRedProject, provenBy, type RedProject } from './red-project.ts';

const hostileNames = [
  `it's "quoted"`,
  '$(touch pwned) $HOME $[1]',
  '`touch pwned`',
  'first line\nsecond; touch pwned',
  '--test-reporter=tap',
  '-e require("fs").writeFileSync("pwned","")',
  '* ? [a-z] {a,b} (group|or) ^start$ a+ \\d \\',
  '& touch pwned | tee pwned > pwned',
  '%PATH% !history! #comment ~',
];

/** A module with a fault, and one test of each name that meets it. */
const hostileFiles = (isFaulty: boolean) => ({
  'package.json': '{ "type": "module", "scripts": { "test": "node --test --test-isolation=none" } }\n',
  'src/one.js': `export const one = ${isFaulty ? 2 : 1};\n`,
  'test/names.test.js': [
    "import assert from 'node:assert';",
    "import test from 'node:test';",
    "import { one } from '../src/one.js';",
    '',
    ...hostileNames.map((name) => `test(${JSON.stringify(name)}, () => assert.equal(one, 1));`),
    "test('passes anyway', () => {});",
    '',
  ].join('\n'),
});

/** Puts a program before the others that writes down its words and hands them on; returns what was written. */
function recordCalls(project: RedProject, name: string, handOn: string) {
  const log = join(project.outside, 'calls');
  const file = join(project.outside, 'bin', name);
  writeFiles(project.outside, {
    calls: '',
    [`bin/${name}`]: `#!/bin/sh\nfor word; do printf '%s\\0' "$word" >> '${log}'; done\nprintf '\\001' >> '${log}'\n${handOn}\n`,
  });
  chmodSync(file, 0o755);
  return {
    environment: { ...project.environment, PATH: `${dirname(file)}:${project.environment.PATH}` },
    calls: () =>
      readFileSync(log, 'utf8')
        .split('\u0001')
        .filter((call) => call !== '')
        .map((call) => call.split('\0').slice(0, -1)),
  };
}

function expectUnharmed({ path, outside }: RedProject): void {
  for (const folder of [path, outside, process.cwd(), join(outside, 'tmp')])
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
}

test('hostile names of tests add one word to the command', async () => {
  await using project = makeRedProject(hostileFiles(false));
  project.write(hostileFiles(true));
  const { calls, environment } = recordCalls(project, 'node', `exec '${process.execPath}' "$@"`);
  const { document } = await project.why({ environment });
  expect(document.causes.map(provenBy)).toEqual([
    { outcome: 'proven', hunks: ['src/one.js:1-1'], commit: null },
  ]);
  for (const call of calls()) {
    const [test, isolation, ...rest] = call;
    expect([test, isolation]).toEqual(['--test', '--test-isolation=none']);
    const added = rest.filter((word) => !/^--test-reporter(=junit|-destination=.*results[.]xml)$/.test(word));
    // All tests, or one selection and the file.
    expect(added.length).toBeOneOf([0, 2]);
    if (added.length === 2)
      expect(added).toEqual([expect.stringMatching(/^--test-name-pattern=\^ \*\(\?:/), 'test/names.test.js']);
  }
  expectUnharmed(project);
});

test('hostile names of tests do nothing on their way through a shell', async () => {
  await using project = makeRedProject(hostileFiles(false));
  project.write(hostileFiles(true));
  const { document } = await project.why({ command: ['npm', 'test'] });
  expect(document.causes.map(provenBy)).toEqual([
    { outcome: 'proven', hunks: ['src/one.js:1-1'], commit: null },
  ]);
  expectUnharmed(project);
});

test('hostile names, files and classes of a report stay inside their words', async () => {
  await using project = makeRedProject({ 'package.json': '{}\n', 'src/one.js': 'export default 1;\n' });
  project.commit({ 'src/one.js': 'export default 2;\n' });
  const { calls, environment } = recordCalls(project, 'check', 'exit 1');
  const hostile = [
    '$(touch pwned)',
    '`touch pwned`',
    "'; touch pwned; '",
    '../../../etc/passwd',
    '--version',
  ];
  const testcases = hostile.map(
    (text) =>
      `<testcase name="${text}" classname="${text}" file="${text}"><failure message="${text}">${text} failed</failure></testcase>`,
  );
  const found = await project.prove(
    `<testsuites>${testcases.join('')}</testsuites>`,
    'check --only {name} --in {file} {class}',
    { environment, maxRuns: 4 },
  );
  expect(found.document.causes.every(({ proof }) => proof === undefined)).toBe(true);
  expect(calls().length).toBeGreaterThan(0);
  for (const call of calls())
    expect(call.length === 0 || (call.length === 5 && call[0] === '--only' && call[2] === '--in')).toBe(true);
  expectUnharmed(project);
});

test('hostile names, files and classes of a report add nothing to the command of a known runner', async () => {
  await using project = makeRedProject(hostileFiles(false));
  project.write(hostileFiles(true));
  const { calls, environment } = recordCalls(project, 'node', `exec '${process.execPath}' "$@"`);
  const files = ['$(touch pwned).js', '--eval=1', '/etc/passwd', '../outside.js', 'test/names.test.js'];
  const testcases = files.map(
    (file, index) =>
      `<testcase name="--import=${index} $(touch pwned)" classname="&quot;; touch pwned" file="${file}"><failure message="failed">at ${file}:1:1</failure></testcase>`,
  );
  const found = await project.prove(
    `<testsuites>${testcases.join('')}</testsuites>`,
    'node --test --test-isolation=none',
    { environment, maxRuns: 4 },
  );
  expect(found.document.causes.every(({ proof }) => proof === undefined)).toBe(true);
  for (const call of calls())
    expect(
      call.every((word) =>
        /^(--test(-isolation=none|-reporter.*|-name-pattern=.*)?|test\/names[.]test[.]js)$/s.test(word),
      ),
    ).toBe(true);
  expectUnharmed(project);
});
