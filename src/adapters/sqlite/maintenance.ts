/**
 * A maintenance session: a second connection that holds the write lock, so that the store's own connection and all
 * other processes read on undisturbed and see nothing until the commit.
 */
import { checkRewrite, type Maintenance } from '../../ledger/index.ts';
import { applyRewrite } from './apply-rewrite.ts';
import { begin, type Connection, rollBack } from './connection.ts';
import { type Patience, whenFree } from './patience.ts';
import { createReader, type RunRead } from './reader.ts';
import { closedFault, toFault } from './sqlite-fault.ts';

/** Starts a session on a connection of its own; `onEnd` is called once, when the session is over. */
export async function startMaintenance(
  connection: Connection,
  patience: Patience,
  onEnd: () => void,
): Promise<Maintenance> {
  const { database, location } = connection;
  try {
    await whenFree(() => begin(connection), location, patience);
    // What is erased must not stay readable in unused parts of the file.
    database.exec('PRAGMA secure_delete = ON');
  } catch (error) {
    database.close();
    throw toFault(error, location);
  }

  const end = (): void => {
    rollBack(connection);
    database.close();
    onEnd();
  };
  const read: RunRead = async (work) => {
    if (!database.isOpen) throw closedFault(location, 'the maintenance session');
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
      checkRewrite(rewrite);
      await write(() => applyRewrite(connection, rewrite));
    },
    async commit() {
      await write(() => connection.prepare('COMMIT').run());
      emptyLog(connection);
      end();
    },
    async abandon() {
      if (database.isOpen) end();
    },
  };
}

/** Erased bytes also stand in the write-ahead log. Where others are at work it stays, until a later checkpoint. */
function emptyLog({ database }: Connection): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The commit stands whether or not the log could be emptied.
  }
}
