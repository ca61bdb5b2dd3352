// A ledger with trees, lineage and attestations is whole, can be moved, and is collected without losing what scans name.

import { describe, expect, test } from 'vitest';
import { digestOf, PenumbraError } from '../../src/kernel/index.ts';
import {
  type Batch,
  collect,
  createMemoryStore,
  exportArchive,
  importArchive,
  ledgerRoot,
  type Store,
  validateLedger,
} from '../../src/ledger/index.ts';
import { type LivingWorkspace, livingTypes, openLiving, textOf } from './living-workspace.ts';

const files = { 'x/a.ts': 'export a', 'x/b.ts': 'export b', 'y/z/d.ts': 'export d', other: '1' };

/** Lives through edits, renames, a cut-off and an invalidation. */
async function openLived(store?: Store): Promise<LivingWorkspace> {
  const living = await openLiving({ files, ...(store && { store }) });
  const { workspace } = living;
  const port = workspace.as('synthesis', 'synthesis');
  const renew = async () => {
    living.clock.advance(1_000);
    await workspace.scan();
    await port.regenerate();
  };
  await workspace.scan();
  await port.synthesize({ path: '.', type: 'sketch', recursive: true });
  await living.note('x/a.ts', 'n');
  living.write({ 'x/a.ts': 'export a\n// more' });
  await renew();
  living.rename('y/z', 'y/w');
  await renew();
  living.remove('x/b.ts');
  await renew();
  await workspace.as('person', 'writer').invalidate({ path: 'x' });
  await renew();
  return living;
}

async function archiveOf(store: Store): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(exportArchive(store)));
}

test('it is valid, and its archive makes an equal one', async () => {
  await using living = await openLived();
  const { store } = living.ledger;
  expect(await living.workspace.validate()).toMatchObject({ ok: true });
  const archive = await archiveOf(store);
  const copy = createMemoryStore();
  await importArchive(copy, exportArchive(store));
  expect((await archiveOf(copy)).equals(archive)).toBe(true);
  expect(await validateLedger(copy, { types: livingTypes })).toMatchObject({ ok: true });
  await using moved = await openLiving({ folder: living.folder, store: copy, clock: living.clock });
  for (const path of ['.', 'x', 'x/a.ts', 'y/w/d.ts'])
    expect(await moved.workspace.getNode(path)).toEqual(await living.workspace.getNode(path));
  expect(await moved.workspace.status()).toMatchObject({ stale: 1 });
});

test('a collection takes nothing that scans and frames name', async () => {
  await using living = await openLived();
  const { store } = living.ledger;
  const before = await ledgerRoot(store);
  expect((await collect(store, { types: livingTypes })).counts).toMatchObject({ removed: 0, members: 0 });
  expect(await ledgerRoot(store)).toBe(before);
  const scans = await living.workspace.scans();
  for (const { root } of scans)
    expect(
      await living.workspace.diff('1', `${scans.findIndex((scan) => scan.root === root) + 1}`),
    ).toBeDefined();
});

/** A store that stops at a commit that fits. */
function stopsAt(store: Store, isIt: (batch: Batch) => boolean): Store {
  return {
    ...store,
    async commit(batch) {
      if (isIt(batch)) throw new PenumbraError('store-unavailable', 'killed');
      return store.commit(batch);
    },
  };
}

const recordsScan = (batch: Batch) => (batch.appends ?? []).some(({ log }) => log === 'scan');

test('directories are stored after those in them, so that where one is all below it are', async () => {
  const store = createMemoryStore();
  const stored: string[] = [];
  const recording: Store = {
    ...store,
    async commit(batch) {
      for (const { id } of batch.puts ?? []) stored.push(id);
      return store.commit(batch);
    },
  };
  await using living = await openLiving({ files, store: recording });
  const { tree } = await living.workspace.scan();
  const at = (path: string) => stored.indexOf(digestOf(tree.at(path)?.contentId ?? tree.root.contentId));
  expect([at('y/z') < at('y'), at('y') < at('.'), at('x') < at('.'), stored.length]).toEqual([
    true,
    true,
    true,
    4,
  ]);
});

