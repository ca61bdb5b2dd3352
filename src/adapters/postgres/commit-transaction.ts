/** Commits, and finds out what became of a commit whose answer was lost. */
import { setTimeout as pause } from 'node:timers/promises';
import { PenumbraError } from '../../kernel/index.ts';
import type { Connections } from './connections.ts';
import { isConnectionLost, TransactionUndone } from './faults.ts';
import type { Query } from './session.ts';

const ASK_AGAIN_MS = 100;
const MOST_QUESTIONS = 50;

/** Commits; throws `TransactionUndone` where nothing was written, `outcome-unknown` where nobody can tell. */
export async function commitTransaction(
  connections: Connections,
  query: Query,
  transaction: string,
): Promise<void> {
  try {
    await query('COMMIT');
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    const status = await askStatus(connections, transaction);
    if (status === 'aborted')
      throw new TransactionUndone('the connection broke before the commit', { cause: error });
    if (status !== 'committed') throw unknownOutcome(connections.location, error);
  }
}

/** Returns what the server says of a transaction; it is in progress until its server process notices the broken connection. */
async function askStatus(connections: Connections, transaction: string): Promise<string | null> {
  const ask = () =>
    connections.read<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [transaction]);
  for (let question = 1; question <= MOST_QUESTIONS; question++) {
    const rows = await connections.retry(ask).catch(() => []);
    const status = rows[0]?.status ?? null;
    if (status !== 'in progress') return status;
    await pause(ASK_AGAIN_MS);
  }
  return null;
}

function unknownOutcome(location: string, cause: unknown): PenumbraError {
  const message = `the connection to \`${location}\` broke while a batch was being committed`;
  return new PenumbraError('outcome-unknown', message, {
    data: { location },
    hint: 'nothing is half-written; once the server answers, run the same again: what is there is not written twice',
    cause,
  });
}
