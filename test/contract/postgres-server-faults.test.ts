// What goes wrong with the server of a store: it crashes and comes back, its disk is full, its files are damaged.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/index.ts';
import { type Batch, type StoredObject, toObject } from '../../src/ledger/index.ts';
import { ask, type OwnServer, startOwnServer } from './postgres-own-server.ts';

let server: OwnServer;

beforeAll(async () => {
  server = await startOwnServer();
});

afterAll(() => server.remove());

async function createDatabase(name: string, tail = ''): Promise<string> {
  await ask(server.url, `CREATE DATABASE ${name} ${tail}`);
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
}

function batchOf(number: number): Batch {
  const object = toObject(`object ${number}`);
  return { atMs: 1, puts: [object], appends: [{ log: 'log', value: `${number}` }] };
}

test('a server that crashes and comes back is found again, with all it acknowledged', async () => {
  const store = await openPostgresStore({ url: await createDatabase('crash') });
  for (const number of [1, 2, 3]) await store.commit(batchOf(number));
  await server.crash();
  const meanwhile = store.commit(batchOf(4));
  const read = store.head('log');
  await server.start();
  expect(await read).toMatchObject({ log: 'log' });
  expect(await meanwhile).toMatchObject({ committed: true, entries: [{ sequence: 4 }] });
  expect(await store.statistics()).toMatchObject({ objects: 4, entries: 4 });
  expect(await store.checkStructure()).toEqual([]);
  await store.close();
});

test('a server that crashes under load keeps every acknowledged batch and no half of another', async () => {
  const url = await createDatabase('load');
  const store = await openPostgresStore({ url, attempts: 1 });
  const acknowledged: number[] = [];
  const { promise: isUnderLoad, resolve: reportLoad } = Promise.withResolvers<void>();
  const commits = Array.from({ length: 400 }, async (_, number) => {
    const outcome = await store.commit({
      ...batchOf(number),
      appends: [{ log: `${number % 5}`, value: `${number}` }],
    });
    if (outcome.committed) acknowledged.push(number);
    if (acknowledged.length === 20) reportLoad();
  });
  const settled = Promise.allSettled(commits);
  await isUnderLoad;
  await server.crash();
  const failures = (await settled).filter(({ status }) => status === 'rejected');
  expect(failures.length).toBeGreaterThan(0);
  await server.start();
  const objects = acknowledged.map((number) => toObject(`object ${number}`).id);
  expect(await store.hasMany(objects)).toEqual(objects.map(() => true));
  const { objects: written, entries } = await store.statistics();
  expect(written).toBe(entries);
  expect(await store.checkStructure()).toEqual([]);
  await store.close();
});

test('a server that stays away is a fault, and the store works when it is back', async () => {
  const store = await openPostgresStore({ url: await createDatabase('away'), attempts: 2 });
  await server.crash();
  await expect(store.commit(batchOf(1))).rejects.toMatchObject({
    code: 'store-unavailable',
    hint: expect.stringContaining('server runs'),
  });
  await expect(store.maintain()).rejects.toMatchObject({ code: 'store-unavailable' });
  await server.start();
  expect(await store.commit(batchOf(1))).toMatchObject({ committed: true });
  await store.close();
});

test('a damaged file is a fault that names the object, and everything else is served', async () => {
  const url = await createDatabase('damaged');
  const store = await openPostgresStore({ url });
  // Uncompressible and less than a page each, so that the first and the last lie in different pages.
  const objects = Array.from({ length: 40 }, () => toObject(randomBytes(1_500)));
  await store.commit({ atMs: 1, puts: objects, appends: [{ log: 'log', value: '1' }] });
  const [file] = await ask(
    url,
    'CHECKPOINT',
    `SELECT pg_relation_filepath('penumbra.object') AS path, encode(id, 'hex') AS object
       FROM penumbra.object WHERE ctid = '(0,1)'`,
  );
  await server.crash();
  overwrite(join(server.dataDirectory, String(file?.path)), 4_096);
  await server.start();
  const lost = await namedAsDamaged(store.getMany(objects.map(({ id }) => id)));
  await expect(store.getMany([lost])).rejects.toMatchObject({
    code: 'store-damaged',
    data: { object: lost },
  });
  const served = await Promise.allSettled(objects.map(({ id }) => store.getMany([id])));
  expect(served.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(30);
  expect(await store.head('log')).toMatchObject({ value: '1' });
  await store.close();
});

test('a full disk is a fault that leaves the store whole, and room lets it go on', async ({ skip }) => {
  const place = mkdtempSync(join(tmpdir(), 'penumbra-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', place], { stdio: 'pipe' });
  } catch {
    rmSync(place, { recursive: true });
    skip('NOT TESTED: a full disk needs the right to mount a small file system');
  }
  try {
    const { uid, gid } = statSync(server.dataDirectory);
    chownSync(place, uid, gid);
    await ask(server.url, `CREATE TABLESPACE small LOCATION '${place}'`);
    const store = await openPostgresStore({ url: await createDatabase('small', 'TABLESPACE small') });
    const [first, ...further] = Array.from({ length: 64 }, () =>
      toObject(new Uint8Array(randomBytes(1024 * 1024))),
    );
    await store.commit({ atMs: 1, puts: [first as StoredObject] });
    await expect(store.commit({ ...batchOf(1), puts: further })).rejects.toMatchObject({
      code: 'store-full',
      hint: expect.stringContaining('free space'),
    });
    expect(await store.getMany([(first as StoredObject).id])).toEqual([first?.bytes]);
    expect(await store.statistics()).toMatchObject({ objects: 1, entries: 0 });
    execFileSync('mount', ['-o', 'remount,size=256m', place]);
    expect(await store.commit({ ...batchOf(1), puts: further })).toMatchObject({ committed: true });
    await store.close();
    await ask(server.url, 'DROP DATABASE small', 'DROP TABLESPACE small');
  } finally {
    execFileSync('umount', ['--lazy', place]);
    rmSync(place, { recursive: true });
  }
});

async function namedAsDamaged(reading: Promise<unknown>): Promise<StoredObject['id']> {
  const error = await reading.then(null, (fault: unknown) => fault);
  expect(error).toMatchObject({ code: 'store-damaged', message: expect.stringContaining('cannot be read') });
  return (error as { readonly data: { readonly object: StoredObject['id'] } }).data.object;
}

function overwrite(file: string, offset: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, randomBytes(64), 0, 64, offset);
  closeSync(descriptor);
}
