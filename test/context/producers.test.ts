// Producers on a real repository and the embedded store: what is made, what is read back, and that git agrees.

import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import {
  contextTypes,
  explainPath,
  gitLogArguments,
  nameChanges,
  produceHistory,
  produceTerms,
} from '../../src/context/index.ts';
import { defineFrameTypes, type Ledger, validateLedger } from '../../src/ledger/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import { commitAll, git, makeFolder, scan, writeFiles } from './workspace.ts';

const types = defineFrameTypes(...contextTypes);

async function openLedger(folder: string): Promise<Ledger> {
  const store = await openSqliteStore({ file: join(folder, '.penumbra', 'ledger.db') });
  return { store, types, clock: createFakeClock() };
}

/** Scans a folder and produces the terms of its files. */
function produce(ledger: Ledger, folder: string) {
  const { tree } = scan(folder);
  const files = [...tree.walk()].filter(({ kind }) => kind === 'file');
  return produceTerms(ledger, { files, read: (path) => readFileSync(join(folder, path)) });
}

test('terms follow edits and renames, and a ledger that is opened again still has them', async () => {
  using folder = makeFolder();
  const { path } = folder;
  writeFiles(path, { 'src/a.ts': 'alpha()', 'src/b.ts': 'beta()', 'src/c.py': 'gamma()', 'd.md': 'delta' });
  const ledger = await openLedger(path);
  expect(await produce(ledger, path)).toMatchObject({ made: 3, reused: 0, skipped: [] });
  renameSync(join(path, 'src/a.ts'), join(path, 'moved.ts'));
  writeFiles(path, { 'src/b.ts': 'better()' });
  await ledger.store.close();
  const again = await openLedger(path);
  const { facts, ...counts } = await produce(again, path);
  expect(counts).toEqual({ made: 1, reused: 2, skipped: [] });
  expect(Array.from(facts, ([file, { terms }]) => [file, ...terms.keys()])).toEqual([
    ['moved.ts', 'alpha'],
    ['src/b.ts', 'better'],
    ['src/c.py', 'gamma'],
  ]);
  const { dependants } = await explainPath(again, 'moved.ts', scan(path).tree);
  expect(dependants).toMatchObject([{ type: 'terms', agent: 'terms', subject: { id: 'src/a.ts' } }]);
  expect(await validateLedger(again.store, { types })).toMatchObject({ ok: true, faults: [] });
  await again.store.close();
});

test('the history is what git tells, with the names of today', async () => {
  using folder = makeFolder();
  const { path } = folder;
  git(path, 'init', '--quiet');
  writeFiles(path, { 'old name.ts': 'alpha()', 'größe.ts': 'beta()' });
  commitAll(path, 'first');
  git(path, 'mv', 'old name.ts', 'new name.ts');
  commitAll(path, 'second');
  const revision = git(path, 'rev-parse', 'HEAD').trim();
  const ledger = await openLedger(path);
  let asked = 0;
  const log = () => {
    asked++;
    return Buffer.from(git(path, ...gitLogArguments), 'latin1');
  };
  const made = await produceHistory(ledger, { revision, depth: 'full', log });
  const names =
    made && nameChanges(made).map((one) => [...new Set(one.names.map(({ now }) => now))].toSorted());
  expect(names).toEqual([['new name.ts'], ['größe.ts', 'new name.ts']]);
  expect(await produceHistory(ledger, { revision, depth: 'full', log })).toEqual(made);
  expect(asked).toBe(1);
  await ledger.store.close();
});
