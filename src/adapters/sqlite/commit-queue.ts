/**
 * Group commit: batches that arrive in one tick share a transaction, and with it the one costly wait for the disk.
 * Each batch has its own preconditions, judged in order of arrival on what the earlier ones wrote.
 */
import { limits } from '../../kernel/index.ts';
import { type Batch, type BatchOutcome, takeBatch } from '../../ledger/index.ts';
import { begin, type Connection, rollBack } from './connection.ts';
import { type Patience, whenFree } from './patience.ts';
import { toFault } from './sqlite-fault.ts';
import type { Turnstile } from './turnstile.ts';
import { writeBatch } from './write-batch.ts';

type Waiting = {
  readonly batch: Batch;
  readonly resolve: (outcome: BatchOutcome) => void;
  readonly reject: (fault: unknown) => void;
};

/** Takes batches and writes them in groups. */
export type CommitQueue = {
  /** Resolves once the batch is on the disk, or refused. */
  commit(batch: Batch): Promise<BatchOutcome>;
  /** Resolves once nothing waits. */
  drained(): Promise<void>;
};

/** Creates the queue of one store. */
export function createCommitQueue(connection: Connection, enter: Turnstile, patience: Patience): CommitQueue {
  const waiting: Waiting[] = [];
  let draining: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      // All that arrives in this tick goes together.
      await new Promise(setImmediate);
      const leave = await enter();
      try {
        await writeGroup(connection, takeGroup(waiting), patience);
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

/** Takes batches from the front, as many as one batch could hold operations, so that no transaction grows long. */
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

/** Writes a group in one transaction; where that fails, each batch alone, so that only the guilty one is refused. */
async function writeGroup(
  connection: Connection,
  group: readonly Waiting[],
  patience: Patience,
): Promise<void> {
  try {
    await whenFree(() => begin(connection), connection.location, patience);
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
    if (group.length > 1) for (const alone of group) await writeGroup(connection, [alone], patience);
    else group[0]?.reject(toFault(error, connection.location));
  }
}
