/** Parses a record from its line in a group, or says what is wrong with the line. */
import {
  fields,
  isSha256,
  listOf,
  mappingOf,
  nullOr,
  oneOf,
  PenumbraError,
  parseCanonical,
  type Sha256,
  satisfying,
  textLike,
} from '../../kernel/index.ts';
import { type AuditRecord, auditTextHash, CHAIN_NAME } from './audit-record.ts';

/** A record, and the hash that the next one refers to. */
export type ReadRecord = { readonly record: AuditRecord; readonly hash: Sha256 };

/** An invalid line. */
export type UnreadRecord = { readonly problem: string };

/** More items than fit into a record. */
const MOST_ITEMS = 65_536;

const text = satisfying((value) => typeof value === 'string', 'a text');
const whole = satisfying((value) => Number.isSafeInteger(value), 'a whole number');
const counted = satisfying((value) => Number.isSafeInteger(value) && Number(value) > 0, 'a number from 1');
const hash = satisfying((value) => typeof value === 'string' && isSha256(value), 'a SHA-256');
const texts = listOf(text, MOST_ITEMS);
const anything = satisfying(() => true, 'a value');
const mapping = mappingOf(anything, anything, MOST_ITEMS);
const cut = fields({ count: whole, hash: nullOr(hash) }, ['count', 'hash']);

const request = fields(
  { mode: text, tool: text, command: text, root: text, subdirectory: nullOr(text), context: mapping },
  ['mode', 'tool', 'command', 'root'],
);

const required = {
  version: oneOf([1]),
  chain: textLike(CHAIN_NAME, 'the name of a chain'),
  sequence: counted,
  previous: nullOr(hash),
  atMs: whole,
  session: text,
  mode: nullOr(text),
  tool: text,
  command: text,
  addresses: texts,
  decision: nullOr(text),
  answer: nullOr(text),
  rule: nullOr(text),
  failedConditions: texts,
  policy: text,
  contract: nullOr(text),
  requests: listOf(request, MOST_ITEMS),
  intent: nullOr(mapping),
};

const shape = fields({ ...required, cut: mappingOf(text, cut, MOST_ITEMS) }, Object.keys(required));

/** Parses a line without its line feed. */
export function readAuditRecord(line: string): ReadRecord | UnreadRecord {
  try {
    const record = parseCanonical(line);
    const [misfit] = shape(record, 'the record');
    if (misfit !== undefined) return { problem: misfit.message };
    return { record: record as unknown as AuditRecord, hash: auditTextHash(line) };
  } catch (error) {
    if (error instanceof PenumbraError) return { problem: error.message };
    throw error;
  }
}