test('a collection between a tree and its scan does not tear them apart', async () => {
  const store = createMemoryStore();
  let isCollected = false;
  const between: Store = {
    ...store,
    async commit(batch) {
      if (recordsScan(batch) && !isCollected) {
        isCollected = true;
        expect((await collect(store, { types: livingTypes })).counts.removed).toBeGreaterThan(0);
      }
      return store.commit(batch);
    },
  };
  await using living = await openLiving({ files, store: between });
  const { root } = await living.workspace.scan();
  expect(isCollected).toBe(true);
  expect(await store.hasMany([digestOf(root)])).toEqual([true]);
  expect(await living.workspace.validate()).toMatchObject({ ok: true });
});

describe('a scan that was killed', () => {
  test('leaves a tree that a collection takes, and the next scan stores it again', async () => {
    const store = createMemoryStore();
    await using living = await openLiving({ files, store });
    await living.workspace.scan();
    living.write({ 'x/a.ts': 'export A' });
    await using killed = await openLiving({ folder: living.folder, store: stopsAt(store, recordsScan) });
    await expect(killed.workspace.scan()).rejects.toThrow('killed');
    const { root } = await living.workspace.look({});
    expect(await store.hasMany([digestOf(root)])).toEqual([true]);
    expect((await collect(store, { types: livingTypes })).counts).toMatchObject({ removed: 2 });
    expect(await store.hasMany([digestOf(root)])).toEqual([false]);
    expect(await living.workspace.scan({})).toMatchObject({ scan: 2, isNew: true });
    expect(await living.workspace.validate()).toMatchObject({ ok: true });
  });

  /** Leaves the first batches of a scan of the present files behind, as a large scan does that is killed. */
  async function leaveBehind(living: LivingWorkspace): Promise<void> {
    const { store } = living.ledger;
    const torn: Store = {
      ...store,
      async commit(batch) {
        if (!recordsScan(batch)) return store.commit(batch);
        await store.commit({ ...batch, appends: (batch.appends ?? []).filter(({ log }) => log !== 'scan') });
        throw new PenumbraError('store-unavailable', 'killed');
      },
    };
    await using killed = await openLiving({ folder: living.folder, store: torn, clock: living.clock });
    await expect(killed.workspace.scan()).rejects.toThrow('killed');
  }
  const told = async ({ workspace }: LivingWorkspace, path: string) => {
    const { frames, lineage } = await workspace.history(path);
    return [
      frames.map((frame) => [textOf(frame), frame.stale?.since?.scan]),
      lineage.map(({ scan, kind }) => [scan, kind]),
    ];
  };

  const undo = ({ write, rename }: LivingWorkspace) => {
    write({ 'x/a.ts': 'export a', other: '2' });
    rename('y/w', 'y/z');
  };
  const redo = ({ write, rename }: LivingWorkspace) => {
    write({ 'x/a.ts': 'export A', other: '1' });
    rename('y/z', 'y/w');
  };

  test.each<[string, readonly ((living: LivingWorkspace) => void)[]]>([
    ['is told once where the next finds the same', []],
    ['does not show where the next finds something else', [({ write }) => write({ other: '2' })]],
    [
      'does not show where its root is found later on',
      [({ write }) => write({ other: '2' }), ({ write }) => write({ other: '1' })],
    ],
    ['does not show where all was undone', [undo]],
    ['does not show where all was undone and done again', [undo, redo]],
  ])('%s', async (_name, later) => {
    const answers = [];
    for (const isKilled of [false, true]) {
      await using living = await openLiving({ files });
      await living.workspace.scan();
      await living.note('x/a.ts', 'of a');
      await living.note('y/z/d.ts', 'of d');
      living.write({ 'x/a.ts': 'export A' });
      living.rename('y/z', 'y/w');
      if (isKilled) await leaveBehind(living);
      if (later.length === 0) await living.workspace.scan({});
      for (const act of later) {
        act(living);
        await living.workspace.scan({});
        const isMoved = (await living.workspace.tree()).at('y/w/d.ts') !== undefined;
        await living.note(isMoved ? 'y/w/d.ts' : 'y/z/d.ts', 'again');
      }
      const known = [];
      for (const path of ['x/a.ts', 'y/z/d.ts', 'y/w/d.ts'])
        known.push(await told(living, path).catch(({ code }) => code));
      answers.push(known);
      expect(await living.workspace.validate()).toMatchObject({ ok: true });
    }
    expect(answers[1]).toEqual(answers[0]);
  });
});
