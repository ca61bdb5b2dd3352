/**
 * Opens a ledger in a PostgreSQL database: the store that many workers on many machines share. No state is
 * kept in the process between calls, so any number of processes may have the same store open.
 */

import { PenumbraError } from '../../kernel/index.ts';
import {
  type Batch,
  type BatchOutcome,
  erasedError,
  holds,
  type IndexEntry,
  logsTouched,
  placeAppends,
  type Store,
  type StoreReader,
  takeBatch,
} from '../../ledger/index.ts';
import { Connections, commitTransaction, retry } from './connections.ts';
import { hasAnswered, isTransient, toFault } from './faults.ts';
import { beginMaintenance } from './maintenance.ts';
import { createReader } from './reader.ts';
import { beginBatch, beginTransaction, checkServer, migrate, needsMigration } from './schema-version.ts';
import { defaultTimeouts, type Query, type Timeouts } from './session.ts';
import {
  type BatchState,
  distinct,
  memberName,
  type Rows,
  readBatchState,
  removeMembers,
  viewOf,
  writeRows,
} from './write-rows.ts';

/** How often a server that does not answer is tried when a store is opened. */
const FIRST_ATTEMPTS = 3;

/** How to reach a store. */
export type PostgresStoreOptions = {
  /** `postgres://user:password@host:port/database`; its schema is always `penumbra`. */
  readonly url: string;
  /** Whether to create the schema if there is none; defaults to true. */
  readonly create?: boolean;
  /** The maximum number of connections, half for reading and half for writing; defaults to 8. */
  readonly poolSize?: number;
  /** How often work is tried when connections break; defaults to 8, which takes about four seconds. */
  readonly attempts?: number;
  readonly timeouts?: Partial<Timeouts>;
};

/** Connects, creates or migrates the schema as needed, and returns the store. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, create = true, poolSize = 8, attempts = 8 } = options;
  const connections = new Connections({
    url,
    poolSize,
    attempts,
    timeouts: { ...defaultTimeouts, ...options.timeouts },
  });
  try {
    await connections.track(() => reach(connections, attempts));
    const isBehind = await connections.run(() => needsMigration(connections.read, { create }));
    if (isBehind) await connections.run(() => connections.write(migrate));
  } catch (error) {
    await connections.close();
    throw error;
  }
  return createStore(connections);
}

/**
 * Contacts the server for the first time: an unresponsive server is soon given up on, a busy one is waited
 * for.
 */
function reach({ read }: Connections, attempts: number): Promise<void> {
  let silences = 0;
  const isWorthWaiting = (error: unknown): boolean =>
    isTransient(error) && (hasAnswered(error) || ++silences < FIRST_ATTEMPTS);
  return retry(() => checkServer(read), { attempts, isTransient: isWorthWaiting });
}

function createStore(connections: Connections): Store {
  const takeTurn = createTurns();
  return {
    ...retriedReader(connections),
    location: connections.location,
    async commit(batch) {
      const taken = takeBatch(batch);
      const write = () => connections.retry(() => commitBatch(connections, taken));
      return connections.track(() => takeTurn(taken, write));
    },
    maintain: () => connections.run(() => beginMaintenance(connections)),
    checkStructure: () => connections.run(() => checkStructure(connections)),
    close: () => connections.close(),
  };
}

function retriedReader(connections: Connections): StoreReader {
  return createReader((statement, values) => connections.run(() => connections.read(statement, values)));
}

/** Runs the work of a batch when it is its turn. */
type TakeTurn = <Result>(batch: Batch, work: () => Promise<Result>) => Promise<Result>;

/** Creates the turns of one open store. */
function createTurns(): TakeTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (batch, work) => {
    const logs = logsTouched(batch);
    const earlier = logs.map((log) => last.get(log));
    const turn = Promise.all(earlier).then(work);
    const over = turn.catch(() => {});
    for (const log of logs) last.set(log, over);
    try {
      return await turn;
    } finally {
      for (const log of logs) if (last.get(log) === over) last.delete(log);
    }
  };
}

type Line = { readonly line: string };

const MOST_LINES = 1_000;

