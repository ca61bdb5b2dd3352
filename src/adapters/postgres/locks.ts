/**
 * Who waits for whom. A batch shares the ledger's lock and holds those of the logs it touches; maintenance, migrations
 * and batches on very many logs hold the ledger's lock alone. All are advisory locks that end with their transaction.
 * INVARIANT (no deadlock): the ledger's lock is taken first, then those of the logs in the order of their keys.
 */
import { taggedHash } from '../../kernel/index.ts';
import { type Batch, logsTouched } from '../../ledger/index.ts';

/** More log locks than this and the ledger's lock is taken alone; the server's lock table is shared by everyone. */
const MOST_LOG_LOCKS = 64;

const LEDGER_KEY = lockKey(['penumbra']);

/** Begins a transaction that keeps all other writers out. */
export const BEGIN_ALONE = `
  BEGIN ISOLATION LEVEL READ COMMITTED;
  SELECT pg_advisory_xact_lock(${LEDGER_KEY})`;

/** Returns the statements that begin the transaction of a batch; what they read comes after the locks. */
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
