/**
 * The archive format `penumbra.archive/1`: a ledger as one self-verifying stream. Each record is a line of
 * canonical JSON; an object's line is followed by its bytes and a newline, a log's line by one line per
 * entry.
 *
 *     archive, tombstones by id, objects by id, logs by name, index members in order, end
 *
 * The end record holds the counts and the *root*: the SHA-256 of every byte before it. Equal ledgers produce
 * equal archives.
 */
import {
  type CanonicalValue,
  canonicalText,
  isRecord,
  isSha256,
  limits,
  PenumbraError,
  parseCanonical,
  type Sha256,
} from '../../kernel/index.ts';
import type { IndexEntry } from '../store/batch.ts';
import { isStamp, type LogEntry } from '../store/log.ts';
import { requireAgentName, requireName } from '../store/name.ts';
import { isReason, type StoredObject, type Tombstone } from '../store/stored-object.ts';

/** The format name, ending in its version. */
export const ARCHIVE_FORMAT = 'penumbra.archive/1';

/** The longest possible line: an entry's value with every character escaped, plus the rest of the record. */
export const ARCHIVE_LINE_BYTES = 2 * limits.logValueBytes + 4 * 1024;

/** How many records of each kind an archive holds. */
export type ArchiveCounts = {
  readonly tombstones: number;
  readonly objects: number;
  readonly logs: number;
  readonly entries: number;
  readonly members: number;
};

/** The lines of an archive. */
export type ArchiveLine =
  | { readonly record: 'archive'; readonly format: string }
  | ({ readonly record: 'tombstone' } & Tombstone)
  | { readonly record: 'object'; readonly id: Sha256; readonly size: number }
  | { readonly record: 'log'; readonly log: string; readonly entries: number; readonly digest: Sha256 }
  | { readonly record: 'entry'; readonly stamp: number; readonly value: string }
  | ({ readonly record: 'member' } & IndexEntry)
  | { readonly record: 'end'; readonly counts: ArchiveCounts; readonly root: Sha256 };

/** A verified piece of an archive, in archive order. */
export type ArchivePiece =
  | { readonly record: 'tombstone'; readonly tombstone: Tombstone }
  | { readonly record: 'object'; readonly object: StoredObject }
  | { readonly record: 'log'; readonly log: string; readonly entries: readonly LogEntry[] }
  | { readonly record: 'member'; readonly member: IndexEntry }
  | { readonly record: 'end'; readonly counts: ArchiveCounts; readonly root: Sha256 };

/** Serialises a record to its line. */
export function archiveLine(line: ArchiveLine): string {
  return `${canonicalText(line)}\n`;
}

/** Returns the error for an invalid archive. */
export function archiveInvalid(
  problem: string,
  detail: { hint?: string; cause?: unknown } = {},
): PenumbraError {
  const { hint = 'export the ledger again and import the new archive; nothing was changed here', cause } =
    detail;
  return new PenumbraError('archive-invalid', `the archive cannot be imported: ${problem}`, {
    data: { problem },
    hint,
    cause,
  });
}

type Field = (value: CanonicalValue | undefined) => boolean;
type Fields = Readonly<Record<string, Field>>;

const isCount: Field = (value) => typeof value === 'number' && value >= 0;
const isDigest: Field = (value) => typeof value === 'string' && isSha256(value);
const isText: Field = (value) => typeof value === 'string';
const isName: Field = (value) => typeof value === 'string' && passes(() => requireName(value, 'a record'));

/**
 * INVARIANT (closed records): a version reads exactly the fields it writes; a new field needs a new version.
 */
const records: Readonly<Record<ArchiveLine['record'], Fields>> = {
  archive: { format: isText },
  tombstone: {
    agent: (value) => typeof value === 'string' && passes(() => requireAgentName(value)),
    id: isDigest,
    reason: isReason,
  },
  object: { id: isDigest, size: isCount },
  log: { digest: isDigest, entries: (value) => isCount(value) && value !== 0, log: isName },
  entry: { stamp: (value) => typeof value === 'number' && isStamp(value), value: isText },
  member: { index: isName, key: isName, member: isName },
  end: {
    counts: (value) =>
      hasFields(value, {
        entries: isCount,
        logs: isCount,
        members: isCount,
        objects: isCount,
        tombstones: isCount,
      }),
    root: isDigest,
  },
};

/** Parses a line; `place` is its location, for error messages. */
export function parseArchiveLine(text: string, place: string): ArchiveLine {
  const value = tryParse(text);
  const record = isRecord(value) ? value.record : undefined;
  const fields =
    typeof record === 'string' && Object.hasOwn(records, record) && records[record as ArchiveLine['record']];
  if (!fields) throw archiveInvalid(`${place} is not a known record: \`${text.slice(0, 80).trim()}\``);
  if (hasFields(value, { ...fields, record: isText })) return value as unknown as ArchiveLine;
  throw archiveInvalid(`${place} is not a well-formed ${record} record: \`${text.slice(0, 160)}\``);
}

/** Throws unless a first line is an archive header of a supported version. */
export function requireHeader(text: string | null): asserts text is string {
  const value = tryParse(text ?? '');
  const format = isRecord(value) && value.record === 'archive' ? String(value.format) : '';
  if (format === ARCHIVE_FORMAT && hasFields(value, { format: isText, record: isText })) return;
  if (/^penumbra\.archive\/[0-9]{1,9}$/.test(format) && format !== ARCHIVE_FORMAT) {
    throw archiveInvalid(`it is of format \`${format}\`, and this program reads \`${ARCHIVE_FORMAT}\``, {
      hint: 'import it with a newer penumbra; nothing was changed here',
    });
  }
  throw archiveInvalid('it is not a penumbra archive', { hint: 'give a file that `penumbra export` wrote' });
}

function tryParse(text: string): CanonicalValue | undefined {
  try {
    return parseCanonical(text);
  } catch (error) {
    if (error instanceof PenumbraError) return undefined;
    throw error;
  }
}

function hasFields(value: CanonicalValue | undefined, fields: Fields): boolean {
  if (!isRecord(value)) return false;
  const names = Object.keys(fields);
  return Object.keys(value).length === names.length && names.every((name) => fields[name]?.(value[name]));
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof PenumbraError) return false;
    throw error;
  }
}
