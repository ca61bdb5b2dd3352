// Reports that say nothing, and repositories that know little: one clear answer each.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/record/index.ts';
import { cloneShop, investigate, sharedShop, shop, writeReport } from './investigated-shop.ts';
import { penumbra, type RunOptions } from './penumbra.ts';

const PASSING = '<testsuite name="cart" tests="1"><testcase classname="cart" name="adds"/></testsuite>';

describe('nothing to investigate:', () => {
  const at = sharedShop();

  test.each<[string, string | null, number, RegExp]>([
    ['an empty report', '', 2, /it is empty/],
    ['a report of blanks', ' \n\n', 2, /it is empty/],
    [
      'a report that is not XML',
      'all good\n',
      2,
      /it is of no known report format, and as a log it shows no failure/,
    ],
    ['XML that is no report', '<html><p>404</p></html>', 2, /no known report format has the root `<html>`/],
    ['bytes', '\u0000\u0001\u0002', 2, /no known report format/],
    ['a report that is not there', null, 2, /`one.xml` names no report/],
    ['a report without failures', PASSING, 0, /no (?:test|failure)|nothing failed/i],
  ])('%s', (_what, content, exitCode, message) => {
    rmSync(join(at.cwd, 'one.xml'), { force: true });
    if (content !== null) writeFileSync(join(at.cwd, 'one.xml'), content);
    const { status, stdout, stderr } = penumbra(['investigate', 'one.xml'], at);
    expect({ status, said: exitCode === 0 ? stdout : stderr }).toEqual({
      status: exitCode,
      said: expect.stringMatching(message),
    });
    expect(exitCode === 0 ? stderr : stdout).toBe('');
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('a folder without reports, and a pattern that nothing matches', () => {
    mkdirSync(join(at.cwd, 'empty'));
    for (const name of ['empty', 'none/*.xml']) {
      const { status, stdout, stderr } = penumbra(['investigate', name], at);
      expect({ status, stdout, stderr }).toEqual({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining(`\`${name}\` names no report`),
      });
    }
  });

  test('a way to use the memory that is none', () => {
    const { status, stderr } = penumbra(['investigate', 'reports', '--memory', 'maybe'], at);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('`maybe` is not a value for --memory\nhint: use one of: off, read'),
    });
  });
});

test('what cannot be read is named, and the rest goes on', () => {
  const at = shop();
  writeFileSync(join(at.cwd, 'reports/broken.xml'), '');
  writeFileSync(join(at.cwd, 'reports/torn.xml'), PASSING.slice(0, -20));
  const document = investigate(at, 'reports');
  expect(document.unread.map(({ source }) => source)).toEqual(['reports/broken.xml', 'reports/torn.xml']);
  expect(document.summary.failures).toBe(13);
  expect(penumbra(['investigate', 'reports'], at).stdout).toContain('reports/broken.xml');
});

test('a folder, a pattern, names and a stream of the same reports come to the same causes', () => {
  const at = shop();
  const causesOf = (options: RunOptions, ...names: readonly string[]) =>
    investigate(options, ...names, '--memory', 'off').causes.map(({ id, answer }) => ({ id, answer }));
  const expected = causesOf(at, 'reports/web.xml');
  expect(expected.length).toBeGreaterThan(0);
  mkdirSync(join(at.cwd, 'only'));
  cpSync(join(at.cwd, 'reports/web.xml'), join(at.cwd, 'only/web.xml'));
  const input = readFileSync(join(at.cwd, 'reports/web.xml'), 'utf8');
  rmSync(join(at.cwd, 'reports'), { recursive: true });
  expect(causesOf(at, 'only')).toEqual(expected);
  expect(causesOf(at, 'onl*/*.xml')).toEqual(expected);
  rmSync(join(at.cwd, 'only'), { recursive: true });
  expect(causesOf({ ...at, input }, '-')).toEqual(expected);
});

describe('little to go by:', () => {
  const causeOf = (document: ReportDocument, test: string) =>
    document.causes.find(({ tests }) => tests.some(({ name }) => name.startsWith(test)));

  test('without a git repository it says that there is no history, and still ranks', () => {
    const at = shop();
    rmSync(join(at.cwd, '.git'), { recursive: true });
    const document = investigate(at, 'reports', '--workspace', '.');
    expect(document).toMatchObject({ history: 'none', revision: null });
    expect(causeOf(document, 'is free from')?.suspects[0]?.path).toBe('web/src/shipping.ts');
    const { stdout } = penumbra(['investigate', 'reports', '--workspace', '.'], at);
    expect(stdout).toMatch(/note +.*history/);
  });

  test('in a shallow clone it says so, and is less sure of what the history spoke for', () => {
    const full = shop();
    const at = cloneShop(full, '--depth', '1');
    const [whole, little] = [investigate(full, 'reports'), investigate(at, 'reports')];
    expect([whole.history, little.history]).toEqual(['full', 'shallow']);
    const [surer, unsure] = [whole, little].map((one) => causeOf(one, 'is free from')?.suspects[0]);
    expect(unsure?.path).toBe(surer?.path);
    expect(unsure?.confidence).toBeLessThan(surer?.confidence ?? 0);
    expect(penumbra(['investigate', 'reports'], at).stdout).toMatch(/note +history is shallow/);
  });

  test('a report of another repository is called that, and nothing is claimed about this one', () => {
    const at = shop();
    const report = writeReport(at, {
      className: 'org.acme.rocket.ThrusterTest',
      name: 'ignites',
      trace:
        'java.lang.IllegalStateException: no spark\n\tat org.acme.rocket.Thruster.ignite(Thruster.java:41)\n\tat org.acme.rocket.ThrusterTest.ignites(ThrusterTest.java:12)',
    });
    const document = investigate(at, report);
    expect(document.causes).toHaveLength(1);
    expect(document.causes[0]).not.toMatchObject({ status: 'concluded' });
    expect(JSON.stringify(document.causes[0]?.gaps)).toMatch(
      /nothing (?:that the|its) report names is in this\s+repository/,
    );
    expect(penumbra(['investigate', report], at).stdout).toMatch(
      /nothing (?:that the|its) report names is in this\s+repository/,
    );
  });
});
