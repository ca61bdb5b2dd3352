// Several workspaces on one database at once: nothing is lost, nothing is written twice, and all answer alike.

import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/index.ts';
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import type { Store } from '../../src/ledger/index.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { type LivingWorkspace, openLiving, textOf } from './living-workspace.ts';
import { makeFolder } from './workspace.ts';

const files = { 'x/a.ts': 'export a', 'x/b.ts': 'export b', 'y/c.ts': 'export c', 'y/z/d.ts': 'export d' };
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const databases: readonly [string, () => Promise<() => Promise<Store>>][] = [
  [
    'SQLite',
    async () => {
      const place = makeFolder();
      endings.push(() => place[Symbol.dispose]());
      return () => openSqliteStore({ file: join(place.path, 'ledger.db'), create: true });
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const database = await createDatabase();
      endings.push(() => database.drop());
      return () => openPostgresStore({ url: database.url, create: true });
    },
  ],
];

describe.each(databases)('on one %s database', (_name, create) => {
  /** Opens two workspaces on one folder and one database. */
  async function openTwo(): Promise<readonly [LivingWorkspace, LivingWorkspace]> {
    const open = await create();
    const one = await openLiving({ files, store: await open() });
    const other = await openLiving({ folder: one.folder, store: await open() });
    endings.push(
      () => one[Symbol.asyncDispose](),
      () => other[Symbol.asyncDispose](),
    );
    return [one, other];
  }
  const synthesis = ({ workspace }: LivingWorkspace) => workspace.as('synthesis', 'synthesis');

  test('one sees what another recorded before it answers', async () => {
    const [one, other] = await openTwo();
    await one.workspace.scan();
    await one.note('x/a.ts', 'of a');
    one.write({ 'x/a.ts': 'export changed' });
    await other.workspace.scan();
    expect((await one.frames('x/a.ts')).map(({ fresh }) => fresh)).toEqual([false]);
  });

  test('two that regenerate at once neither corrupt nor double anything', async () => {
    const two = await openTwo();
    const [one, other] = two;
    await one.workspace.scan();
    await synthesis(one).synthesize({ path: '.', type: 'sketch', recursive: true });
    for (let round = 1; round <= 5; round++) {
      one.write({ 'x/a.ts': `export a${round}`, 'y/z/d.ts': `export d\n// ${round}` });
      await Promise.all(two.map(({ workspace }) => workspace.scan({})));
      const done = await Promise.all(two.map((living) => synthesis(living).regenerate()));
      expect(done.map(({ examined }) => examined)).toEqual([8, 8]);
      expect(done.reduce((sum, { regenerated }) => sum + regenerated, 0)).toBe(3);
      expect(done.reduce((sum, { cutOff }) => sum + cutOff, 0)).toBe(1);
      expect(await other.workspace.status()).toMatchObject({ frames: 8, stale: 0 });
      for (const path of ['x/a.ts', 'x', '.'])
        expect((await other.workspace.history(path)).frames, path).toHaveLength(round + 1);
    }
    expect(await one.workspace.validate()).toMatchObject({ ok: true });
    expect(await other.workspace.scans()).toHaveLength(6);
  });

  test('two that begin at once make one of each frame', async () => {
    const two = await openTwo();
    await Promise.all(
      two.map((living) => synthesis(living).synthesize({ path: '.', type: 'sketch', recursive: true })),
    );
    for (const path of ['x/a.ts', 'x', 'y', '.'])
      expect((await two[0].workspace.history(path)).frames, path).toHaveLength(1);
    expect(await two[1].workspace.scans()).toHaveLength(1);
  });

  test('writers at once lose nothing', async () => {
    const two = await openTwo();
    await two[0].workspace.scan();
    const texts = Array.from({ length: 20 }, (_, index) => `note ${index}`);
    await Promise.all(texts.map((text, index) => two[index % 2]?.note('x/a.ts', text)));
    const { frames } = await two[0].workspace.history('x/a.ts');
    expect(frames.map(textOf).toSorted()).toEqual(texts.toSorted());
    expect(await two[1].frames('x/a.ts')).toHaveLength(1);
  });

  test('one that writes after another scanned writes about the files as they are', async () => {
    const [one, other] = await openTwo();
    await one.workspace.scan();
    await other.workspace.scan();
    await one.note('x/a.ts', 'before');
    one.rename('x/a.ts', 'x/renamed.ts');
    await other.workspace.scan();
    await expect(one.note('x/a.ts', 'too late')).rejects.toMatchObject({ code: 'node-not-found' });
    await one.note('y/c.ts', 'n');
    expect((await one.frames('x/renamed.ts')).map(textOf)).toEqual(['before']);
    expect(await one.workspace.scans()).toHaveLength(2);
  });

  test('another that opens it answers the same', async () => {
    const [one, other] = await openTwo();
    await one.workspace.scan();
    await synthesis(one).synthesize({ path: '.', type: 'sketch', recursive: true });
    await one.note('x', 'n');
    one.write({ 'x/a.ts': 'export A' });
    one.rename('y/z', 'y/w');
    await one.workspace.scan();
    for (const path of ['.', 'x', 'x/a.ts', 'y/w/d.ts']) {
      expect(await other.workspace.getNode(path), path).toEqual(await one.workspace.getNode(path));
      expect(await other.workspace.history(path), path).toEqual(await one.workspace.history(path));
      expect(await other.workspace.explain(path), path).toEqual(await one.workspace.explain(path));
    }
    expect(await other.workspace.status()).toEqual(await one.workspace.status());
  });
});
