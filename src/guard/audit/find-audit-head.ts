/** Looks for single records in the log: the last one, and one that was anchored. */
import { everyEntry, type StoreReader } from '../../ledger/index.ts';
import type { AuditAnchor } from './audit-anchor.ts';
import { AUDIT_LOG, type AuditHead } from './audit-record.ts';
import { readAuditRecord } from './read-audit-record.ts';

/** Returns the last record of a ledger's audit, or null where it ends with none. */
export async function findAuditHead(store: StoreReader): Promise<AuditHead | null> {
  const head = await store.head(AUDIT_LOG);
  return head === null ? null : headAt(head.sequence, head.value);
}

/** Tells whether the record that an anchor names is in the log; it stands at its own number unless ledgers were joined. */
export async function holdsAnchor(
  store: StoreReader,
  { chain, sequence, hash }: Pick<AuditAnchor, 'chain' | 'sequence' | 'hash'>,
): Promise<boolean> {
  for await (const { sequence: entry, value } of everyEntry(store, AUDIT_LOG, sequence - 1)) {
    const found = headAt(entry, value);
    if (found?.hash === hash) return found.chain === chain && found.sequence === sequence;
  }
  return false;
}

function headAt(entry: number, value: string): AuditHead | null {
  const read = readAuditRecord(value);
  if ('problem' in read) return null;
  const { chain, sequence } = read.record;
  return { chain, sequence, hash: read.hash, entry };
}
