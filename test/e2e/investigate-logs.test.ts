// What people have of a red run when they have no report: the log of a job, an archive of artifacts.

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportCause } from '../../src/record/index.ts';
import { makeZip } from '../support/make-zip.ts';
import { investigate, sharedShop } from './investigated-shop.ts';
import { penumbra } from './penumbra.ts';

const at = sharedShop();
const withoutMemory = ['--memory', 'off'];

/** The failing test of the shop as node:test prints it, in a step of a job. */
const log = [
  '##[group]Run node --test',
  'shell: /usr/bin/bash -e {0}',
  '##[endgroup]',
  'ℹ tests 24',
  'ℹ pass 23',
  'ℹ fail 1',
  '',
  '✖ failing tests:',
  '',
  'test at web/tests/shipping.test.ts:11:3',
  '✖ is free from 50 euros on (0.59ms)',
  '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
  '  ',
  '  490 !== 0',
  '  ',
  '      at TestContext.<anonymous> (file:///builds/shop/web/tests/shipping.test.ts:13:10)',
  '',
  '##[error]Process completed with exit code 1.',
]
  .map((line) => `2026-11-19T10:00:00.1234567Z ${line}\n`)
  .join('');

const firstOf = ({ causes }: { readonly causes: readonly ReportCause[] }) => causes[0]?.suspects[0]?.path;

test('a log comes to the cause that a report comes to, from a file, a stream and an archive', () => {
  writeFileSync(join(at.cwd, 'build.log'), log);
  writeFileSync(join(at.cwd, 'logs.zip'), makeZip([{ name: '0_test.txt', bytes: log }]));
  const document = investigate(at, 'build.log', ...withoutMemory);
  expect(document.summary).toMatchObject({ tests: 24, failures: 1 });
  expect(firstOf(document)).toBe('web/src/shipping.ts');
  expect(document.unread).toEqual([
    { source: 'build.log', reason: 'it is a log of GitHub Actions, read as node:test printed it' },
  ]);
  expect(firstOf(investigate({ ...at, input: log }, '-', ...withoutMemory))).toBe('web/src/shipping.ts');
  const archived = investigate(at, 'logs.zip', ...withoutMemory);
  expect(firstOf(archived)).toBe('web/src/shipping.ts');
  const suspects = archived.causes.flatMap((cause) => cause.suspects.map(({ path }) => path));
  expect(suspects.filter((path) => /[.](?:zip|log)$/.test(path))).toEqual([]);
  const { stdout } = penumbra(['investigate', 'build.log', ...withoutMemory], at);
  expect(stdout).toMatch(/note +could not be read in full: build.log: it is a log of GitHub Actions/);
});

test('an archive of reports comes to the causes of the folder', () => {
  const reports = globSync('*.xml', { cwd: join(at.cwd, 'reports') });
  const files = reports.map((name) => ({ name, bytes: readFileSync(join(at.cwd, 'reports', name)) }));
  writeFileSync(join(at.cwd, 'reports.zip'), makeZip(files));
  const causesOf = (name: string) =>
    investigate(at, name, ...withoutMemory).causes.map(({ id, answer }) => ({ id, answer }));
  expect(causesOf('reports.zip')).toEqual(causesOf('reports'));
});

test('a stream of an archive, and a log without failures, say what they are', () => {
  const archive = penumbra(['investigate', '-'], { ...at, input: makeZip([{ name: 'a', bytes: 'b' }]) });
  expect(archive).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('this is a zip archive; give the file itself'),
  });
  const green = penumbra(['investigate', '-'], { ...at, input: 'compiling\ndone\n' });
  expect(green).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('as a log it shows no failure of a known test runner'),
  });
});

test('what a runner kept of a failing test is listed as text, in every form', () => {
  const hostile = '../out/<img src=x onerror=alert(1)>`a`.png';
  const report = `<testsuite name="shipping"><testcase classname="shipping" name="is free from 50 euros on" file="web/tests/shipping.test.ts"><failure message="490 !== 0"/><system-out><![CDATA[[[ATTACHMENT|${hostile}]]\n[[ATTACHMENT|out/video.webm]]]]></system-out></testcase></testsuite>`;
  writeFileSync(join(at.cwd, 'attached.xml'), report);
  const names = ['attached.xml', ...withoutMemory];
  const [cause] = investigate(at, ...names).causes;
  expect(cause?.attachments).toEqual([{ path: hostile }, { path: 'out/video.webm' }]);
  const { stdout } = penumbra(['investigate', ...names, '--html', 'page.html', '--markdown', 'page.md'], at);
  // Where the screen has no room for it, it says where it is.
  expect(stdout).toMatch(/(?:attached +.*onerror|--html\): .*attached)/);
  const page = readFileSync(join(at.cwd, 'page.html'), 'utf8');
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;`a`.png</code>');
  expect(page).not.toContain('<img');
  expect(readFileSync(join(at.cwd, 'page.md'), 'utf8')).toContain(`- \`\` ${hostile} \`\``);
});
