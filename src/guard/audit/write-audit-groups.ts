/**
 * Chains entries and writes them as groups: the objects that contain them, and the log entries that refer to
 * these.
 */
import { assertInvariant, canonicalText, limits, makeId, type Sha256 } from '../../kernel/index.ts';
import { type StoredObject, toObject } from '../../ledger/index.ts';
import { GROUP_BYTES, GROUP_RECORDS, writeGroupEntry } from './audit-group.ts';
import {
  type AuditCuts,
  type AuditEntry,
  type AuditHead,
  type AuditRecord,
  hashAuditText,
} from './audit-record.ts';
import { cutAuditEntry } from './cut-audit-entry.ts';

export type TimedEntry = { readonly entry: AuditEntry; readonly atMs: number };

/** The end of a chain; the hash is null before the first record. */
export type ChainEnd = Pick<AuditHead, 'chain' | 'sequence'> & { readonly hash: AuditHead['hash'] | null };

/** A group to be written. */
export type WrittenGroup = {
  readonly object: StoredObject;
  /** Its log entry. */
  readonly value: string;
  /** Its last record. */
  readonly end: Pick<AuditHead, 'chain' | 'sequence' | 'hash'>;
};

/** Writes entries after the end of a chain, in as few groups as possible. */
export function writeAuditGroups(from: ChainEnd, entries: readonly TimedEntry[]): readonly WrittenGroup[] {
  const groups: WrittenGroup[] = [];
  let open = beginGroup(from);
  for (const { entry, atMs } of entries) {
    const { chain, sequence, hash: previous } = open.end;
    const { text, hash } = writeAuditRecord(entry, { chain, sequence: sequence + 1, previous, atMs });
    if (open.lines.length === GROUP_RECORDS || open.bytes + text.length >= GROUP_BYTES) {
      groups.push(endGroup(open));
      open = beginGroup(open.end);
    }
    open.lines.push(text);
    // A line feed adds one byte. Canonical text has one byte per character.
    open.bytes += text.length + 1;
    open.end = { chain, sequence: sequence + 1, hash };
  }
  if (open.lines.length > 0) groups.push(endGroup(open));
  return groups;
}

type OpenGroup = { readonly first: number; readonly lines: string[]; bytes: number; end: ChainEnd };

function beginGroup(end: ChainEnd): OpenGroup {
  return { first: end.sequence + 1, lines: [], bytes: 0, end };
}

function endGroup({ first, lines, end }: OpenGroup): WrittenGroup {
  const object = toObject(`${lines.join('\n')}\n`);
  const { chain, sequence, hash } = end;
  assertInvariant(hash !== null, 'a group that is written has a record');
  const content = makeId('audit', object.id);
  const value = writeGroupEntry({ chain, first, last: sequence, hash, content });
  return { object, value, end: { chain, sequence, hash } };
}

type RecordPlace = Pick<AuditRecord, 'chain' | 'sequence' | 'previous' | 'atMs'>;

/** A record to be written: its canonical text, and the hash that the next one refers to. */
type WrittenRecord = { readonly text: string; readonly hash: Sha256 };

/** Writes a record; truncates an entry that is too large or has no canonical form. */
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
 * Returns the canonical text of a record. All fields are listed in canonical key order, so that nothing else
 * in a caller's object is recorded and no keys need sorting.
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

/** Writes a part; lists and mappings start one level deep, because the total nesting is limited. */
function part(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? canonicalText(value, 1) : canonicalText(value);
}
