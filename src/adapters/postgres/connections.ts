/**
 * The connections of one open store. Reads have their own connections, so that they never wait for a commit
 * that waits for a lock. Every operation on the store goes through `run` or `track`, which translate errors
 * into faults and let `close` wait for them.
 */

import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { PenumbraError } from '../../kernel/index.ts';
import { isConnectionLost, isTransient, TransactionUndone, toFault } from './faults.ts';
import { clientOptions, prepareSession, type Query, queryOn, type Timeouts } from './session.ts';

type ConnectionsOptions = {
  readonly url: string;
  readonly poolSize: number;
  readonly attempts: number;
  readonly timeouts: Timeouts;
};

/** A connection outside the pools, for one long operation. */
export type OwnSession = { readonly query: Query; end(): Promise<void> };

/** Holds the connections of a store until it is closed. */
export class Connections {
  readonly location: string;
  readonly #options: ConnectionsOptions;
  readonly #readers: pg.Pool;
  readonly #writers: pg.Pool;
  readonly #ownSessions = new Set<OwnSession>();
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | null = null;

  constructor(options: ConnectionsOptions) {
    this.location = locationOf(options.url);
    this.#options = options;
    this.#readers = this.#createPool(Math.floor(options.poolSize / 2));
    this.#writers = this.#createPool(Math.ceil(options.poolSize / 2));
  }

  /** Runs work for a caller, retrying transient failures. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.track(() => this.retry(work));
  }

  /** Runs work for a caller: `close` waits for it, and its errors become faults. */
  track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing) return Promise.reject(this.#closedError());
    const running = work().catch((error: unknown) => {
      throw toFault(error, this.location);
    });
    this.#running.add(running);
    const forget = () => this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }

  /** Runs work until it succeeds or fails permanently; throws the driver's own errors. */
  retry<Result>(work: () => Promise<Result>): Promise<Result> {
    return retry(work, { attempts: this.#options.attempts, isTransient });
  }

  /** Reads on one of the read connections. */
  readonly read: Query = <Row extends object>(statement: string, values?: readonly unknown[]) =>
    use(this.#readers, (query) => query<Row>(statement, values));

  /** Gives work one of the write connections; if it fails, the connection and its transaction are closed. */
  write<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return use(this.#writers, work);
  }

  /** Opens a connection that stays open until it is ended or the store is closed. */
  async openOwn(): Promise<OwnSession> {
    const client = new pg.Client(clientOptions(this.#options.url, this.#options.timeouts));
    client.on('error', () => {});
    await client.connect();
    const session: OwnSession = {
      query: queryOn(client),
      end: async () => {
        if (this.#ownSessions.delete(session)) await client.end();
      },
    };
    this.#ownSessions.add(session);
    await prepareSession(client, this.#options.timeouts).catch(async (error: unknown) => {
      await session.end();
      throw error;
    });
    return session;
  }

  /** Waits for running work, then closes every connection. */
  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  async #shutDown(): Promise<void> {
    await Promise.allSettled(this.#running);
    await Promise.all([...this.#ownSessions].map((session) => session.end()));
    await Promise.all([this.#readers.end(), this.#writers.end()]);
  }

  #createPool(size: number): pg.Pool {
    const { url, timeouts } = this.#options;
    const client = clientOptions(url, timeouts);
    // The timeout is set on the client: the pool would also apply it to callers that queue for a busy
    // connection.
    class TimedClient extends pg.Client {
      constructor() {
        super(client);
      }
    }
    const pool = new pg.Pool({
      Client: TimedClient,
      max: Math.max(1, size),
      allowExitOnIdle: true,
      onConnect: (connected) => prepareSession(connected, timeouts),
    });
    // The pool has already removed an idle connection that breaks.
    pool.on('error', () => {});
    return pool;
  }

  #closedError(): PenumbraError {
    return new PenumbraError('store-unavailable', `the store \`${this.location}\` is closed`, {
      hint: 'open it again',
    });
  }
}

async function use<Result>(pool: pg.Pool, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let isSound = false;
  try {
    const result = await work(queryOn(client));
    isSound = true;
    return result;
  } finally {
    client.release(!isSound);
  }
}

const SCHEMES = ['postgres:', 'postgresql:'];

/** Returns a store's address without its password and parameters, or throws `invalid-configuration`. */
function locationOf(url: string): string {
  const parts = URL.canParse(url) ? new URL(url) : null;
  // An unescaped `/`, `#` or `@` in a password ends up in the path or fragment, which would be shown.
  if (!parts || !SCHEMES.includes(parts.protocol) || parts.hash !== '' || parts.pathname.includes('@')) {
    throw new PenumbraError('invalid-configuration', 'the address of the store is not a PostgreSQL URL', {
      hint: 'write `postgres://user:password@host:5432/database`, special characters percent-encoded',
    });
  }
  const user = parts.username === '' ? '' : `${parts.username}@`;
  return `postgres://${user}${parts.host}${parts.pathname}`;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Runs work until it succeeds, fails permanently, or has been tried `attempts` times. */
export async function retry<Result>(
  work: () => Promise<Result>,
  options: { readonly attempts: number; readonly isTransient: (error: unknown) => boolean },
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= options.attempts || !options.isTransient(error)) throw error;
    }
    await pause(pauseMs(attempt));
  }
}

/** Returns how long to wait after a failed attempt; the upper bound doubles each time. */
function pauseMs(attempt: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return longest * (0.5 + Math.random() / 2);
}

const ASK_AGAIN_MS = 100;
const MOST_QUESTIONS = 50;

/**
 * Commits; throws `TransactionUndone` if nothing was written, `outcome-unknown` if that cannot be determined.
 */
export async function commitTransaction(
  connections: Connections,
  query: Query,
  transaction: string,
): Promise<void> {
  try {
    await query('COMMIT');
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    const status = await askStatus(connections, transaction);
    if (status === 'aborted')
      throw new TransactionUndone('the connection broke before the commit', { cause: error });
    if (status !== 'committed') throw unknownOutcome(connections.location, error);
  }
}

/**
 * Returns the server's status of a transaction; it is in progress until its server process notices the broken
 * connection.
 */
async function askStatus(connections: Connections, transaction: string): Promise<string | null> {
  const ask = () =>
    connections.read<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [transaction]);
  for (let question = 1; question <= MOST_QUESTIONS; question++) {
    const rows = await connections.retry(ask).catch(() => []);
    const status = rows[0]?.status ?? null;
    if (status !== 'in progress') return status;
    await pause(ASK_AGAIN_MS);
  }
  return null;
}

function unknownOutcome(location: string, cause: unknown): PenumbraError {
  const message = `the connection to \`${location}\` broke while a batch was being committed`;
  return new PenumbraError('outcome-unknown', message, {
    data: { location },
    hint: 'nothing is half-written; once the server answers, run the same again: what is there is not written twice',
    cause,
  });
}