const checks: readonly string[] = [
  `SELECT format('log %s ends at %s but has %s entries up to %s',
                 coalesce(name, counted.log), coalesce(log.sequence, 0), coalesce(entries, 0), coalesce(latest, 0)) AS line
     FROM penumbra.log
     FULL JOIN (SELECT log, count(*) AS entries, max(sequence) AS latest FROM penumbra.entry GROUP BY log) AS counted
       ON counted.log = name
    WHERE (log.sequence, log.sequence) IS DISTINCT FROM (entries, latest) LIMIT ${MOST_LINES}`,
  `SELECT format('the head of log %s is not its last entry', name) AS line
     FROM penumbra.log JOIN penumbra.entry ON entry.log = name AND entry.sequence = log.sequence
    WHERE (log.stamp, log.value) <> (entry.stamp, entry.value) LIMIT ${MOST_LINES}`,
  `SELECT format('object %s has a tombstone and is still there', encode(id, 'hex')) AS line
     FROM penumbra.object JOIN penumbra.tombstone USING (id) LIMIT ${MOST_LINES}`,
];

/** Returns what is wrong with the database's structures, one line each. */
async function checkStructure(connections: Connections): Promise<readonly string[]> {
  const statements = [...checks, ...(await indexChecks(connections.read))];
  const lines: string[] = [];
  for (const statement of statements) lines.push(...(await findings(connections, statement)));
  return lines;
}

/** Returns the statements that verify each index, if the server offers that to this role. */
async function indexChecks(query: Query): Promise<readonly string[]> {
  const rows = await query<{ statement: string }>(
    `SELECT format('SELECT NULL AS line WHERE %s(%L, true) IS NULL', pg_proc.oid::regproc, index.indexrelid::regclass) AS statement
       FROM pg_proc
      CROSS JOIN pg_index AS index JOIN pg_class AS class ON class.oid = index.indrelid
      WHERE proname = 'bt_index_check' AND pronargs = 2 AND has_function_privilege(pg_proc.oid, 'EXECUTE')
        AND class.relnamespace = to_regnamespace('penumbra')`,
  );
  return rows.map(({ statement }) => statement);
}

async function findings({ read, location }: Connections, statement: string): Promise<readonly string[]> {
  try {
    return (await read<Line>(statement)).map(({ line }) => line);
  } catch (error) {
    const fault = toFault(error, location);
    if (fault instanceof PenumbraError && fault.code === 'store-damaged') return [fault.message];
    throw error;
  }
}

/** Writes a batch as a whole or not at all. */
async function commitBatch(connections: Connections, batch: Batch): Promise<BatchOutcome> {
  for (;;) {
    const outcome = await connections.write((query) => tryBatch(connections, query, batch));
    // If another batch won a claim, the next read finds its member.
    if (outcome !== 'claim-lost') return outcome;
  }
}

type Attempt = BatchOutcome | 'claim-lost';

async function tryBatch(connections: Connections, query: Query, batch: Batch): Promise<Attempt> {
  await beginTransaction(query, beginBatch(batch));
  const state = await readBatchState(query, batch);
  const view = viewOf(state);
  const unmet = batch.requires?.find((condition) => !holds(condition, view));
  if (unmet) return rollBack(query, { committed: false, unmet });
  requireNoneErased(batch, state);
  const { entries, heads } = placeAppends(batch.appends ?? [], state.heads, batch.atMs);
  const rows: Rows = {
    objects: (batch.puts ?? []).filter(({ id }) => !state.objects.has(id)),
    entries,
    heads: [...heads.values()],
    members: batch.adds ?? [],
    claims: absentMembers(batch),
  };
  const { transaction, claimed } = await writeRows(query, rows);
  if (claimed < rows.claims.length) return rollBack(query, 'claim-lost');
  await removeMereClaims(query, rows);
  await commitTransaction(connections, query, transaction);
  return { committed: true, entries };
}

async function rollBack(query: Query, attempt: Attempt): Promise<Attempt> {
  await query('ROLLBACK');
  return attempt;
}

function absentMembers(batch: Batch): readonly IndexEntry[] {
  const claims = (batch.requires ?? []).flatMap((condition) =>
    condition.kind === 'member-absent' ? [condition] : [],
  );
  return distinct(claims, memberName);
}

/** Removes what was inserted only to make sure that it was absent. */
async function removeMereClaims(query: Query, { members, claims }: Rows): Promise<void> {
  const added = new Set(members.map(memberName));
  const mere = claims.filter((claim) => !added.has(memberName(claim)));
  if (mere.length > 0) await removeMembers(query, mere);
}

function requireNoneErased(batch: Batch, state: BatchState): void {
  const erased = batch.puts?.find(({ id }) => state.tombstones.get(id) === 'erased');
  if (erased) throw erasedError(erased.id);
}
