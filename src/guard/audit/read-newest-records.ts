/** Reads the newest records from the end of the log backwards, so that a long audit is not read whole to show its end. */
import type { StoreReader } from '../../ledger/index.ts';
import { earliestEntry } from './audit-group.ts';
import type { AuditRecord } from './audit-record.ts';
import { newestEntries } from './newest-entries.ts';
import { type AuditSelection, readEntry, type UnreadableEntry } from './read-audit-records.ts';

/** The newest records of a selection, oldest of them first. */
export type NewestRecords = {
  readonly records: readonly AuditRecord[];
  /** What among them is no record. */
  readonly unreadable: readonly UnreadableEntry[];
};

/** Returns at most so many of the newest records. */
export async function readNewestRecords(
  store: StoreReader,
  { limit, ...selection }: Omit<AuditSelection, 'onUnreadable'> & { readonly limit: number },
): Promise<NewestRecords> {
  if (limit === 0) return { records: [], unreadable: [] };
  const records: AuditRecord[] = [];
  const unreadable: UnreadableEntry[] = [];
  for await (const entry of newestEntries(store, earliestEntry(selection.from ?? 1))) {
    const found = await readEntry(store, entry, selection);
    records.push(...found.records.toReversed());
    unreadable.push(...found.unreadable.toReversed());
    if (records.length >= limit) break;
  }
  return { records: records.slice(0, limit).reverse(), unreadable: unreadable.reverse() };
}
