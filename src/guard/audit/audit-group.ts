/**
 * A group: the records of one write, which are one object of the ledger, a line of canonical JSON each. The log names
 * it by a small entry. INVARIANT (an entry refers to its object alone): every id in an entry of a log is a reference, and
 * agents choose what addresses say; so what they say stands in the object, and nothing of it in the entry.
 */
import {
  type AuditId,
  canonicalText,
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
import { type AuditHead, CHAIN_NAME } from './audit-record.ts';

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
