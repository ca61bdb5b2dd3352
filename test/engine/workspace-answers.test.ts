// What a workspace answers about its states: what differs between two, what rested on bytes that are gone, and whether
// it stands up to a check.

import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type OpenedWorkspace,
  openWorkspace,
  runCi,
  showDiff,
  showExplanation,
} from '../../src/commands/workspace/index.ts';
import { investigate } from '../../src/investigation/index.ts';
import { makeFolder, writeFiles } from '../context/workspace.ts';
import { layShop } from '../support/lay-shop.ts';

/** A workspace that is gone after the test; opened anew each time, as commands do. */
function makeWorkspace(files: Readonly<Record<string, string>>) {
  const folder = makeFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  writeFiles(folder.path, files);
  return {
    path: folder.path,
    async use<Result>(work: (workspace: OpenedWorkspace) => Promise<Result>): Promise<Result> {
      const workspace = await openWorkspace({ root: folder.path, environment: {} });
      try {
        return await work(workspace);
      } finally {
        await workspace.close();
      }
    },
  };
}

const scan = (workspace: OpenedWorkspace) => workspace.scan();
const note = (workspace: OpenedWorkspace, path: string) =>
  workspace.as('person', 'writer').putFrame({ path, type: 'note', content: `about ${path}` });

describe('a difference', () => {
  const files = { 'a.ts': 'a', 'b/c.ts': 'c', 'b/d/e.ts': 'e', 'x/y.ts': 'y', swap: 'file' };

  test.each<[string, (path: string) => void, readonly string[]]>([
    ['nothing', () => {}, []],
    ['a changed file', (path) => writeFiles(path, { 'b/c.ts': 'C' }), ['changed b/c.ts']],
    ['a new directory, whole', (path) => writeFiles(path, { 'n/1/x': '1', 'n/2/y': '2' }), ['added n']],
    ['a directory that went, whole', (path) => rmSync(join(path, 'b'), { recursive: true }), ['removed b']],
    ['a renamed directory, once', (path) => renameSync(join(path, 'b'), join(path, 'z')), ['renamed b → z']],
    [
      'a file that moved into a directory that is new',
      (path) => {
        writeFiles(path, { 'new/other.ts': 'o' });
        renameSync(join(path, 'a.ts'), join(path, 'new/a.ts'));
      },
      ['added new', 'renamed a.ts → new/a.ts'],
    ],
    [
      'a directory that moved and a file in it that changed',
      (path) => {
        renameSync(join(path, 'b'), join(path, 'z'));
        writeFiles(path, { 'z/c.ts': 'changed' });
      },
      ['removed b', 'added z', 'renamed b/d → z/d'],
    ],
    [
      'a file that became a directory',
      (path) => {
        rmSync(join(path, 'swap'));
        writeFiles(path, { 'swap/in': 'in' });
      },
      ['changed swap'],
    ],
  ])('names %s', async (_what, change, expected) => {
    const { path, use } = makeWorkspace(files);
    await use(scan);
    change(path);
    const unrecorded = await use((workspace) => showDiff(workspace, { before: 'latest', after: 'now' }));
    await use(scan);
    const recorded = await use((workspace) => showDiff(workspace, { before: '1', after: 'latest' }));
    const said = recorded.changes.map(
      ({ change: what, path: at, from }) => `${what} ${from === undefined ? '' : `${from} → `}${at}`,
    );
    expect(said).toEqual(expected);
    expect(unrecorded.changes).toEqual(recorded.changes);
    expect(unrecorded).toMatchObject({ before: recorded.before, after: recorded.after, afterScan: null });
  });

  test('takes states by number, name, root, and run', async () => {
    const { path, use } = makeWorkspace({});
    layShop(path);
    const { run, document } = await investigate({
      workspace: path,
      reports: [join(path, 'reports/orders.xml')],
      environment: {},
    });
    writeFiles(path, { 'later.ts': 'later' });
    await use(async (workspace) => {
      const { root } = await workspace.scan();
      for (const before of ['1', '#1', 'previous', run, run.slice(0, 12), run.slice(4)])
        for (const after of ['2', 'latest', 'now', root, root.slice(8, 20)])
          expect(await showDiff(workspace, { before, after })).toMatchObject({
            beforeScan: 1,
            after: root,
            changes: [{ path: 'later.ts', change: 'added' }],
          });
      for (const before of ['3', 'now', 'run:0000', 'zz', '', '../x', 'latest\u001b'])
        await expect(showDiff(workspace, { before, after: 'latest' })).rejects.toMatchObject({
          code: 'invalid-id',
        });
    });
    const again = { workspace: path, reports: [join(path, 'reports/orders.xml')], environment: {} };
    rmSync(join(path, 'later.ts'));
    expect((await investigate({ ...again, memory: 'off' })).document.causes).toHaveLength(
      document.causes.length,
    );
    expect(await use((workspace) => workspace.scans())).toHaveLength(3);
  });
});

