/** Looks for single records in the log: the last one, and one that was anchored. */
import type { StoreReader } from '../../ledger/index.ts';
import type { AuditAnchor } from './audit-anchor.ts';
import { earliestEntry, readGroupEntry } from './audit-group.ts';
import { AUDIT_LOG, type AuditHead } from './audit-record.ts';
import { newestEntries } from './newest-entries.ts';
import { readAuditGroup, readLastRecord } from './read-audit-group.ts';

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
