/** Works on many items, a bounded number at once. */

/** How many are worked on at once where nobody says otherwise. */
const DEFAULT_POOL = 8;

/** How a pool works. */
export type PoolOptions = {
  readonly size?: number;
  /** Is told how many items are done. */
  readonly onDone?: (done: number) => void;
  /** Is told when an item could not be worked on, so that those under way can be ended. */
  readonly onFailure?: () => void;
};

/**
 * Works on items a few at a time; the results are in the order of the items. The next item is taken when one is done, and
 * after a failure none is: the error comes when the others that were begun have ended.
 */
export async function inPool<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
  { size = DEFAULT_POOL, onDone, onFailure }: PoolOptions = {},
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  const failures: unknown[] = [];
  // A pool of nobody, or of no number, would do nothing and say that all is done.
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
