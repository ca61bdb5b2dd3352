/** Does one piece of maintenance on a store: all of it, or nothing. */
import type { Maintenance, Store } from './store.ts';

/** Runs work in a session that is committed where the work succeeds and abandoned where it throws. */
export async function withMaintenance<Result>(
  store: Store,
  work: (session: Maintenance) => Promise<Result>,
): Promise<Result> {
  const session = await store.maintain();
  let result: Result;
  try {
    result = await work(session);
  } catch (error) {
    await session.abandon();
    throw error;
  }
  await session.commit();
  return result;
}
