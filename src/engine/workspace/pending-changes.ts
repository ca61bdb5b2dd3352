/** What may have changed and was not looked at yet, for one worker that takes it up again and again. */
import type { GatheredChanges } from '../../context/index.ts';

/** Changes that wait to be worked on. */
export type PendingChanges = {
  add(changes: GatheredChanges): void;
  /** Returns all that waits, as soon as something does; null once it is over. */
  take(): Promise<GatheredChanges | null>;
  /** Ends it: whoever waits goes on without changes. */
  end(): void;
};

/** Creates an empty set of changes. */
export function createPendingChanges(): PendingChanges {
  let pending: GatheredChanges = new Set();
  let isOver = false;
  let wake: () => void = () => undefined;
  const isEmpty = () => pending !== 'everything' && pending.size === 0;
  return {
    add(changes) {
      pending = joined(pending, changes);
      wake();
    },
    async take() {
      while (!isOver && isEmpty())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (isOver) return null;
      const taken = pending;
      pending = new Set();
      return taken;
    },
    end() {
      isOver = true;
      wake();
    },
  };
}

function joined(some: GatheredChanges, more: GatheredChanges): GatheredChanges {
  return some === 'everything' || more === 'everything' ? 'everything' : new Set([...some, ...more]);
}
