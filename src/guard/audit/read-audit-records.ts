/** Reads the records of a ledger in the order in which they were written. */
import { PenumbraError } from '../../kernel/index.ts';
import { everyEntry, type LogEntry, type StoreReader } from '../../ledger/index.ts';
import { earliestEntry, readGroupEntry } from './audit-group.ts';
import { AUDIT_LOG, type AuditRecord } from './audit-record.ts';
import { readAuditGroup } from './read-audit-group.ts';

/** An entry of which something is no record. */
export type UnreadableEntry = { readonly entry: number; readonly problem: string };

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
export async function readEntry(
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
