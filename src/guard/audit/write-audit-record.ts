/**
 * Writes an entry as what stands in the log. INVARIANT (a record refers to nothing): every id in an entry of a log is a
 * reference, and agents choose what addresses say; so a record stands in the log as one text, which is no id.
 */
import { canonicalText, limits, type Sha256 } from '../../kernel/index.ts';
import { type AuditEntry, type AuditRecord, auditTextHash } from './audit-record.ts';
import { cutAuditEntry, tryCanonicalText } from './cut-audit-entry.ts';

/** The place of a record in its chain. */
export type RecordPlace = Pick<AuditRecord, 'chain' | 'sequence' | 'previous' | 'atMs'>;

/** A record as it is appended. */
export type WrittenRecord = { readonly value: string; readonly hash: Sha256 };

/** Writes a record; an entry that is too large, or has no canonical form, is cut to what can be kept. */
export function writeAuditRecord(entry: AuditEntry, place: RecordPlace): WrittenRecord {
  const whole = tryCanonicalText(recordOf(entry, place));
  const value = whole === null ? null : canonicalText(whole);
  if (whole !== null && value !== null && value.length <= limits.logValueBytes)
    return { value, hash: auditTextHash(whole) };
  const text = writeCut(entry, place);
  return { value: canonicalText(text), hash: auditTextHash(text) };
}

function writeCut(entry: AuditEntry, place: RecordPlace): string {
  const { cut, ...kept } = cutAuditEntry(entry);
  return canonicalText({ ...recordOf(kept, place), cut });
}

/** Names every field, so that nothing else a caller's object holds gets on record. */
function recordOf(entry: AuditEntry, { chain, sequence, previous, atMs }: RecordPlace): AuditRecord {
  const { session, mode, tool, command, addresses, decision, answer } = entry;
  const { rule, failedConditions, policy, contract, requests, intent } = entry;
  const asked = { session, mode, tool, command, addresses, requests, intent };
  const decided = { decision, answer, rule, failedConditions, policy, contract };
  return { version: 1, chain, sequence, previous, atMs, ...asked, ...decided };
}
