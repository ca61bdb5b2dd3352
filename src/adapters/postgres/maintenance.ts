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
    },
    commit: () =>
      finish(async () => {
        const [row] = await query<{ transaction: string }>(
          'SELECT pg_current_xact_id()::text AS transaction',
        );
        await commitTransaction(connections, session.query, String(row?.transaction));
      }),
    abandon: () => finish(async () => {}),
  };
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
