/** Reads the records of a group from its object, and says what is wrong where that is not to be had. */
import { cite, digestOf, PenumbraError } from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import { type AuditGroup, GROUP_BYTES, GROUP_RECORDS, rangeName, readGroupEntry } from './audit-group.ts';
import type { AuditFaultKind } from './audit-verification.ts';
import { type ReadRecord, readAuditRecord, type UnreadRecord } from './read-audit-record.ts';

/** A group whose object is not what it was: gone, of other bytes, or no lines of records. */
type LostGroup = {
  readonly group: AuditGroup;
  readonly loss: AuditFaultKind & ('missing' | 'changed' | 'unreadable');
  readonly problem: string;
};

/** What stands behind an entry: the lines of its group, or why there are none; without a group the entry names none. */
export type ReadGroup =
  | { readonly group: AuditGroup; readonly lines: readonly (ReadRecord | UnreadRecord)[] }
  | LostGroup
  | { readonly problem: string };

/** What a store says of an object whose bytes are not those it was stored with. */
const damages: readonly string[] = ['hash-mismatch', 'store-damaged'];
// A mark at the beginning is a byte like any other, and must not be passed over.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads what an entry of the log names. */
export async function readAuditGroup(store: StoreReader, value: string): Promise<ReadGroup> {
  const group = readGroupEntry(value);
  if ('problem' in group) return group;
  const text = await readText(store, group);
  if (typeof text !== 'string') return text;
  const lines = text.split('\n');
  const rest = lines.pop();
  if (lines.length > GROUP_RECORDS)
    return lose(group, 'unreadable', `there are ${lines.length} lines of them`);
  const read = lines.map(readAuditRecord);
  return { group, lines: rest === '' ? read : [...read, { problem: 'its line has no end' }] };
}

/** Reads the last record that an entry of the log names, or null where it is not as the entry says. */
export async function readLastRecord(store: StoreReader, value: string): Promise<ReadRecord | null> {
  const group = readGroupEntry(value);
  const text = 'problem' in group ? null : await readText(store, group);
  if ('problem' in group || typeof text !== 'string' || !text.endsWith('\n')) return null;
  const read = readAuditRecord(text.slice(text.lastIndexOf('\n', text.length - 2) + 1, -1));
  if ('problem' in read || read.hash !== group.hash) return null;
  return read.record.chain === group.chain && read.record.sequence === group.last ? read : null;
}

async function readText(store: StoreReader, group: AuditGroup): Promise<string | LostGroup> {
  try {
    const [bytes = null] = await store.getMany([digestOf(group.content)]);
    if (bytes === null) return lose(group, 'missing', await absenceOf(store, group));
    if (bytes.length > GROUP_BYTES) return lose(group, 'unreadable', `they have ${bytes.length} bytes`);
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return lose(group, 'unreadable', `${group.content} is no text`);
    if (!(error instanceof PenumbraError) || !damages.includes(error.code)) throw error;
    return lose(group, 'changed', error.message);
  }
}

async function absenceOf(store: StoreReader, { content }: AuditGroup): Promise<string> {
  const tombstone = await store.tombstone(digestOf(content));
  if (tombstone === null) return `the ledger does not hold ${content}`;
  return `${content} was ${tombstone.reason} as a content of agent ${cite(tombstone.agent)}`;
}

function lose(group: AuditGroup, loss: LostGroup['loss'], reason: string): LostGroup {
  return { group, loss, problem: `${rangeName(group)} cannot be read: ${reason}` };
}
