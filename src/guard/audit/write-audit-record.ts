/** Writes an entry as the line that its record is in a group. */
import { canonicalText, limits, type Sha256 } from '../../kernel/index.ts';
import { type AuditCuts, type AuditEntry, type AuditRecord, hashAuditText } from './audit-record.ts';
import { cutAuditEntry } from './cut-audit-entry.ts';

/** The place of a record in its chain. */
export type RecordPlace = Pick<AuditRecord, 'chain' | 'sequence' | 'previous' | 'atMs'>;

/** A record as it is written: its canonical text, and the hash that the next one names. */
export type WrittenRecord = { readonly text: string; readonly hash: Sha256 };

/** Writes a record; an entry that is too large, or has no canonical form, is cut to what can be kept. */
export function writeAuditRecord(entry: AuditEntry, place: RecordPlace): WrittenRecord {
  const value = tryRecordText(entry, place);
  const isWhole = value !== null && value.length <= limits.logValueBytes;
  return hashAuditText(isWhole ? value : cutRecordText(entry, place));
}

function tryRecordText(entry: AuditEntry, place: RecordPlace): string | null {
  try {
    return recordText(entry, place);
  } catch {
    return null;
  }
}

function cutRecordText(entry: AuditEntry, place: RecordPlace): string {
  const { cut, ...kept } = cutAuditEntry(entry);
  return recordText(kept, place, cut);
}

/**
 * Returns the canonical text of a record. Every field is named, in the order of canonical keys: nothing else that a
 * caller's object holds gets on record, and no key has to be sorted.
 */
export function recordText(entry: AuditEntry, place: RecordPlace, cut?: AuditCuts): string {
  const { session, mode, tool, command, addresses, decision, answer } = entry;
  const { rule, failedConditions, policy, contract, requests, intent } = entry;
  const { chain, sequence, previous, atMs } = place;
  const cuts = cut === undefined ? '' : `"cut":${part(cut)},`;
  return (
    `{"addresses":${part(addresses)},"answer":${part(answer)},"atMs":${part(atMs)},"chain":${part(chain)},` +
    `"command":${part(command)},"contract":${part(contract)},${cuts}"decision":${part(decision)},` +
    `"failedConditions":${part(failedConditions)},"intent":${part(intent)},"mode":${part(mode)},` +
    `"policy":${part(policy)},"previous":${part(previous)},"requests":${part(requests)},"rule":${part(rule)},` +
    `"sequence":${part(sequence)},"session":${part(session)},"tool":${part(tool)},"version":1}`
  );
}

/** Writes a part; one with parts of its own is written a level deep, for how deep all may nest is limited. */
function part(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? canonicalText(value, 1) : canonicalText(value);
}
