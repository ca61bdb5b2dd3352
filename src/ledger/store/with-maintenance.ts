/** Does one piece of maintenance on a store: all of it, or nothing. */
import type { Maintenance, MaintenanceOutcome, Store } from './store.ts';

/** Runs work in a session that is committed where the work succeeds, and then told of, and abandoned where it throws. */
export async function withMaintenance<Result>(
  store: Store,
  work: (session: Maintenance) => Promise<Result>,
  onCommitted?: (outcome: MaintenanceOutcome) => void,
): Promise<Result> {
  const session = await store.maintain();
  let result: Result;
  try {
    result = await work(session);
  } catch (error) {
    await session.abandon();
    throw error;
  }
  const outcome = await session.commit();
  onCommitted?.(outcome);
  return result;
}