describe('a path', () => {
  test.each<[string, (path: string) => void, string]>([
    ['that was edited', (path) => writeFiles(path, { 'a.ts': 'A' }), 'a.ts'],
    ['that was deleted', (path) => rmSync(join(path, 'a.ts')), 'a.ts'],
    [
      'that became a directory',
      (path) => {
        rmSync(join(path, 'a.ts'));
        writeFiles(path, { 'a.ts/x': 'x' });
      },
      'a.ts',
    ],
  ])(
    '%s leads to what rested on its former bytes, before and after the next scan',
    async (_what, change, at) => {
      const { path, use } = makeWorkspace({ 'a.ts': 'a', 'b.ts': 'b' });
      const { frameId } = await use(async (workspace) => {
        await workspace.scan();
        return note(workspace, 'a.ts');
      });
      change(path);
      const dependants = [{ frameId, distance: 1 }];
      const before = await use((workspace) => showExplanation(workspace, at));
      expect(before).toMatchObject({ dependants, lineage: [] });
      await use(scan);
      const after = await use((workspace) => showExplanation(workspace, at));
      expect(after).toMatchObject({ dependants, lineage: [{ scan: 1 }, { scan: 2 }] });
    },
  );

  test('that was never there is refused', async () => {
    const { use } = makeWorkspace({ 'a.ts': 'a' });
    await use(scan);
    for (const name of ['nowhere', 'a.ts/x', '../a.ts'])
      await expect(use((workspace) => showExplanation(workspace, name))).rejects.toMatchObject({
        code: 'node-not-found',
      });
  });
});

describe('a check', () => {
  const check = (failOn: 'stale' | 'invalid') => (workspace: OpenedWorkspace) => runCi(workspace, { failOn });

  test('passes on what is fresh, and fails on what is stale only if asked', async () => {
    const { path, use } = makeWorkspace({ 'a.ts': 'a', 'b/c.ts': 'c' });
    expect(await use(check('stale'))).toMatchObject({ ok: true, isFirst: true, scan: 1, stale: [] });
    await use((workspace) => note(workspace, 'b/c.ts'));
    const [type, dir] = ['note', 'b'];
    await use((workspace) => workspace.as('synthesis', 'synthesis').synthesize({ path: dir, type }));
    writeFiles(path, { 'b/c.ts': 'C' });
    const strict = await use(check('stale'));
    expect(strict).toMatchObject({
      ok: false,
      isFirst: false,
      scan: 2,
      changes: [{ path: 'b/c.ts', change: 'changed' }],
      regeneration: { examined: 1, regenerated: 0, cutOff: 0, untouched: 1 },
      stale: [{ path: 'b/c.ts', agent: 'person', stale: { reason: 'content-changed' } }],
      validation: { ok: true, faults: [] },
    });
    // The second time nothing changed, and the rest is the same.
    expect(await use(check('invalid'))).toEqual({ ...strict, ok: true, failOn: 'invalid', changes: [] });
  });

  test('finds a damaged ledger, also where that keeps it from renewing', async () => {
    const { path, use } = makeWorkspace({ 'a.ts': 'a' });
    await use(check('invalid'));
    await use((workspace) => note(workspace, 'a.ts'));
    const database = new DatabaseSync(join(path, '.penumbra/ledger.db'));
    const { changes } = database
      .prepare('UPDATE object SET bytes = ? WHERE bytes LIKE ?')
      .run(Buffer.from('{}'), '%"agent":"person"%');
    database.close();
    expect(Number(changes)).toBeGreaterThan(0);
    const { ok, validation, regeneration } = await use(check('invalid'));
    expect({ ok, regeneration }).toEqual({ ok: false, regeneration: null });
    expect(validation.faults.length).toBeGreaterThan(0);
  });
});

test('a ledger that lies among the files is no part of their tree', async () => {
  const { path } = makeWorkspace({ 'a.ts': 'a' });
  const open = () => openWorkspace({ root: path, store: 'sqlite:own.db', environment: {} });
  const first = await open();
  await first.scan();
  await note(first, 'a.ts');
  await first.close();
  const second = await open();
  expect(await second.scan()).toMatchObject({ isNew: false, files: 1 });
  await second.close();
});
