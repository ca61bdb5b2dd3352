// What goes wrong around a PostgreSQL store: connections that break, rights that lack, versions that differ.

import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { requireServerVersion } from '../../src/adapters/postgres/schema-version.ts';
import { type Batch, type Store, toObject } from '../../src/ledger/index.ts';
import { describeStore } from '../../src/testing/index.ts';
import { openCutLine } from './postgres-cut-line.ts';
import { database, open, useDatabase } from './postgres-fixture.ts';
import { ask } from './postgres-own-server.ts';

useDatabase();

function batchOf(text: string): Batch {
  const object = toObject(text);
  const value = JSON.stringify(text);
  const adds = [{ index: 'index', key: 'key', member: object.id }];
  return { atMs: 1, puts: [object], appends: [{ log: 'log', value }], adds };
}

async function valuesIn(store: Store): Promise<readonly string[]> {
  return (await store.readLog('log', {})).map(({ value }) => JSON.parse(value));
}

/** Ends every other connection to the database, or those that wait for a lock. */
async function endConnections(only: 'all' | 'waiting'): Promise<number> {
  const which = only === 'all' ? 'true' : `wait_event_type = 'Lock'`;
  const ended = await ask(
    database.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`,
  );
  return ended.length;
}

/** Creates a role with rights and returns the address for it. */
async function createRole(...grants: readonly string[]): Promise<string> {
  const url = new URL(database.url);
  [url.username, url.password] = [url.pathname.slice(1), 'secret'];
  const role = url.username;
  await ask(
    database.url,
    `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`,
    ...grants.map((grant) => `${grant} ${role}`),
  );
  return url.href;
}

describe('a connection that breaks', () => {
  test('while nobody uses it is replaced without a word', async () => {
    const store = await open();
    await store.commit(batchOf('one'));
    expect(await endConnections('all')).toBeGreaterThan(0);
    expect(await valuesIn(store)).toEqual(['one']);
    await store.commit(batchOf('two'));
    expect(await valuesIn(store)).toEqual(['one', 'two']);
  });

  test('while a batch waits leaves nothing behind, and the batch is written once', async () => {
    const store = await open();
    const other = await open();
    const session = await other.maintain();
    const waiting = store.commit(batchOf('one'));
    await vi.waitUntil(async () => (await endConnections('waiting')) > 0, { timeout: 120_000 });
    await session.commit();
    expect(await waiting).toMatchObject({ committed: true, entries: [{ sequence: 1 }] });
    expect(await store.statistics()).toMatchObject({ objects: 1, entries: 1, members: 1 });
  });

  test('under many writers loses nothing acknowledged and doubles nothing', async () => {
    const store = await open();
    const texts = Array.from({ length: 200 }, (_, number) => `text ${number}`);
    const commits = Promise.all(
      texts.map((text, number) =>
        store.commit({ ...batchOf(text), appends: [{ log: `${number % 7}`, value: `${number}` }] }),
      ),
    );
    let ended = 0;
    while (ended < 3) ended += await endConnections('all');
    for (const outcome of await commits) expect(outcome.committed).toBe(true);
    expect(await store.statistics()).toMatchObject({ objects: 200, entries: 200, members: 200 });
    expect(await store.checkStructure()).toEqual([]);
  });

  test('under a maintenance session ends it with a fault and leaves nothing behind', async () => {
    const store = await open();
    const session = await store.maintain();
    await session.apply({ puts: [toObject('one')] });
    await endConnections('all');
    await expect(session.apply({ puts: [toObject('two')] })).rejects.toMatchObject({
      code: 'store-unavailable',
    });
    await session.abandon();
    expect(await store.statistics()).toMatchObject({ objects: 0 });
    expect(await store.commit(batchOf('three'))).toMatchObject({ committed: true });
  });
});

describe('a connection that breaks at COMMIT', () => {
  test.each(['before-commit', 'after-commit'] as const)('%s: the batch is written once', async (breaksAt) => {
    await (await open()).commit(batchOf('zero'));
    const line = await openCutLine(database.url, { breaksAt });
    const store = await open({ url: line.url });
    const requires = [{ kind: 'log-length', log: 'log', length: 1 }] as const;
    expect(await store.commit({ ...batchOf('one'), requires })).toMatchObject({
      committed: true,
      entries: [{ sequence: 2 }],
    });
    expect(line.breaks()).toBe(1);
    expect(await valuesIn(store)).toEqual(['zero', 'one']);
    line.close();
  });

  test('for good: the outcome is unknown and said to be', async () => {
    await open();
    const line = await openCutLine(database.url, { breaksAt: 'after-commit', staysDown: true });
    const store = await open({ url: line.url, attempts: 2 });
    await expect(store.commit(batchOf('one'))).rejects.toMatchObject({
      code: 'outcome-unknown',
      hint: expect.stringContaining('run the same again'),
    });
    expect(await valuesIn(await open())).toEqual(['one']);
    line.close();
  });

  test('of a maintenance session: what the server has is found out', async () => {
    await open();
    const line = await openCutLine(database.url, { breaksAt: 'after-commit' });
    const store = await open({ url: line.url });
    const session = await store.maintain();
    await session.apply({ puts: [toObject('one')] });
    await session.commit();
    expect(line.breaks()).toBe(1);
    expect(await store.statistics()).toMatchObject({ objects: 1 });
    line.close();
  });
});

describe('a database without a ledger', () => {
  test('is left as it is by whoever does not mean to make one', async () => {
    await expect(open({ create: false })).rejects.toMatchObject({
      code: 'store-unavailable',
      message: 'there is no ledger in this database',
      hint: expect.stringContaining('import'),
    });
    expect(await ask(database.url, `SELECT to_regnamespace('penumbra') AS schema`)).toEqual([
      { schema: null },
    ]);
    await (await open()).commit(batchOf('one'));
    expect(await valuesIn(await open({ create: false }))).toEqual(['one']);
  });
});

describe('erased bytes', () => {
  const object = toObject('to be erased '.repeat(1_000));

  test('are not kept in dead rows, and where they may still be is told', async () => {
    const store = await open();
    await store.commit({ atMs: 1, puts: [object, toObject('kept')] });
    const session = await store.maintain();
    await session.apply({ tombstones: [{ id: object.id, reason: 'erased', agent: 'person' }] });
    const { remains } = await session.commit();
    expect(remains).toMatch(/write-ahead log and in backups: run `VACUUM FULL penumbra.object`/);
    const [dead] = await ask(
      database.url,
      'CREATE EXTENSION pgstattuple',
      `SELECT sum(tuple.dead_tuple_count)::integer AS count
         FROM pg_class, pgstattuple(pg_class.oid) AS tuple
        WHERE pg_class.oid = 'penumbra.object'::regclass
           OR pg_class.oid = (SELECT reltoastrelid FROM pg_class WHERE oid = 'penumbra.object'::regclass)`,
    );
    expect(dead).toEqual({ count: 0 });
  });

  test('are not spoken of by a session that erased nothing', async () => {
    const session = await (await open()).maintain();
    await session.apply({ tombstones: [{ id: object.id, reason: 'dropped', agent: 'person' }] });
    expect(await session.commit()).toEqual({ remains: null });
  });
});

describe('a store that may not be written to', () => {
  test('because the database is read-only serves reads and refuses commits', async () => {
    await (await open()).commit(batchOf('one'));
    const name = new URL(database.url).pathname.slice(1);
    await ask(database.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const store = await open();
    expect(await valuesIn(store)).toEqual(['one']);
    await expect(store.commit(batchOf('two'))).rejects.toMatchObject({ code: 'store-read-only' });
  });

  test('because the role lacks the right serves reads and refuses commits', async () => {
    await (await open()).commit(batchOf('one'));
    const url = await createRole(
      'GRANT USAGE ON SCHEMA penumbra TO',
      'GRANT SELECT ON ALL TABLES IN SCHEMA penumbra TO',
    );
    const store = await open({ url });
    expect(await valuesIn(store)).toEqual(['one']);
    await expect(store.commit(batchOf('two'))).rejects.toMatchObject({ code: 'store-read-only' });
    expect(await valuesIn(store)).toEqual(['one']);
  });

  test('because the role may not create the schema says what it needs', async () => {
    const url = await createRole();
    await expect(open({ url })).rejects.toMatchObject({
      code: 'store-read-only',
      hint: expect.stringContaining('role'),
    });
  });
});

describe('a store of another version', () => {
  test('that is newer is refused and not touched', async () => {
    await (await open()).commit(batchOf('one'));
    await ask(database.url, 'UPDATE penumbra.meta SET version = 99', 'DROP TABLE penumbra.tombstone');
    await expect(open()).rejects.toMatchObject({ code: 'store-version', data: { version: 99 } });
    const [found] = await ask(
      database.url,
      `SELECT version, to_regclass('penumbra.tombstone') AS tombstone FROM penumbra.meta`,
    );
    expect(found).toEqual({ version: 99, tombstone: null });
  });

  test('is refused by an older program that has it open', async () => {
    const store = await open();
    await store.commit(batchOf('one'));
    await ask(database.url, 'UPDATE penumbra.meta SET version = 2');
    await expect(store.commit(batchOf('two'))).rejects.toMatchObject({ code: 'store-version' });
    await expect(store.maintain()).rejects.toMatchObject({ code: 'store-version' });
    expect(await valuesIn(store)).toEqual(['one']);
  });

  test('is not looked for on a server that is too old', () => {
    expect(() => requireServerVersion(130_022)).toThrow(
      expect.objectContaining({ code: 'unsupported-runtime' }),
    );
    expect(() => requireServerVersion(140_000)).not.toThrow();
  });
});

describe('a store that cannot be reached', () => {
  async function checkRefusal(change: (url: URL) => void, expected: object): Promise<void> {
    const url = new URL(database.url);
    url.password = 'p4ssw0rd';
    change(url);
    const error: unknown = await open({ url: url.href, attempts: 2 }).catch((fault: unknown) => fault);
    expect(error).toMatchObject(expected);
    expect(error).toHaveProperty('hint');
    expect(`${inspect(error, { depth: null, showHidden: true })}`).not.toContain('p4ssw0rd');
  }

  test('because the password is wrong is a fault that does not tell it', () =>
    checkRefusal(() => {}, { code: 'store-unavailable', hint: expect.stringContaining('password') }));

  test('because nobody listens there is a fault that does not tell the password', () =>
    checkRefusal((url) => Object.assign(url, { port: '1' }), { code: 'store-unavailable' }));

  test('because it hangs up is given up on after few attempts', async () => {
    let calls = 0;
    const deaf = createServer((socket) => {
      calls++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
    const { port } = deaf.address() as AddressInfo;
    await expect(open({ url: `postgres://me@127.0.0.1:${port}/none` })).rejects.toMatchObject({
      code: 'store-unavailable',
    });
    deaf.close();
    expect(calls).toBe(3);
  });

  test('because there is no such host is a fault that does not tell the password', () =>
    checkRefusal((url) => Object.assign(url, { hostname: 'nowhere.invalid' }), {
      code: 'store-unavailable',
    }));

  test.each([
    'postgres://me:p4ssw0rd/1@host/db',
    'postgres://me:1/p4ssw0rd@host/db',
    'p4ssw0rd',
    'http://p4ssw0rd',
  ])('because %s is no address is a fault that does not tell the password', async (url) => {
    const error: unknown = await open({ url }).catch((fault: unknown) => fault);
    expect(error).toMatchObject({ code: 'invalid-configuration' });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('p4ssw0rd');
  });

  test('because it takes no more connections is busy', async () => {
    await open();
    const url = await createRole('GRANT pg_read_all_data TO');
    await ask(database.url, `ALTER ROLE ${new URL(url).username} CONNECTION LIMIT 1`);
    await open({ url });
    await expect(open({ url, attempts: 2 })).rejects.toMatchObject({
      code: 'store-busy',
      hint: expect.stringContaining('max_connections'),
    });
  });

  test('has a location without password and parameters', async () => {
    const { username, host, pathname } = new URL(database.url);
    const { location } = await open({ url: `${database.url}?application_name=secret` });
    expect(location).toBe(`postgres://${username}@${host}${pathname}`);
  });
});

