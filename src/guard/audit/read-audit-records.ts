/** Reads the records of a ledger in the order they were written. */
import { limits, PenumbraError } from '../../kernel/index.ts';
import { everyEntry, type LogEntry, type StoreReader } from '../../ledger/index.ts';
import type { AuditAnchor } from './audit-anchor.ts';
import { earliestEntry, readAuditGroup, readGroupEntry, readLastRecord } from './audit-group.ts';
import { AUDIT_LOG, type AuditHead, type AuditRecord } from './audit-record.ts';

/** An entry that is at least partly unreadable. */
type UnreadableEntry = { readonly entry: number; readonly problem: string };

/** Which records to read; omitted fields do not filter. */
export type AuditSelection = {
  /** The lowest sequence. */
  readonly from?: number;
  readonly session?: string;
  readonly tool?: string;
  /** Whether to read only denied calls. */
  readonly isDenied?: boolean;
  /** Receives unreadable entries. If omitted, such an entry throws `log-corrupt`. */
  readonly onUnreadable?: (unreadable: UnreadableEntry) => void;
};

const DENIAL = /^[A-Z]+-[A-Z]+-D-\d+$/;

/** Yields the selected records. */
export async function* readAuditRecords(
  store: StoreReader,
  selection: AuditSelection = {},
): AsyncGenerator<AuditRecord> {
  const { from = 1, onUnreadable = refuseUnreadable } = selection;
  for await (const entry of everyEntry(store, AUDIT_LOG, earliestEntry(from) - 1)) {
    const { records, unreadable } = await readEntry(store, entry, selection);
    for (const bad of unreadable) onUnreadable(bad);
    yield* records;
  }
}

/** Returns the selected records of an entry, and what is unreadable in it. */
async function readEntry(
  store: StoreReader,
  { sequence: entry, value }: LogEntry,
  selection: AuditSelection,
): Promise<{ readonly records: readonly AuditRecord[]; readonly unreadable: readonly UnreadableEntry[] }> {
  if (endsBefore(value, selection.from ?? 1)) return { records: [], unreadable: [] };
  const read = await readAuditGroup(store, value);
  if (!('lines' in read)) return { records: [], unreadable: [{ entry, problem: read.problem }] };
  const { first } = read.group;
  const records = read.lines.flatMap((line) =>
    'record' in line && isSelected(line.record, selection) ? [line.record] : [],
  );
  const unreadable = read.lines.flatMap((line, index) =>
    'problem' in line ? [{ entry, problem: `record ${first + index}: ${line.problem}` }] : [],
  );
  return { records, unreadable };
}

/**
 * Returns whether all records of an entry come before a sequence according to the entry, so that they need
 * not be read.
 */
function endsBefore(value: string, from: number): boolean {
  const group = from <= 1 ? null : readGroupEntry(value);
  return group !== null && 'last' in group && group.last < from;
}

function isSelected(record: AuditRecord, { from = 1, session, tool, isDenied }: AuditSelection): boolean {
  return (
    record.sequence >= from &&
    (session === undefined || record.session === session) &&
    (tool === undefined || record.tool === tool) &&
    (isDenied !== true || DENIAL.test(record.decision ?? ''))
  );
}

function refuseUnreadable({ entry, problem }: UnreadableEntry): never {
  throw new PenumbraError('log-corrupt', `entry ${entry} of the audit cannot be read: ${problem}`, {
    hint: 'run `penumbra audit verify` to see what is wrong with it',
  });
}

const FIRST_ROWS = 16;

/** Yields entries from the newest back to a given number. */
async function* newestEntries(store: StoreReader, downTo = 1): AsyncGenerator<LogEntry> {
  let end = (await store.head(AUDIT_LOG))?.sequence ?? 0;
  for (let rows = FIRST_ROWS; end >= downTo; rows = Math.min(limits.pageRows, rows * 2)) {
    const after = Math.max(downTo - 1, end - rows);
    const page = await store.readLog(AUDIT_LOG, { after, limit: end - after });
    yield* page.toReversed();
    end = after;
  }
}

/** The newest records of a selection, oldest first. */
export type NewestRecords = {
  readonly records: readonly AuditRecord[];
  /** The unreadable entries among them. */
  readonly unreadable: readonly UnreadableEntry[];
};

/** Returns up to `limit` of the newest records. */
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

type Place = Pick<AuditAnchor, 'chain' | 'sequence' | 'hash'>;

/** Returns the last record of a ledger's audit, or null if the log does not end with one. */
export async function findAuditHead(store: StoreReader): Promise<AuditHead | null> {
  const head = await store.head(AUDIT_LOG);
  const read = head === null ? null : await readLastRecord(store, head.value);
  if (head === null || read === null) return null;
  const { chain, sequence } = read.record;
  return { chain, sequence, hash: read.hash, entry: head.sequence };
}

/** Returns whether the log contains the record of an anchor. */
export async function holdsAnchor(store: StoreReader, anchor: Place): Promise<boolean> {
  for await (const { value } of newestEntries(store, earliestEntry(anchor.sequence)))
    if (await holds(store, value, anchor)) return true;
  return false;
}

/** Returns whether a group contains a record. The group is only read if its entry covers the record. */
async function holds(store: StoreReader, value: string, { chain, sequence, hash }: Place): Promise<boolean> {
  const group = readGroupEntry(value);
  if ('problem' in group || group.chain !== chain) return false;
  if (sequence < group.first || sequence > group.last) return false;
  const read = await readAuditGroup(store, value);
  const line = 'lines' in read ? read.lines[sequence - group.first] : undefined;
  if (line === undefined || 'problem' in line) return false;
  return line.hash === hash && line.record.chain === chain && line.record.sequence === sequence;
}
