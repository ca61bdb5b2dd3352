// Coverage beside a report: what never ran is no suspect, whoever changed it last, and the report says so.

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/record/index.ts';
import { ask, fault, penumbra, type RunOptions, temporaryFolder } from './penumbra.ts';

const sources: Readonly<Record<string, string>> = {
  'src/index.js': "export * from './shipping.js';\nexport * from './newsletter.js';\n",
  'src/shipping.js':
    'export function shippingCost(worth) {\n  if (worth >= 50) return 0;\n  return 490;\n}\n',
  'src/newsletter.js': "export function greet(name) {\n  return 'Hello ' + name;\n}\n",
  'test/shop.test.js': `import { shippingCost } from '../src/index.js';
test('shipping is free from 50 euros on', () => {
  expect(shippingCost(50)).toBe(0);
});
`,
  'package.json': '{ "name": "shop", "type": "module" }\n',
};

const report = `<testsuite name="shop"><testcase classname="shop" file="test/shop.test.js" name="shipping is free from 50 euros on">
<failure message="expected 490 to be 0">Error: expected 490 to be 0
    at /builds/shop/test/shop.test.js:3:28</failure></testcase></testsuite>`;

/** LCOV by path: the lines that ran, and those that did not. */
function lcov(files: Readonly<Record<string, readonly [readonly number[], readonly number[]]>>): string {
  return Object.entries(files)
    .map(([path, [ran, missed]]) => {
      const lines = [...ran.map((line) => `DA:${line},1`), ...missed.map((line) => `DA:${line},0`)];
      return `SF:/builds/shop/${path}\n${lines.join('\n')}\nend_of_record\n`;
    })
    .join('');
}

const ofTest = lcov({
  'src/shipping.js': [[1, 2, 3], []],
  'src/newsletter.js': [[], [1, 2]],
  'test/shop.test.js': [[1, 2, 3], []],
});

type Shop = RunOptions & { readonly write: (path: string, text: string) => void };

/** A repository in which the line at fault was changed first, and another file after it. */
function shop(): Shop {
  const cwd = temporaryFolder();
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull };
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example'];
  const git = (...args: readonly string[]) => execFileSync('git', [...identity, ...args], { cwd, env });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const commit = (message: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  };
  git('init', '--quiet', '--initial-branch=main');
  write('.gitignore', 'reports\n.penumbra\n');
  for (const [path, text] of Object.entries(sources)) write(path, text);
  commit('Add the shop');
  write('src/shipping.js', (sources['src/shipping.js'] ?? '').replace('>=', '>'));
  commit('Tidy shipping costs');
  write('src/newsletter.js', (sources['src/newsletter.js'] ?? '').replace('Hello', 'Dear'));
  commit('Greet politely');
  write('reports/report.xml', report);
  write('reports/lcov.info', ofTest);
  return { cwd, write };
}

const investigate = (at: RunOptions, ...more: readonly string[]) =>
  ask<ReportDocument>(['investigate', 'reports/report.xml', '--memory', 'off', ...more], at);

const suspects = ({ causes }: ReportDocument) => causes[0]?.suspects.map(({ path }) => path);

test('a file that never ran is no suspect, and the report says how many there are', () => {
  const at = shop();
  const without = investigate(at);
  expect(suspects(without)).toContain('src/newsletter.js');
  expect(without.causes[0]).not.toHaveProperty('coverage');
  const found = investigate(at, '--coverage', 'reports/lcov.info');
  expect(suspects(found)?.[0]).toBe('src/shipping.js');
  expect(suspects(found)).not.toContain('src/newsletter.js');
  expect(found.causes[0]).toMatchObject({
    coverage: { never_ran: 1 },
    change: { subject: 'Tidy shipping costs' },
  });
  expect(found.run).not.toBe(without.run);
  expect(found.causes[0]?.confidence).toBeGreaterThanOrEqual(without.causes[0]?.confidence ?? 1);
  const shown = penumbra(
    [
      'investigate',
      'reports/report.xml',
      '--memory',
      'off',
      '--coverage',
      'reports/lcov.info',
      '--html',
      'reports/page.html',
    ],
    at,
  );
  expect(shown.stdout.replace(/\s+/g, ' ')).toContain('1 file never ran in the failing test');
});

test('equal coverage is the same run, other coverage another one', () => {
  const at = shop();
  const first = investigate(at, '--coverage', 'reports/lcov.info');
  expect(investigate(at, '--coverage', 'reports/lcov.info')).toEqual(first);
  at.write('reports/more.info', lcov({ 'src/newsletter.js': [[1], [2]] }));
  const merged = investigate(at, '--coverage', 'reports/lcov.info', 'reports/more.info');
  expect(merged.run).not.toBe(first.run);
  expect(suspects(merged)).toContain('src/newsletter.js');
  expect(merged.causes[0]?.coverage).toEqual({ never_ran: 0 });
});

test('coverage that cannot be of the failure clears nobody', () => {
  const at = shop();
  at.write('reports/lcov.info', lcov({ 'test/shop.test.js': [[], [1, 3]], 'src/newsletter.js': [[], [1]] }));
  const found = investigate(at, '--coverage', 'reports/lcov.info');
  expect(suspects(found)).toContain('src/newsletter.js');
  expect(found.causes[0]?.coverage?.unfit).toContain('nothing of `test/shop.test.js` ran');
});

test('a run that was stopped goes on without the document', () => {
  const at = shop();
  const whole = investigate(shop(), '--coverage', 'reports/lcov.info');
  const args = ['investigate', 'reports/report.xml', '--memory', 'off', '--coverage', 'reports/lcov.info'];
  expect(fault([...args, '--pause-at', 'triage'], at)).toMatchObject({ code: 'stopped' });
  rmSync(join(at.cwd, 'reports'), { recursive: true });
  const resumed = ask<ReportDocument>(['resume', 'latest'], at);
  expect(resumed.causes[0]?.coverage).toEqual({ never_ran: 1 });
  expect(suspects(resumed)).toEqual(suspects(whole));
});

test('what cannot be read is said, and what is no coverage at all ends it', () => {
  const at = shop();
  at.write('reports/cut.info', ofTest.slice(0, -20));
  at.write('reports/foreign.info', lcov({ 'lib/other.py': [[], [1]] }));
  const found = investigate(
    at,
    '--coverage',
    'reports/lcov.info',
    'reports/cut.info',
    'reports/foreign.info',
  );
  expect(found.unread).toEqual([
    { source: 'reports/cut.info', reason: expect.stringMatching(/^it breaks off in line/) },
    { source: 'reports/foreign.info', reason: 'it names no file of this repository' },
  ]);
  const args = ['investigate', 'reports/report.xml', '--coverage'];
  expect(fault([...args, 'package.json'], at)).toMatchObject({
    code: 'unreadable-input',
    message: expect.stringContaining('no coverage could be read'),
  });
  expect(fault([...args, 'absent.info'], at)).toMatchObject({
    code: 'unreadable-input',
    message: '`absent.info` names no coverage',
  });
});
