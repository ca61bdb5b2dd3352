/**
 * The archive `penumbra.archive/1`: a ledger as one stream that verifies itself. Each record is a line of canonical
 * JSON; an object's line is followed by its bytes and a newline, a log's line by one line per entry.
 *
 *     archive, tombstones by id, objects by id, logs by name, index members in order, end
 *
 * The end holds the counts and the *root*: the SHA-256 of every byte before it. Equal ledgers make equal archives.
 */
import { canonicalText, limits, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { LogEntry } from '../store/log.ts';
import type { IndexEntry } from '../store/precondition.ts';
import type { StoredObject } from '../store/stored-object.ts';
import type { Tombstone } from '../store/tombstone.ts';

/** What an archive calls itself, version last. */
export const ARCHIVE_FORMAT = 'penumbra.archive/1';

/** The longest line: an entry's value with every character escaped, and room for what is around it. */
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

/** What is read from an archive: whole, verified pieces in the archive's order. */
export type ArchivePiece =
  | { readonly record: 'tombstone'; readonly tombstone: Tombstone }
  | { readonly record: 'object'; readonly object: StoredObject }
  | { readonly record: 'log'; readonly log: string; readonly entries: readonly LogEntry[] }
  | { readonly record: 'member'; readonly member: IndexEntry }
  | { readonly record: 'end'; readonly counts: ArchiveCounts; readonly root: Sha256 };

/** Writes a record as its line. */
export function archiveLine(line: ArchiveLine): string {
  return `${canonicalText(line)}\n`;
}

/** Returns the error for an archive that cannot be taken. */
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
