/** Chains entries and writes them as groups: the objects that hold them, and the entries that name these. */
import { assertInvariant, makeId } from '../../kernel/index.ts';
import { type StoredObject, toObject } from '../../ledger/index.ts';
import { GROUP_BYTES, GROUP_RECORDS, writeGroupEntry } from './audit-group.ts';
import type { AuditEntry, AuditHead } from './audit-record.ts';
import { writeAuditRecord } from './write-audit-record.ts';

/** An entry and when it was made. */
export type TimedEntry = { readonly entry: AuditEntry; readonly atMs: number };

/** Where a chain ends; the hash is null where it has not begun. */
export type ChainEnd = Pick<AuditHead, 'chain' | 'sequence'> & { readonly hash: AuditHead['hash'] | null };

/** One group as it is written. */
export type WrittenGroup = {
  readonly object: StoredObject;
  /** Its entry of the log. */
  readonly value: string;
  /** Its last record. */
  readonly end: Pick<AuditHead, 'chain' | 'sequence' | 'hash'>;
};

/** Writes entries after the end of a chain, in as few groups as hold them. */
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
    // A line ends with one byte more, and canonical text has a byte for each character.
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
