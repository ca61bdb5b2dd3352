/** Reads the records of a ledger in the order in which they were written. */
import { PenumbraError } from '../../kernel/index.ts';
import { everyEntry, type StoreReader } from '../../ledger/index.ts';
import { AUDIT_LOG, type AuditRecord } from './audit-record.ts';
import { readAuditRecord } from './read-audit-record.ts';

/** Which records to read; what is left out does not narrow. */
export type AuditSelection = {
  /** The sequence from which on. */
  readonly from?: number;
  readonly session?: string;
  readonly tool?: string;
  /** Whether only calls that were denied are of interest. */
  readonly isDenied?: boolean;
  /** Is told of entries that are no records; left out, such an entry is `log-corrupt`. */
  readonly onUnreadable?: (unreadable: { readonly entry: number; readonly problem: string }) => void;
};

const DENIAL = /^[A-Z]+-[A-Z]+-D-\d+$/;

/** Yields the records that were asked for. */
export async function* readAuditRecords(
  store: StoreReader,
  selection: AuditSelection = {},
): AsyncGenerator<AuditRecord> {
  const { from = 1, onUnreadable = refuseUnreadable } = selection;
  // A record cannot stand before the entry of its own number, so the earlier ones need not be read.
  for await (const { sequence: entry, value } of everyEntry(store, AUDIT_LOG, from - 1)) {
    const read = readAuditRecord(value);
    if ('problem' in read) onUnreadable({ entry, problem: read.problem });
    else if (isSelected(read.record, selection)) yield read.record;
  }
}

/** Tells whether a record was asked for. */
export function isSelected(
  record: AuditRecord,
  { from = 1, session, tool, isDenied }: AuditSelection,
): boolean {
  return (
    record.sequence >= from &&
    (session === undefined || record.session === session) &&
    (tool === undefined || record.tool === tool) &&
    (isDenied !== true || DENIAL.test(record.decision))
  );
}

function refuseUnreadable({ entry, problem }: { readonly entry: number; readonly problem: string }): never {
  throw new PenumbraError('log-corrupt', `entry ${entry} of the audit cannot be read: ${problem}`, {
    hint: 'run `penumbra audit verify` to see what is wrong with it',
  });
}
