/** Walks the log from its end backwards, in pages that grow, for what is looked for is mostly near the end. */
import { limits } from '../../kernel/index.ts';
import type { LogEntry, StoreReader } from '../../ledger/index.ts';
import { AUDIT_LOG } from './audit-record.ts';

const FIRST_ROWS = 16;

/** Yields entries from the newest back to the one with a number. */
export async function* newestEntries(store: StoreReader, downTo = 1): AsyncGenerator<LogEntry> {
  let end = (await store.head(AUDIT_LOG))?.sequence ?? 0;
  for (let rows = FIRST_ROWS; end >= downTo; rows = Math.min(limits.pageRows, rows * 2)) {
    const after = Math.max(downTo - 1, end - rows);
    const page = await store.readLog(AUDIT_LOG, { after, limit: end - after });
    yield* page.toReversed();
    end = after;
  }
}