describe('an object whose row was altered', () => {
  const [good, bad] = [toObject('good'), toObject('bad')];

  test('is named when it is read, all others are served, and maintenance mends it', async () => {
    const store = await open();
    await store.commit({ atMs: 1, puts: [good, bad] });
    const before = await describeStore(store);
    await ask(database.url, `UPDATE penumbra.object SET bytes = 'other' WHERE id = '\\x${bad.id}'`);
    await expect(store.getMany([good.id, bad.id])).rejects.toMatchObject({
      code: 'hash-mismatch',
      data: { object: bad.id },
    });
    expect(await store.getMany([good.id])).toEqual([good.bytes]);
    const session = await store.maintain();
    await session.apply({ puts: [good, bad] });
    await session.commit();
    expect(await describeStore(store)).toEqual(before);
  });
});

describe('structures that disagree', () => {
  test('are told of, one line each', async () => {
    const store = await open();
    await store.commit(batchOf('one'));
    await store.commit(batchOf('two'));
    expect(await store.checkStructure()).toEqual([]);
    await ask(database.url, `DELETE FROM penumbra.entry WHERE sequence = 1`);
    expect(await store.checkStructure()).toEqual(['log log ends at 2 but has 1 entries up to 2']);
    await ask(database.url, `UPDATE penumbra.log SET value = '3'`);
    expect(await store.checkStructure()).toContain('the head of log log is not its last entry');
  });

  test('are looked for in the indexes where the server has amcheck', async () => {
    const store = await open();
    await ask(database.url, 'CREATE EXTENSION amcheck');
    await store.commit(batchOf('one'));
    expect(await store.checkStructure()).toEqual([]);
    const lost = `(SELECT oid FROM pg_class WHERE relname = 'member_pkey')`;
    await ask(
      database.url,
      `UPDATE pg_index SET indisready = false WHERE indexrelid = ${lost}`,
      `INSERT INTO penumbra.member VALUES ('a', 'b', 'c')`,
      `UPDATE pg_index SET indisready = true WHERE indexrelid = ${lost}`,
    );
    expect(await store.checkStructure()).toEqual([expect.stringContaining('member_pkey')]);
  });

  test('such as missing tables are a damaged store', async () => {
    const store = await open();
    await ask(database.url, 'DROP SCHEMA penumbra CASCADE');
    await expect(store.commit(batchOf('one'))).rejects.toMatchObject({ code: 'store-damaged' });
    await expect(store.head('log')).rejects.toMatchObject({ code: 'store-damaged' });
  });
});
