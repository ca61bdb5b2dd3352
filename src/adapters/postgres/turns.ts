/**
 * Batches of one process that touch the same log take turns in the order they were asked for, as in every other store;
 * only the first of them occupies a connection. Between processes the server's locks decide.
 */
import { type Batch, logsTouched } from '../../ledger/index.ts';

/** Runs the work of a batch when its turn has come. */
type TakeTurn = <Result>(batch: Batch, work: () => Promise<Result>) => Promise<Result>;

/** Creates the order of turns of one open store. */
export function createTurns(): TakeTurn {
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
