// The forms of a report as files and on standard output: what is asked for together, what is refused, and on what a
// command fails.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportDocument } from 'penumbra/record';
import { describe, expect, test } from 'vitest';
import {
  renderAnnotations,
  renderCtrf,
  renderJunit,
  renderMarkdown,
  renderSarif,
} from '../../src/report/index.ts';
import { copyShop, investigate, sharedShop, shop } from './investigated-shop.ts';
import { ask, fault, penumbra, temporaryFolder } from './penumbra.ts';

const at = sharedShop();
const document = investigate(at, 'reports');
const rendered: Readonly<Record<string, string>> = {
  markdown: renderMarkdown(document),
  comment: renderMarkdown(document, { use: 'comment' }),
  sarif: renderSarif(document),
  ctrf: renderCtrf(document),
  junit: renderJunit(document),
  annotations: renderAnnotations(document),
};
const names = Object.keys(rendered);

test('investigate and show write every form at once, with the bytes of the report', () => {
  const folder = temporaryFolder();
  const files = (name: string) => names.flatMap((form) => [`--${form}`, join(folder, `${name}.${form}`)]);
  for (const [name, args] of [
    ['investigated', ['investigate', 'reports']],
    ['shown', ['show', 'latest']],
    ['resumed', ['resume', 'latest']],
  ] as const) {
    const { status, stderr } = penumbra(
      [...args, ...files(name)],
      name === 'investigated' ? copyShop(at) : at,
    );
    expect({ status, wrote: stderr.match(/^wrote /gm)?.length }).toEqual({ status: 0, wrote: names.length });
  }
  for (const form of names) {
    expect(readFileSync(join(folder, `shown.${form}`), 'utf8')).toBe(rendered[form]);
    expect(readFileSync(join(folder, `resumed.${form}`), 'utf8')).toBe(rendered[form]);
    expect(readFileSync(join(folder, `investigated.${form}`), 'utf8')).not.toBe('');
  }
});

test.each(names)('- is standard output for --%s, and the answer goes beside it', (form) => {
  const { status, stdout, stderr } = penumbra(['show', 'latest', `--${form}`, '-'], at);
  expect({ status, stdout }).toEqual({ status: 0, stdout: rendered[form] });
  expect(stderr).toContain('recall');
});

describe('refused before anything is done:', () => {
  test.each<[string, readonly string[], string]>([
    ['two on standard output', ['--markdown', '-', '--annotations', '-'], 'both ask for standard output'],
    ['one file for two', ['--sarif', 'a.json', '--ctrf', 'a.json'], 'two options name the file'],
    ['a folder that is not there', ['--junit', 'nowhere/a.xml'], 'no such file or directory'],
    ['a form that is given twice', ['--sarif', 'a', '--sarif', 'b'], 'is given twice'],
    ['a reason that is none', ['--fail-on', 'news'], 'did you mean `new`'],
  ])('%s', (_what, args, message) => {
    const own = shop();
    expect(fault(['investigate', 'reports', ...args], own)).toMatchObject({
      exit: 2,
      message: expect.stringContaining(message),
    });
    expect(existsSync(join(own.cwd, '.penumbra'))).toBe(false);
  });
});

test('what nothing failed in has a report, too', () => {
  const own = { cwd: temporaryFolder() };
  writeFileSync(join(own.cwd, 'green.xml'), '<testsuite><testcase name="adds"/></testsuite>');
  const { stdout, status } = penumbra(
    ['investigate', 'green.xml', '--markdown', '-', '--fail-on', 'new', '--sarif', 'a.sarif'],
    own,
  );
  expect({ stdout, status }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('## Penumbra: nothing failed in 1 test'),
  });
  expect(JSON.parse(readFileSync(join(own.cwd, 'a.sarif'), 'utf8')).runs[0].results).toEqual([]);
});

describe('--fail-on', () => {
  test.each(['new', 'regression', 'product'])('%s ends with 1 after the report was printed', (reason) => {
    const shown = ask<{ readonly run: string }>(['show', 'latest', '--fail-on', reason], at, 1);
    expect(shown.run).toBe(document.run);
  });

  test('new is not what an earlier run knew', () => {
    const own = copyShop(at);
    const again = penumbra(['investigate', 'reports', '--json', '--fail-on', 'new'], own);
    const { causes }: ReportDocument = JSON.parse(again.stdout);
    expect(again.status).toBe(causes.every(({ first_seen }) => first_seen !== undefined) ? 0 : 1);
    const known = causes.filter(({ first_seen }) => first_seen !== undefined);
    expect(known.length).toBeGreaterThan(0);
  });

  test('a flaky test is no regression and no bug in the product', () => {
    const own = shop();
    writeFileSync(
      join(own.cwd, 'own.xml'),
      '<testsuite><testcase classname="a" name="b"><flakyFailure message="late"/></testcase></testsuite>',
    );
    for (const reason of ['regression', 'product'])
      expect(penumbra(['investigate', 'own.xml', '--fail-on', reason], own).status).toBe(0);
  });
});

test('a run without an end has no report to write', () => {
  const own = shop();
  const paused = penumbra(['investigate', 'reports/web.xml', '--pause-at', 'review'], own);
  expect(paused.status).toBe(5);
  expect(fault(['show', 'latest', '--markdown', 'a.md'], own)).toMatchObject({
    exit: 2,
    message: expect.stringContaining('has not ended'),
  });
  expect(existsSync(join(own.cwd, 'a.md'))).toBe(false);
});
