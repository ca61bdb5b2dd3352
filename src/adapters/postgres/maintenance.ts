/** One exclusive piece of work: a connection of its own, one transaction, the ledger's lock held alone. */
import { PenumbraError } from '../../kernel/index.ts';
import type { Maintenance, Rewrite } from '../../ledger/index.ts';
import { applyRewrite } from './apply-rewrite.ts';
import { commitTransaction } from './commit-transaction.ts';
import type { Connections, OwnSession } from './connections.ts';
import { toFault } from './faults.ts';
import { BEGIN_ALONE } from './locks.ts';
import { createReader } from './reader.ts';
import { beginTransaction } from './schema-version.ts';
import type { Query } from './session.ts';

/** How long a maintenance session may do something else, for instance read an archive, before the server ends it. */
const IDLE_MS = 15 * 60_000;

/** What no client can remove from a server without locking others out, or at all. */
const REMAINS =
  'the server may keep erased bytes in unused parts of its files, in its write-ahead log and in backups: ' +
  'run `VACUUM FULL penumbra.object` when nobody works, and let archived logs and backups expire';

/** Waits until no one else writes and begins. */
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

/** Readers are not kept waiting for it; what it cannot do, for want of rights or because of them, the server does later. */
async function removeDeadRows(query: Query): Promise<void> {
  await query('SET statement_timeout = 0')
    .then(() => query('VACUUM penumbra.object'))
    .catch(() => {});
}

/** Runs statements in the order asked, as a connection takes one at a time, and tells faults in the program's words. */
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
