// A store that counts what is read from it and how often it is written to: work, where time would depend on the machine.
import type { Store } from '../../src/ledger/index.ts';

export type StoreWork = { commits: number; rows: number; objects: number; heads: number };

/** Wraps a store; `take` returns the work since it was last asked. */
export function countWork(inner: Store): { readonly store: Store; take(): StoreWork } {
  const none = (): StoreWork => ({ commits: 0, rows: 0, objects: 0, heads: 0 });
  let work = none();
  const store: Store = {
    ...inner,
    location: inner.location,
    commit(batch) {
      work.commits++;
      return inner.commit(batch);
    },
    head(log) {
      work.heads++;
      return inner.head(log);
    },
    async readLog(log, page) {
      const rows = await inner.readLog(log, page);
      work.rows += rows.length;
      return rows;
    },
    async getMany(ids) {
      work.objects += ids.length;
      return inner.getMany(ids);
    },
  };
  return {
    store,
    take() {
      const done = work;
      work = none();
      return done;
    },
  };
}
