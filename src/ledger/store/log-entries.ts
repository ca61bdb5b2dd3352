/** Reads logs whole, each up to a head, so that what is appended meanwhile is left out. */
import type { LogEntry, LogHead } from './log.ts';
import { everyEntry } from './pages.ts';
import type { StoreReader } from './store.ts';

/**
 * Yields the first entries of a log, all up to its head unless told otherwise. Most logs have one entry, which is the
 * head itself and needs no reading.
 */
export async function* entriesUpTo(
  reader: StoreReader,
  head: LogHead,
  length: number = head.sequence,
): AsyncGenerator<LogEntry> {
  if (head.sequence === 1) {
    yield { sequence: 1, stamp: head.stamp, value: head.value };
    return;
  }
  for await (const entry of everyEntry(reader, head.log)) {
    yield entry;
    if (entry.sequence >= length) return;
  }
}
