/** Which files a name stands for, and that a hash covers all of a report however little of it was read. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const open = (...names: string[]) => openReports(names, { root, currentDirectory: root });

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
