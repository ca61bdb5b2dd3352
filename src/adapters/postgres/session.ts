/** One connection to the server: how it is opened and configured, and how statements run on it. */
import type pg from 'pg';
import { type Sha256, sha256 } from '../../kernel/index.ts';

/** Runs one statement and returns its rows; for several in one text, those of the last one. */
export type Query = <Row extends object>(
  statement: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

/** How long operations may take before they fail instead of hanging. */
export type Timeouts = {
  readonly connectMs: number;
  readonly lockMs: number;
  readonly statementMs: number;
  /** How long a transaction may wait for its own client, since it holds locks. */
  readonly idleInTransactionMs: number;
};

/** The default timeouts of a store. */
export const defaultTimeouts: Timeouts = {
  connectMs: 10_000,
  lockMs: 30_000,
  statementMs: 120_000,
  idleInTransactionMs: 60_000,
};

/** Returns the driver's options for one connection. */
export function clientOptions(url: string, timeouts: Timeouts): pg.ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'penumbra',
    keepAlive: true,
    connectionTimeoutMillis: timeouts.connectMs,
    // The server's own timeout fires first, unless the server or the connection to it is gone.
    query_timeout: timeouts.statementMs + 10_000,
  };
}

/** Configures a new connection for durability and liveness. */
export async function prepareSession(client: pg.ClientBase, timeouts: Timeouts): Promise<void> {
  // Without a listener, a connection that breaks between two statements would end the process.
  client.on('error', () => {});
  await client.query(`
    SET lock_timeout = ${timeouts.lockMs};
    SET statement_timeout = ${timeouts.statementMs};
    SET idle_in_transaction_session_timeout = ${timeouts.idleInTransactionMs};
    SELECT set_config('synchronous_commit', 'on', false)
     WHERE current_setting('synchronous_commit') <> 'remote_apply'`);
}

/** Returns a function that runs statements on a connection. */
export function queryOn(client: pg.ClientBase): Query {
  return async <Row extends object>(statement: string, values: readonly unknown[] = []) => {
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(toQuery(statement, values));
    const last = Array.isArray(results) ? results.at(-1) : results;
    return (last?.rows ?? []) as readonly Row[];
  };
}

const statementNames = new Map<string, string>();

/**
 * A statement with values has a name, so that a connection plans it only once; that halves the time of a
 * commit.
 */
function toQuery(statement: string, values: readonly unknown[]): string | pg.QueryConfig {
  if (values.length === 0) return statement;
  const name = statementNames.get(statement) ?? `penumbra-${sha256(statement).slice(0, 16)}`;
  statementNames.set(statement, name);
  return { name, text: statement, values: [...values] };
}

const BYTEA_OID = 17;
const HEADER_BYTES = 20;

/** Returns the parameter for a `bytea[]`. */
export function byteaArray(items: readonly Uint8Array[]): Buffer {
  const size = items.reduce((total, item) => total + 4 + item.length, HEADER_BYTES);
  const target = Buffer.alloc(size);
  // One dimension, no nulls, the element type, its length, counted from 1.
  const header = [1, 0, BYTEA_OID, items.length, 1];
  let offset = header.reduce((at, word) => target.writeInt32BE(word, at), 0);
  for (const item of items) {
    offset = target.writeInt32BE(item.length, offset);
    target.set(item, offset);
    offset += item.length;
  }
  return target;
}

/** Returns the parameter for a `bytea[]` of ids. */
export function idArray(ids: readonly Sha256[]): Buffer {
  return byteaArray(ids.map(idBytes));
}

/** Returns the parameter for one id. */
export function idBytes(id: string): Buffer {
  return Buffer.from(id, 'hex');
}
