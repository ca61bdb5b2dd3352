/** Reads the records of a ledger in the order in which they were written. */
import { limits, PenumbraError } from '../../kernel/index.ts';
import { everyEntry, type LogEntry, type StoreReader } from '../../ledger/index.ts';
import type { AuditAnchor } from './audit-anchor.ts';
import { earliestEntry, readAuditGroup, readGroupEntry, readLastRecord } from './audit-group.ts';
import { AUDIT_LOG, type AuditHead, type AuditRecord } from './audit-record.ts';

/** An entry of which something is no record. */
type UnreadableEntry = { readonly entry: number; readonly problem: string };

/** Which records to read; what is left out does not narrow. */
export type AuditSelection = {
  /** The sequence from which on. */
  readonly from?: number;
  readonly session?: string;
  readonly tool?: string;
  /** Whether only calls that were denied are of interest. */
  readonly isDenied?: boolean;
  /** Is told of what is no record; left out, such an entry is `log-corrupt`. */
  readonly onUnreadable?: (unreadable: UnreadableEntry) => void;
};

const DENIAL = /^[A-Z]+-[A-Z]+-D-\d+$/;

/** Yields the records that were asked for. */
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

/** Returns those records of an entry that were asked for, and what of it is none. */
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

/** Tells whether an entry says that all its records come before a sequence, so that they need not be read. */
function endsBefore(value: string, from: number): boolean {
  const group = from <= 1 ? null : readGroupEntry(value);
  return group !== null && 'last' in group && group.last < from;
}

/** Tells whether a record was asked for. */
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

/** Yields entries from the newest back to the one with a number. */
async function* newestEntries(store: StoreReader, downTo = 1): AsyncGenerator<LogEntry> {
  let end = (await store.head(AUDIT_LOG))?.sequence ?? 0;
  for (let rows = FIRST_ROWS; end >= downTo; rows = Math.min(limits.pageRows, rows * 2)) {
    const after = Math.max(downTo - 1, end - rows);
    const page = await store.readLog(AUDIT_LOG, { after, limit: end - after });
    yield* page.toReversed();
    end = after;
  }
}

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

type Place = Pick<AuditAnchor, 'chain' | 'sequence' | 'hash'>;

/** Returns the last record of a ledger's audit, or null where it ends with none. */
export async function findAuditHead(store: StoreReader): Promise<AuditHead | null> {
  const head = await store.head(AUDIT_LOG);
  const read = head === null ? null : await readLastRecord(store, head.value);
  if (head === null || read === null) return null;
  const { chain, sequence } = read.record;
  return { chain, sequence, hash: read.hash, entry: head.sequence };
}

/** Tells whether the record that an anchor names is in the log. */
export async function holdsAnchor(store: StoreReader, anchor: Place): Promise<boolean> {
  for await (const { value } of newestEntries(store, earliestEntry(anchor.sequence)))
    if (await holds(store, value, anchor)) return true;
  return false;
}

/** Tells whether a group has a record; only one that says so is read. */
async function holds(store: StoreReader, value: string, { chain, sequence, hash }: Place): Promise<boolean> {
  const group = readGroupEntry(value);
  if ('problem' in group || group.chain !== chain) return false;
  if (sequence < group.first || sequence > group.last) return false;
  const read = await readAuditGroup(store, value);
  const line = 'lines' in read ? read.lines[sequence - group.first] : undefined;
  if (line === undefined || 'problem' in line) return false;
  return line.hash === hash && line.record.chain === chain && line.record.sequence === sequence;
}
