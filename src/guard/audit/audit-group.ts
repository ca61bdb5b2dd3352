/**
 * Groups: the records of one write, stored as one object with a line of canonical JSON per record. A small
 * entry of the log refers to the object. INVARIANT (an entry refers to its object alone): every id in a log
 * entry is a reference, and agents choose the text of addresses, so anything they write is in the object and
 * never in the entry.
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

/** What a log entry says about its records. */
export type AuditGroup = {
  readonly version: 1;
  readonly chain: string;
  /** The sequence of the first record. */
  readonly first: number;
  /** The sequence of the last record. */
  readonly last: number;
  /** The hash of the last record. */
  readonly hash: Sha256;
  readonly content: AuditId;
};

/** The maximum number of records in a group. */
export const GROUP_RECORDS = 256;
/** The maximum size of a group, in bytes. */
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

/** Formats the log entry of a group. */
export function writeGroupEntry({ chain, first, last, hash, content }: Omit<AuditGroup, 'version'>): string {
  return canonicalText({ version: 1, chain, first, last, hash, content });
}

/** Parses a log entry, or says why it does not refer to a group. */
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

/**
 * Returns the first log entry that can contain a record, because the records before it in its chain fill the
 * earlier ones.
 */
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

/** A group whose object is missing, has other bytes, or does not consist of records. */
type LostGroup = {
  readonly group: AuditGroup;
  readonly loss: AuditFaultKind & ('missing' | 'changed' | 'unreadable');
  readonly problem: string;
};

/** The content of a log entry: the lines of its group, or why they are lost, or why it refers to no group. */
export type ReadGroup =
  | { readonly group: AuditGroup; readonly lines: readonly (ReadRecord | UnreadRecord)[] }
  | LostGroup
  | { readonly problem: string };

/** The errors of a store for an object with the wrong bytes. */
const damages: readonly string[] = ['hash-mismatch', 'store-damaged'];
// A leading byte order mark counts as content and must not be skipped.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the group that a log entry refers to. */
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

/** Reads the last record of a log entry, or null if it is not what the entry says. */
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
