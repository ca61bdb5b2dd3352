/** Iterates over ranges of a store page by page, so that memory use stays constant. */
import { limits, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { IndexEntry } from './batch.ts';
import type { LogEntry, LogHead } from './log.ts';
import type { ObjectInfo, Page, StoreReader } from './store.ts';
import type { Tombstone } from './stored-object.ts';

/** Yields every object by id, or those whose id has a prefix. */
export function everyObject(store: StoreReader, prefix = ''): AsyncGenerator<ObjectInfo> {
  return pages(
    (page: Page<Sha256>) => store.listObjects({ ...page, prefix }),
    (object) => object.id,
  );
}

/** Yields every tombstone by id. */
export function everyTombstone(store: StoreReader): AsyncGenerator<Tombstone> {
  return pages(
    (page: Page<Sha256>) => store.listTombstones(page),
    (tombstone) => tombstone.id,
  );
}

/** Yields the head of every log by name, or of those whose name has a prefix. */
export function everyHead(store: StoreReader, prefix = ''): AsyncGenerator<LogHead> {
  return pages(
    (page: Page<string>) => store.listHeads({ ...page, prefix }),
    (head) => head.log,
  );
}

/** Reads a whole log at once, for logs that fit into memory. */
export async function readWholeLog(store: StoreReader, log: string): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  for (;;) {
    const page = await store.readLog(log, { after: entries.length, limit: limits.pageRows });
    entries.push(...page);
    if (page.length < limits.pageRows) return entries;
  }
}

/** Yields the entries of a log in order, all or those after a sequence. */
export function everyEntry(store: StoreReader, log: string, after = 0): AsyncGenerator<LogEntry> {
  return pages(
    (page: Page<number>) => store.readLog(log, { after, ...page }),
    (entry) => entry.sequence,
  );
}

/** Yields every member of one set by name. */
export function everyMember(store: StoreReader, index: string, key: string): AsyncGenerator<string> {
  return pages(
    (page: Page<string>) => store.listMembers(index, key, page),
    (member) => member,
  );
}

/** Yields every index entry by (index, key, member). */
export function everyIndexEntry(store: StoreReader): AsyncGenerator<IndexEntry> {
  return pages(
    (page: Page<IndexEntry>) => store.listIndexEntries(page),
    (entry) => entry,
  );
}

/** Returns the number of rows in a page: the requested limit, capped. */
export function pageSize(limit: number | undefined): number {
  if (limit === undefined) return limits.pageRows;
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new PenumbraError('usage', `\`${String(limit)}\` is not a number of rows`);
  return Math.min(limit, limits.pageRows);
}

async function* pages<Row, Cursor>(
  read: (page: Page<Cursor>) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => Cursor,
): AsyncGenerator<Row> {
  let page: Page<Cursor> = { limit: limits.pageRows };
  for (;;) {
    const rows = await read(page);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limits.pageRows) return;
    page = { limit: limits.pageRows, after: cursorOf(last) };
  }
}

/**
 * Yields the first entries of a log, by default all up to its head. Most logs have a single entry, which is
 * the head itself, so nothing is read for them.
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
