/**
 * A group: the records of one write, which are one object of the ledger, a line of canonical JSON each. The log names
 * it by a small entry. INVARIANT (an entry refers to its object alone): every id in an entry of a log is a reference, and
 * agents choose what addresses say; so what they say stands in the object, and nothing of it in the entry.
 */
import {
  type AuditId,
  canonicalText,
  cite,
  digestOf,
  fields,
  isId,
  isSha256,
  oneOf,
  PenumbraError,
  parseCanonical,
  type Sha256,
  satisfying,
  textLike,
} from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import { type AuditHead, CHAIN_NAME } from './audit-record.ts';
import type { AuditFaultKind } from './audit-verification.ts';
import { type ReadRecord, readAuditRecord, type UnreadRecord } from './read-audit-record.ts';

/** What an entry of the log says of the records it names. */
export type AuditGroup = {
  readonly version: 1;
  readonly chain: string;
  /** The sequence of its first record. */
  readonly first: number;
  /** The sequence of its last record. */
  readonly last: number;
  /** The hash of its last record. */
  readonly hash: Sha256;
  readonly content: AuditId;
};

/** So many records are one group at most. */
export const GROUP_RECORDS = 256;
/** So many bytes are one group at most. */
export const GROUP_BYTES = 8 * 1024 * 1024;

const counted = satisfying((value) => Number.isSafeInteger(value) && Number(value) > 0, 'a number from 1');
const required = {
  version: oneOf([1]),
  chain: textLike(CHAIN_NAME, 'the name of a chain'),
  first: counted,
  last: counted,
  hash: satisfying((value) => typeof value === 'string' && isSha256(value), 'a SHA-256'),
  content: satisfying((value) => typeof value === 'string' && isId(value, 'audit'), 'the id of an object'),
};
const shape = fields(required, Object.keys(required));

/** Writes the entry of a group as it stands in the log. */
export function writeGroupEntry({ chain, first, last, hash, content }: Omit<AuditGroup, 'version'>): string {
  return canonicalText({ version: 1, chain, first, last, hash, content });
}

/** Reads an entry of the log, or says why it names no group. */
export function readGroupEntry(value: string): AuditGroup | { readonly problem: string } {
  try {
    const group = parseCanonical(value);
    const [misfit] = shape(group, 'the entry');
    if (misfit !== undefined) return { problem: misfit.message };
    return requireRange(group as unknown as AuditGroup);
  } catch (error) {
    if (error instanceof PenumbraError) return { problem: error.message };
    throw error;
  }
}

/** Returns the first entry of the log in which a record can stand: those before it in its chain fill the earlier ones. */
export function earliestEntry(sequence: AuditHead['sequence']): number {
  return Math.ceil(sequence / GROUP_RECORDS);
}

/** Names the records of a group for people. */
export function rangeName({ first, last }: Pick<AuditGroup, 'first' | 'last'>): string {
  return first === last ? `record ${first}` : `records ${first} to ${last}`;
}

function requireRange(group: AuditGroup): AuditGroup | { readonly problem: string } {
  const count = group.last - group.first + 1;
  if (count >= 1 && count <= GROUP_RECORDS) return group;
  return { problem: `from ${group.first} to ${group.last} is no range of at most ${GROUP_RECORDS} records` };
}

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
