// The ground other tests stand on: a real server, and a database for each test.

import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase } from './postgres-database.ts';

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('each test has a database of its own', async () => {
  const [one, two] = await Promise.all([createDatabase(), createDatabase()]);
  await query(one.url, 'CREATE TABLE mark (value int)');
  expect(await query(one.url, "SELECT to_regclass('mark') IS NOT NULL AS found")).toEqual([{ found: true }]);
  expect(await query(two.url, "SELECT to_regclass('mark') IS NOT NULL AS found")).toEqual([{ found: false }]);
  await Promise.all([one.drop(), two.drop()]);
});

test('a dropped database is gone, with its open connections', async () => {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  const ended = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  await database.drop();
  await ended;
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
});

test('a wrong password is refused', async () => {
  const database = await createDatabase();
  const url = new URL(database.url);
  url.password = 'wrong';
  await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await database.drop();
});
