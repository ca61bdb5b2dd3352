/** Processes many items with bounded concurrency. */

/** The default concurrency. */
const DEFAULT_POOL = 8;

/** Options of a pool. */
export type PoolOptions = {
  readonly size?: number;
  /** Called with the number of completed items. */
  readonly onDone?: (done: number) => void;
  /** Called when an item fails, so that those in progress can be cancelled. */
  readonly onFailure?: () => void;
};

/**
 * Processes items concurrently; results are in item order. After a failure no further item is started, and
 * the error is thrown once those in progress have finished.
 */
export async function inPool<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
  { size = DEFAULT_POOL, onDone, onFailure }: PoolOptions = {},
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  const failures: unknown[] = [];
  // A pool of size zero or NaN would do nothing and report success.
  const atOnce = size >= 1 ? size : 1;
  let next = 0;
  let done = 0;
  const runner = async () => {
    while (next < items.length && failures.length === 0) {
      const index = next++;
      try {
        results[index] = await work(items[index] as Item, index);
        onDone?.(++done);
      } catch (error) {
        failures.push(error);
        onFailure?.();
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, runner));
  if (failures.length > 0) throw failures[0];
  return results;
}
