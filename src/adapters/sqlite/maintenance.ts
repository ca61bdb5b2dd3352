/**
 * A maintenance session: a second connection that holds the write lock, so that the store's own connection and all
 * other processes read on undisturbed and see nothing until the commit.
 */
import { type Maintenance, takeRewrite } from '../../ledger/index.ts';
import { applyRewrite } from './apply-rewrite.ts';
import { begin, type Connection, rollBack } from './connection.ts';
import { type Patience, whenFree } from './patience.ts';
import { createReader, type RunRead } from './reader.ts';
import { toFault } from './sqlite-fault.ts';
import { closedFault } from './store-faults.ts';
import { wipeErased } from './wipe-erased.ts';

/** Starts a session on a connection of its own; `onEnd` is called once, when the session is over. */
export async function startMaintenance(
  connection: Connection,
  patience: Patience,
  onEnd: () => void,
): Promise<Maintenance> {
  const { database, location } = connection;
  try {
    await whenFree(() => begin(connection), location, patience);
    // Cuts down what deletions leave behind, should wiping the rest not be possible.
    database.exec('PRAGMA secure_delete = ON');
  } catch (error) {
    database.close();
    throw toFault(error, location);
  }

  let wiping: Promise<string | null> | null = null;
  const requireLive = (): void => {
    if (!database.isOpen || wiping) throw closedFault(location, 'the maintenance session');
  };
  const end = (): void => {
    if (!database.isOpen) return;
    rollBack(connection);
    database.close();
    onEnd();
  };
  const read: RunRead = async (work) => {
    requireLive();
    try {
      return work(connection);
    } catch (error) {
      throw toFault(error, location);
    }
  };
  /** A write that fails ends the session: SQLite may have rolled back, and half a rewrite must never be committed. */
  const write = (work: () => void): Promise<void> =>
    read(() => {
      try {
        work();
      } catch (error) {
        end();
        throw error;
      }
    });

  return {
    ...createReader(read),
    async apply(rewrite) {
      const taken = takeRewrite(rewrite);
      await write(() => applyRewrite(connection, taken));
    },
    async commit() {
      requireLive();
      const written = write(() => connection.prepare('COMMIT').run());
      wiping = written.then(() => wipeErased(connection, patience)).finally(end);
      return { remains: await wiping };
    },
    async abandon() {
      await wiping?.catch(() => null);
      end();
    },
  };
}
