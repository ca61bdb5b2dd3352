/** Which files a name stands for, and that a hash covers all of a report however little of it was read. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { sha256 } from '../../../kernel/index.ts';
import { openReports } from './open-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'penumbra-reports-'));
const root = join(folder, 'workspace');
mkdirSync(join(root, 'reports/deep'), { recursive: true });
for (const [file, text] of [
  ['workspace/reports/b.xml', 'b'],
  ['workspace/reports/a.xml', 'a'],
  ['workspace/reports/deep/c.xml', 'c'],
  ['workspace/reports/notes.txt', 'n'],
  ['outside.xml', 'o'],
] as const)
  writeFileSync(join(folder, file), text);
afterAll(() => rmSync(folder, { recursive: true }));

const open = (...names: string[]) => openReports(names, { root, currentDirectory: root }).reports;

test.each<[string[], string[]]>([
  [
    ['reports/b.xml', 'reports/a.xml'],
    ['reports/a.xml', 'reports/b.xml'],
  ],
  [['reports/a.xml', './reports/a.xml'], ['reports/a.xml']],
  [['reports'], ['reports/a.xml', 'reports/b.xml', 'reports/deep/c.xml']],
  [['reports/*.xml'], ['reports/a.xml', 'reports/b.xml']],
  [['../outside.xml'], ['outside.xml']],
  [['reports/notes.txt'], ['reports/notes.txt']],
])('%j are %j', (names, expected) => {
  expect(open(...names).map(({ name }) => name)).toEqual(expected);
});

test.each(['missing.xml', 'nothing/*.xml', 'reports/deep/none', ''])('%j is refused', (name) => {
  if (name === '') mkdirSync(join(root, 'empty'), { recursive: true });
  expect(() => open(name === '' ? 'empty' : name)).toThrow('names no report');
});

test('the hash covers what nobody read', async () => {
  const [report] = open('reports/a.xml');
  expect(await report?.hash()).toBe(sha256('a'));
});

/** Opens reports, and reads them, so that nothing is open when the folder is removed. */
async function namesIn(name: string): Promise<readonly string[]> {
  const reports = open(name);
  for (const report of reports) await report.hash();
  return reports.map((report) => report.name);
}

test('in a folder, what a file holds decides and not its name; what is passed over is said', async () => {
  const mixed = join(root, 'mixed');
  mkdirSync(join(mixed, 'node_modules/pkg'), { recursive: true });
  const tap = 'TAP version 13\n1..1\nok 1 - adds\n';
  for (const [file, bytes] of [
    ['results', tap],
    ['report.junit', '<testsuite/>'],
    ['packed.gz', gzipSync(tap)],
    ['picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47])],
    ['notes.md', '# ok 1\n'],
    ['empty.json', ''],
    ['package.json', '{"name":"shop"}'],
    ['node_modules/pkg/results.tap', tap],
  ] as const)
    writeFileSync(join(mixed, file), bytes);
  const { reports, passedOver } = openReports(['mixed'], { root, currentDirectory: root });
  for (const report of reports) await report.hash();
  expect(reports.map(({ name }) => name)).toEqual(['mixed/packed.gz', 'mixed/report.junit', 'mixed/results']);
  expect(passedOver).toEqual([
    {
      source: 'mixed',
      reason: '4 files are no test reports: `empty.json`, `notes.md`, `package.json` and 1 more',
    },
  ]);
});

test('a folder without reports says what it saw', () => {
  mkdirSync(join(root, 'none'));
  writeFileSync(join(root, 'none/notes.md'), '# notes\n');
  expect(() => open('none')).toThrow('`none` names no report: `notes.md` is no test report');
  mkdirSync(join(root, 'void'));
  expect(() => open('void')).toThrow('`void` names no report: it holds no file');
});

test('a pipe, a socket or a device is not waited for', async () => {
  const pipes = join(root, 'pipes');
  mkdirSync(pipes);
  execFileSync('mkfifo', [join(pipes, 'results.tap'), join(pipes, 'results.xml')]);
  writeFileSync(join(pipes, 'a.tap'), 'TAP version 13\n1..0\n');
  expect(await namesIn('pipes')).toEqual(['pipes/a.tap']);
  expect(await namesIn('pipes/*')).toEqual(['pipes/a.tap']);
  expect(() => open('pipes/results.tap')).toThrow('`pipes/results.tap` is no file but a pipe');
  expect(() => open('/dev/zero')).toThrow('`/dev/zero` is no file but a device');
});
