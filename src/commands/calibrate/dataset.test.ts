// Datasets, well-formed and malformed: unusable cases are listed and never scored.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findCase, readDataset } from './dataset.ts';

/** Creates files; a name that ends with a slash is a folder. */
function dataset(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'penumbra-dataset-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    const isFolder = path.endsWith('/');
    mkdirSync(join(directory, isFolder ? path : join(path, '..')), { recursive: true });
    if (!isFolder) writeFileSync(join(directory, path), text);
  }
  return directory;
}

function gold(id: string, project = 'shop'): string {
  return JSON.stringify({ id, project, language: 'go', fixed_files: ['a.go'] });
}

const whole = (id: string) => ({ [`cases/${id}/repo/`]: '', [`cases/${id}/report.xml`]: '<testsuite/>' });

test('cases come in the order of their ids, all or those of one project', () => {
  const files = {
    ...whole('b'),
    ...whole('a'),
    ...whole('c'),
    'gold/a.json': gold('a'),
    'gold/b.json': gold('b'),
    'gold/c.json': gold('c', 'other'),
  };
  const directory = dataset(files);
  const ids = (only?: string) => readDataset(directory, { only }).cases.map(({ id }) => id);
  expect([ids(), ids('shop'), ids('c'), ids('nothing')]).toEqual([['a', 'b', 'c'], ['a', 'b'], ['c'], []]);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['without a known answer', whole('a'), 'no known answer'],
  ['without a repository', { 'cases/a/report.xml': '', 'gold/a.json': gold('a') }, 'no repository'],
  ['without a report', { 'cases/a/repo/': '', 'gold/a.json': gold('a') }, 'no report'],
  [
    'whose report is a folder',
    { 'cases/a/repo/': '', 'cases/a/report.xml/': '', 'gold/a.json': gold('a') },
    'no report',
  ],
  ['with nothing but a known answer', { 'cases/': '', 'gold/a.json': gold('a') }, 'no repository'],
  ['with a broken known answer', { ...whole('a'), 'gold/a.json': '{"id":' }, 'the known answer is not JSON'],
  [
    'with the known answer of another',
    { ...whole('a'), 'gold/a.json': gold('b') },
    'the known answer is that of `b`',
  ],
])('a case %s is left out', (_, files, reason) => {
  expect(readDataset(dataset(files))).toEqual({ cases: [], unusable: [{ id: 'a', reason }] });
});

test.each(['../a', '', '..', 'b'])('%j finds no case', (id) => {
  const directory = dataset({ ...whole('a'), 'gold/a.json': gold('a') });
  expect(findCase(directory, 'a').id).toBe('a');
  expect(() => findCase(directory, id)).toThrow(expect.objectContaining({ code: 'unreadable-input' }));
});

test('a folder without cases is no dataset', () => {
  expect(() => readDataset(dataset({ 'gold/a.json': gold('a') }))).toThrow(
    expect.objectContaining({ code: 'unreadable-input' }),
  );
});
