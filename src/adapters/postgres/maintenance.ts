/**
 * An exclusive maintenance session: its own connection, one transaction, and the ledger's lock held alone.
 */
import { PenumbraError, type Sha256 } from '../../kernel/index.ts';
import {
  extendDigest,
  type LogHead,
  type Maintenance,
  type Rewrite,
  type Tombstone,
  takeRewrite,
} from '../../ledger/index.ts';
import { type Connections, commitTransaction, type OwnSession } from './connections.ts';
import { toFault } from './faults.ts';
import { createReader } from './reader.ts';
import { BEGIN_ALONE, beginTransaction } from './schema-version.ts';
import { byteaArray, idArray, type Query } from './session.ts';
import { distinct, removeMembers, writeRows } from './write-rows.ts';

/**
 * How long a maintenance session may be idle, for example while reading an archive, before the server ends
 * it.
 */
const IDLE_MS = 15 * 60_000;

/** What no client can remove from a server without locking others out, or at all. */
const REMAINS =
  'the server may keep erased bytes in unused parts of its files, in its write-ahead log and in backups: ' +
  'run `VACUUM FULL penumbra.object` when nobody works, and let archived logs and backups expire';

/** Waits until nobody else writes, then begins. */
export async function beginMaintenance(connections: Connections): Promise<Maintenance> {
  const session = await connections.openOwn();
  try {
    await beginTransaction(
      session.query,
      `${BEGIN_ALONE}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}`,
    );
  } catch (error) {
    await session.end();
    throw error;
  }
  return createMaintenance(connections, session);
}

function createMaintenance(connections: Connections, session: OwnSession): Maintenance {
  const query = oneAtATime(session.query, connections.location);
  let isOver = false;
  let hasErased = false;

  const finish = async (last: () => Promise<void>): Promise<void> => {
    if (isOver) return;
    isOver = true;
    try {
      await last();
    } catch (error) {
      throw toFault(error, connections.location);
    } finally {
      await session.end();
    }
  };

  return {
    ...createReader(query),
    async apply(rewrite: Rewrite) {
      if (isOver) throw new PenumbraError('usage', 'this maintenance session is over');
      await applyRewrite(query, rewrite);
      hasErased ||= rewrite.tombstones?.some(({ reason }) => reason === 'erased') ?? false;
    },
    async commit() {
      await finish(async () => {
        const [row] = await query<{ transaction: string }>(
          'SELECT pg_current_xact_id()::text AS transaction',
        );
        await commitTransaction(connections, session.query, String(row?.transaction));
        if (hasErased) await removeDeadRows(session.query);
      });
      return { remains: hasErased ? REMAINS : null };
    },
    abandon: () => finish(async () => {}),
  };
}

/**
 * Readers do not wait for this; rows it cannot remove, for lack of rights or because readers still need them,
 * are removed by the server later.
 */
async function removeDeadRows(query: Query): Promise<void> {
  await query('SET statement_timeout = 0')
    .then(() => query('VACUUM penumbra.object'))
    .catch(() => {});
}

/**
 * Runs statements in the order requested, because a connection takes one at a time, and translates errors
 * into faults.
 */
function oneAtATime(query: Query, location: string): Query {
  let earlier: Promise<unknown> = Promise.resolve();
  return <Row extends object>(statement: string, values?: readonly unknown[]) => {
    const result = earlier.then(() => query<Row>(statement, values));
    earlier = result.catch(() => {});
    return result.catch((error: unknown) => {
      throw toFault(error, location);
    });
  };
}

type Logs = NonNullable<Rewrite['logs']>;

/** Applies a rewrite inside the transaction of a maintenance session. */
async function applyRewrite(query: Query, given: Rewrite): Promise<void> {
  const rewrite = takeRewrite(given);
  if (rewrite.puts?.length) await putObjects(query, rewrite.puts);
  if (rewrite.tombstones?.length) await buryObjects(query, rewrite.tombstones);
  if (rewrite.removals?.length) await removeObjects(query, rewrite.removals);
  if (rewrite.logs?.length) await replaceLogs(query, rewrite.logs);
  if (rewrite.adds?.length) await writeRows(query, { ...nothing, members: rewrite.adds });
  if (rewrite.memberRemovals?.length) await removeMembers(query, rewrite.memberRemovals);
}

const nothing = { objects: [], entries: [], heads: [], members: [], claims: [] };

async function putObjects(query: Query, puts: NonNullable<Rewrite['puts']>): Promise<void> {
  const objects = distinct(puts, ({ id }) => id);
  const ids = idArray(objects.map(({ id }) => id));
  // Bytes that differ from the expected ones are corrupt, and an import repairs them this way.
  await query(
    `INSERT INTO penumbra.object (id, bytes)
     SELECT id, bytes FROM unnest($1::bytea[], $2::bytea[]) AS put (id, bytes)
      WHERE NOT EXISTS (SELECT FROM penumbra.tombstone WHERE tombstone.id = put.id AND reason = 'erased')
     ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes WHERE object.bytes <> excluded.bytes`,
    [ids, byteaArray(objects.map(({ bytes }) => bytes))],
  );
  await query(`DELETE FROM penumbra.tombstone WHERE id = ANY($1::bytea[]) AND reason = 'dropped'`, [ids]);
}

async function buryObjects(query: Query, tombstones: readonly Tombstone[]): Promise<void> {
  const last = new Map<Sha256, Tombstone>();
  for (const tombstone of tombstones) {
    if (last.get(tombstone.id)?.reason !== 'erased' || tombstone.reason === 'erased')
      last.set(tombstone.id, tombstone);
  }
  const stones = [...last.values()];
  await removeObjects(query, [...last.keys()]);
  await query(
    `INSERT INTO penumbra.tombstone (id, reason, agent)
     SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[])
     ON CONFLICT (id) DO UPDATE SET (reason, agent) = (excluded.reason, excluded.agent)
      WHERE tombstone.reason <> 'erased' OR excluded.reason = 'erased'`,
    [idArray([...last.keys()]), stones.map(({ reason }) => reason), stones.map(({ agent }) => agent)],
  );
}

async function removeObjects(query: Query, ids: readonly Sha256[]): Promise<void> {
  await query('DELETE FROM penumbra.object WHERE id = ANY($1::bytea[])', [idArray(ids)]);
}

async function replaceLogs(query: Query, replaced: Logs): Promise<void> {
  const logs = distinct(replaced, ({ log }) => log);
  const names = logs.map(({ log }) => log);
  await query('DELETE FROM penumbra.entry WHERE log = ANY($1::text[])', [names]);
  await query('DELETE FROM penumbra.log WHERE name = ANY($1::text[])', [names]);
  const entries = logs.flatMap(({ log, entries }) => entries.map((entry) => ({ ...entry, log })));
  await writeRows(query, { ...nothing, entries, heads: logs.flatMap(headOf) });
}

function headOf({ log, entries }: Logs[number]): readonly LogHead[] {
  const last = entries.at(-1);
  const digest = entries.reduce<Sha256 | null>(extendDigest, null);
  return last && digest ? [{ ...last, log, digest }] : [];
}
