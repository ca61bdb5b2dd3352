/**
 * Erasing to the last byte. A deleted row leaves copies of itself in the unused parts of pages that were once split or
 * moved, and in the write-ahead log. So after an erasure the file is written anew and the log is emptied; until both
 * have been done the tombstones keep the debt, whoever was killed or out of room meanwhile.
 */
import type { SQLOutputValue } from 'node:sqlite';
import { begin, type Connection, rollBack } from './connection.ts';
import { type Patience, whenFree } from './patience.ts';
import { logInUse, toFault } from './sqlite-fault.ts';

/** A reader that keeps the log in use may do so for hours. */
const MAX_READER_MS = 5_000;

/** Removes what erased objects have left in the file; returns where it may remain and what to do, or null. */
export async function wipeErased(connection: Connection, patience: Patience): Promise<string | null> {
  const { location, database, prepare } = connection;
  const brief = { ...patience, maxWaitMs: Math.min(patience.maxWaitMs, MAX_READER_MS) };
  try {
    const owed = prepare('SELECT id FROM tombstone WHERE remains = 1').all();
    if (owed.length === 0) return null;
    await whenFree(() => database.exec('VACUUM'), location, patience);
    await whenFree(() => emptyLog(connection), location, brief);
    await whenFree(() => settle(connection, owed), location, patience);
    return null;
  } catch (error) {
    const { message } = toFault(error, location) as Error;
    return `erased bytes may still be readable in ${location} and its write-ahead log: ${message}; run \`penumbra gc\` once that is over`;
  }
}

function emptyLog({ prepare }: Connection): void {
  const outcome = prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (outcome?.busy !== 0) throw logInUse();
}

/** Pays the debt of these tombstones only: whoever has erased more since sees to it themselves. */
function settle(connection: Connection, owed: readonly Record<string, SQLOutputValue>[]): void {
  begin(connection);
  try {
    const pay = connection.prepare('UPDATE tombstone SET remains = 0 WHERE id = ?');
    for (const { id = null } of owed) pay.run(id);
    connection.prepare('COMMIT').run();
  } finally {
    rollBack(connection);
  }
}
