/**
 * Group commit: batches that arrive in one tick share a transaction, and with it the one costly wait for the
 * disk. Each batch has its own preconditions, evaluated in order of arrival on top of what the earlier ones
 * wrote.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../kernel/index.ts';
import {
  type AppendedEntry,
  type Batch,
  type BatchOutcome,
  erasedError,
  holds,
  type IndexEntry,
  type LogHead,
  logsTouched,
  type PreconditionView,
  placeAppends,
  takeBatch,
} from '../../ledger/index.ts';
import { begin, type Connection, rollBack } from './connection.ts';
import {
  addMember,
  hasObject,
  insertEntry,
  type NumberedHead,
  putObject,
  readHead,
  removeTombstone,
  toKey,
  tombstonesOf,
} from './rows.ts';
import { isBusy, toFault } from './sqlite-fault.ts';

type Waiting = {
  readonly batch: Batch;
  readonly resolve: (outcome: BatchOutcome) => void;
  readonly reject: (fault: unknown) => void;
};

/** Accepts batches and writes them in groups. */
export type CommitQueue = {
  /** Resolves once the batch is on disk, or refused. */
  commit(batch: Batch): Promise<BatchOutcome>;
  /** Resolves once nothing is waiting. */
  drained(): Promise<void>;
};

/** Creates the queue of one store. */
export function createCommitQueue(connection: Connection, enter: Mutex, lockWait: LockWait): CommitQueue {
  const waiting: Waiting[] = [];
  let draining: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Everything that arrives in this tick is written together.
      await new Promise(setImmediate);
      const leave = await enter();
      try {
        await writeGroup(connection, takeGroup(waiting), lockWait);
      } finally {
        leave();
      }
    }
    draining = null;
  };

  return {
    async commit(batch) {
      const taken = takeBatch(batch);
      return new Promise((resolve, reject) => {
        waiting.push({ batch: taken, resolve, reject });
        draining ??= drain();
      });
    },
    drained: async () => draining ?? undefined,
  };
}

/**
 * Takes batches from the front, up to the number of operations one batch may have, so that no transaction
 * gets long.
 */
function takeGroup(waiting: Waiting[]): readonly Waiting[] {
  let operations = 0;
  const end = waiting.findIndex(({ batch }) => {
    operations += sizeOf(batch);
    return operations > limits.batchOperations;
  });
  return waiting.splice(0, end < 0 ? waiting.length : Math.max(1, end));
}

function sizeOf({ requires = [], puts = [], appends = [], adds = [] }: Batch): number {
  return 1 + requires.length + puts.length + appends.length + adds.length;
}

/**
 * Writes a group in one transaction; if that fails, each batch separately, so that only the faulty one is
 * refused.
 */
async function writeGroup(
  connection: Connection,
  group: readonly Waiting[],
  lockWait: LockWait,
): Promise<void> {
  try {
    await retryWhileBusy(() => begin(connection), connection.location, lockWait);
  } catch (fault) {
    for (const { reject } of group) reject(fault);
    return;
  }
  try {
    const outcomes = group.map(({ batch }) => writeBatch(connection, batch));
    connection.prepare('COMMIT').run();
    for (const [position, { resolve }] of group.entries()) resolve(outcomes[position] as BatchOutcome);
  } catch (error) {
    rollBack(connection);
    if (group.length > 1) for (const alone of group) await writeGroup(connection, [alone], lockWait);
    else group[0]?.reject(toFault(error, connection.location));
  }
}

type Heads = ReadonlyMap<string, NumberedHead>;

/** Writes a batch, or nothing if a precondition does not hold. */
function writeBatch(connection: Connection, batch: Batch): BatchOutcome {
  const heads = readHeads(connection, logsTouched(batch));
  const view = viewOf(connection, heads);
  const unmet = batch.requires?.find((condition) => !holds(condition, view));
  if (unmet) return { committed: false, unmet };
  const buried = tombstonesOf(connection, batch.puts ?? []);
  for (const [id, reason] of buried) if (reason === 'erased') throw erasedError(id);
  const known = new Map([...heads].map(([log, { head }]) => [log, head]));
  const placed = placeAppends(batch.appends ?? [], known, batch.atMs);

  for (const object of batch.puts ?? []) putObject(connection, object);
  for (const id of buried.keys()) removeTombstone(connection, id);
  writeEntries(connection, heads, placed);
  for (const entry of batch.adds ?? []) addMember(connection, entry);
  return { committed: true, entries: placed.entries };
}

function readHeads(connection: Connection, logs: readonly string[]): Heads {
  const heads = new Map<string, NumberedHead>();
  for (const log of logs) {
    const found = readHead(connection, log);
    if (found) heads.set(log, found);
  }
  return heads;
}

function viewOf(connection: Connection, heads: Heads): PreconditionView {
  return {
    head: (log) => heads.get(log)?.head ?? null,
    hasObject: (id) => hasObject(connection, id),
    hasMember: (entry) => hasMember(connection, entry),
  };
}

function hasMember({ prepare }: Connection, { index, key, member }: IndexEntry): boolean {
  const found = prepare('SELECT 1 FROM member WHERE index_name = ? AND key = ? AND member = ?').get(
    index,
    key,
    member,
  );
  return found !== undefined;
}

function writeEntries(
  { prepare }: Connection,
  before: Heads,
  placed: { readonly entries: readonly AppendedEntry[]; readonly heads: ReadonlyMap<string, LogHead> },
): void {
  const numbers = new Map<string, number>();
  for (const [log, { sequence, stamp, digest }] of placed.heads) {
    const known = before.get(log)?.number;
    const result =
      known === undefined
        ? prepare('INSERT INTO log (name, length, stamp, digest) VALUES (?, ?, ?, ?)').run(
            log,
            sequence,
            stamp,
            toKey(digest),
          )
        : prepare('UPDATE log SET length = ?, stamp = ?, digest = ? WHERE number = ?').run(
            sequence,
            stamp,
            toKey(digest),
            known,
          );
    numbers.set(log, known ?? Number(result.lastInsertRowid));
  }
  for (const entry of placed.entries) insertEntry({ prepare }, numbers.get(entry.log) as number, entry);
}

/** Waits for every earlier writer and returns the function that lets the next one in. */
type Mutex = () => Promise<() => void>;

/** Creates an unlocked mutex. */
export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const earlier = last;
    last = promise;
    await earlier;
    return resolve;
  };
}

/**
 * How long to wait for a lock, and the random source that spreads the attempts. Pauses are short, random and
 * constant, so that a long wait retries as often as a new one, and colliding writers drift apart.
 */
export type LockWait = {
  readonly maxWaitMs: number;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
};

const SHORTEST_PAUSE_MS = 1;
const PAUSE_SPREAD_MS = 7;

/** Runs a synchronous piece of work, retrying while the store is locked; throws faults. */
export async function retryWhileBusy<Result>(
  work: () => Result,
  location: string,
  lockWait: LockWait,
): Promise<Result> {
  for (let waitedMs = 0; ; ) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waitedMs >= lockWait.maxWaitMs) throw toFault(error, location);
    }
    const pauseMs = SHORTEST_PAUSE_MS + lockWait.random() * PAUSE_SPREAD_MS;
    await pause(pauseMs);
    waitedMs += pauseMs;
  }
}
