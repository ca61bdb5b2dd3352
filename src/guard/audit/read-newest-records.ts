/** Reads the newest records from the end of the log backwards, so that a long audit is not read whole to show its end. */
import { limits } from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import { AUDIT_LOG, type AuditRecord } from './audit-record.ts';
import { readAuditRecord } from './read-audit-record.ts';
import { type AuditSelection, isSelected } from './read-audit-records.ts';

/** The newest records of a selection, oldest of them first. */
export type NewestRecords = {
  readonly records: readonly AuditRecord[];
  /** Entries among them that are no records. */
  readonly unreadable: readonly { readonly entry: number; readonly problem: string }[];
};

/** Returns at most so many of the newest records. */
export async function readNewestRecords(
  store: StoreReader,
  { limit, ...selection }: Omit<AuditSelection, 'onUnreadable'> & { readonly limit: number },
): Promise<NewestRecords> {
  const first = (selection.from ?? 1) - 1;
  let end = (await store.head(AUDIT_LOG))?.sequence ?? 0;
  let records: readonly AuditRecord[] = [];
  let unreadable: NewestRecords['unreadable'] = [];
  while (records.length < limit && end > first) {
    const after = Math.max(first, end - limits.pageRows);
    const entries = await store.readLog(AUDIT_LOG, { after, limit: end - after });
    const page = entries.map(({ sequence: entry, value }) => ({ entry, ...readAuditRecord(value) }));
    const found = page.flatMap((read) =>
      'record' in read && isSelected(read.record, selection) ? [read.record] : [],
    );
    records = [...found, ...records];
    unreadable = [...page.flatMap((read) => ('problem' in read ? [read] : [])), ...unreadable];
    end = after;
  }
  return { records: limit === 0 ? [] : records.slice(-limit), unreadable };
}
