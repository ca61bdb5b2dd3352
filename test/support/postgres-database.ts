// Gives a test its own empty database on the server of ./postgres-server.ts.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** An empty database and the way to be rid of it. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database; `drop` also ends connections that are still open. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** One connection of this process; it keeps nothing running. */
let administrator: Promise<pg.Client> | null = null;

async function administer(statement: string): Promise<void> {
  administrator ??= connect();
  await (await administrator).query(statement);
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  // The server ends before this process does.
  client.on('error', () => {
    administrator = null;
  });
  await client.connect();
  (client as pg.Client & { unref(): void }).unref();
  return client;
}
