/**
 * Brings a database to the schema this program knows, and rejects one it does not know: checked when a store
 * is opened and again inside each write transaction, because a newer program may have migrated it in the
 * meantime.
 */
import { PenumbraError, taggedHash } from '../../kernel/index.ts';
import { type Batch, logsTouched } from '../../ledger/index.ts';
import type { Query } from './session.ts';

const OLDEST_SERVER = 14;

/** Throws `unsupported-runtime` unless the server is new enough; `version` is its server_version_num. */
export function requireServerVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST_SERVER) return;
  throw new PenumbraError(
    'unsupported-runtime',
    `the server is PostgreSQL ${major}, older than ${OLDEST_SERVER}`,
    {
      data: { version },
      hint: `use PostgreSQL ${OLDEST_SERVER} or newer`,
    },
  );
}

/** Throws `unsupported-runtime` unless the server behind a connection is new enough. */
export async function checkServer(query: Query): Promise<void> {
  const [row] = await query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`);
  requireServerVersion(Number(row?.version));
}

/**
 * Returns whether a database needs `migrate`; throws `store-version` if it is ahead of this program, and
 * `store-unavailable` if there is no schema and none should be created.
 */
export async function needsMigration(
  query: Query,
  { create }: { readonly create: boolean },
): Promise<boolean> {
  const version = await readVersion(query);
  if (version > 0 || create) return version < SCHEMA_VERSION;
  throw new PenumbraError('store-unavailable', 'there is no ledger in this database', {
    hint: 'name the database that has one, or make one here by importing an archive',
  });
}

/** Creates or migrates the schema under an exclusive lock; a second process finds it done. */
export async function migrate(query: Query): Promise<void> {
  await query(BEGIN_ALONE);
  const version = await readVersion(query);
  if (version === 0) await createSchema(query);
  for (const step of migrations.slice(version)) await query(step);
  await query(
    `INSERT INTO penumbra.meta (version) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET version = excluded.version`,
    [SCHEMA_VERSION],
  );
  await query('COMMIT');
}

/**
 * Begins a transaction with its locks; throws `store-version` if a newer program has changed the schema
 * since.
 */
export async function beginTransaction(query: Query, begin: string): Promise<void> {
  const [meta] = await query<{ version: number }>(`${begin}; SELECT version FROM penumbra.meta`);
  requireKnown(meta?.version);
}

async function readVersion(query: Query): Promise<number> {
  const [found] = await query<{ exists: boolean }>(
    `SELECT to_regclass('penumbra.meta') IS NOT NULL AS exists`,
  );
  if (!found?.exists) return 0;
  const [meta] = await query<{ version: number }>('SELECT version FROM penumbra.meta');
  return requireKnown(meta?.version);
}

function requireKnown(version: number | undefined): number {
  if (version === undefined) {
    throw new PenumbraError(
      'store-damaged',
      'the store does not tell its version: `penumbra.meta` is empty',
      {
        hint: 'restore a backup',
      },
    );
  }
  if (version <= SCHEMA_VERSION) return version;
  throw new PenumbraError(
    'store-version',
    `the store has version ${version}, this program knows ${SCHEMA_VERSION}`,
    {
      data: { version, known: SCHEMA_VERSION },
      hint: 'update penumbra on this machine',
    },
  );
}

async function createSchema(query: Query): Promise<void> {
  // If an administrator created the schema, its owner may not be allowed to create others.
  const [found] = await query<{ exists: boolean }>(
    `SELECT to_regnamespace('penumbra') IS NOT NULL AS exists`,
  );
  if (!found?.exists) await query('CREATE SCHEMA penumbra');
}

/** The statements that migrate from each version to the next; the first one makes version 1. */
const migrations: readonly string[] = [
  `CREATE TABLE penumbra.meta (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
     version integer NOT NULL
   );

   CREATE TABLE penumbra.object (
     id bytea PRIMARY KEY CHECK (octet_length(id) = 32),
     bytes bytea NOT NULL
   );

   CREATE TABLE penumbra.tombstone (
     id bytea PRIMARY KEY CHECK (octet_length(id) = 32),
     reason text COLLATE "C" NOT NULL CHECK (reason IN ('dropped', 'erased')),
     agent text COLLATE "C" NOT NULL
   );

   CREATE TABLE penumbra.log (
     name text COLLATE "C" PRIMARY KEY,
     sequence bigint NOT NULL,
     stamp bigint NOT NULL,
     value text COLLATE "C" NOT NULL,
     digest bytea NOT NULL CHECK (octet_length(digest) = 32)
   ) WITH (fillfactor = 75);

   CREATE TABLE penumbra.entry (
     log text COLLATE "C",
     sequence bigint,
     stamp bigint NOT NULL,
     value text COLLATE "C" NOT NULL,
     PRIMARY KEY (log, sequence)
   );

   CREATE TABLE penumbra.member (
     index text COLLATE "C",
     key text COLLATE "C",
     member text COLLATE "C",
     PRIMARY KEY (index, key, member)
   );`,
];

/** The version of the schema this program reads and writes. */
const SCHEMA_VERSION = migrations.length;

/**
 * With more log locks than this, the ledger's lock is taken exclusively; the server's lock table is shared by
 * everyone.
 */
const MOST_LOG_LOCKS = 64;

const LEDGER_KEY = lockKey(['penumbra']);

/**
 * Begins a transaction that keeps all other writers out. A batch shares the ledger's lock and holds those of
 * the logs it touches; maintenance, migrations and batches on very many logs hold the ledger's lock
 * exclusively. All are advisory locks that end with their transaction. INVARIANT (no deadlock): the ledger's
 * lock is taken first, then those of the logs in the order of their keys.
 */
export const BEGIN_ALONE = `
  BEGIN ISOLATION LEVEL READ COMMITTED;
  SELECT pg_advisory_xact_lock(${LEDGER_KEY})`;

/** Returns the statements that begin a batch's transaction; its reads come after the locks. */
export function beginBatch(batch: Batch): string {
  const logs = logsTouched(batch);
  if (logs.length > MOST_LOG_LOCKS) return BEGIN_ALONE;
  const begin = `
  BEGIN ISOLATION LEVEL READ COMMITTED;
  SELECT pg_advisory_xact_lock_shared(${LEDGER_KEY})`;
  return logs.length === 0 ? begin : `${begin}; ${lockLogs(logs)}`;
}

function lockLogs(logs: readonly string[]): string {
  const keys = logs.map((log) => lockKey(['penumbra', log])).sort((a, b) => (a < b ? -1 : 1));
  return `SELECT pg_advisory_xact_lock(key) FROM unnest('{${keys.join()}}'::bigint[]) AS key`;
}

function lockKey(name: readonly string[]): bigint {
  return BigInt.asIntN(64, BigInt(`0x${taggedHash('penumbra/postgres-lock/1', name).slice(0, 16)}`));
}
