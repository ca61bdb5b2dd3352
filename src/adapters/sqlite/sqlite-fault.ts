/** Translates what SQLite and the file system report into faults a person can act on. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FaultCode, PenumbraError } from '../../kernel/index.ts';

type Fault = { readonly code: FaultCode; readonly says: string; readonly hint: string };

const busy: Fault = {
  code: 'store-busy',
  says: 'another process held the store for too long',
  hint: 'wait for the other process, or end it, and try again',
};
const full: Fault = {
  code: 'store-full',
  says: 'there is no room left for the store',
  hint: 'free space where the store lies and try again; what was written before is still there',
};
const readOnly: Fault = {
  code: 'store-read-only',
  says: 'the store cannot be written to',
  hint: 'give this user write permission to the file and its directory, or work on a copy',
};
const unavailable: Fault = {
  code: 'store-unavailable',
  says: 'the store cannot be opened or read',
  hint: 'check that the path exists, is a file, and that this user may read it and write its directory',
};
const damaged: Fault = {
  code: 'store-damaged',
  says: 'the store file is damaged',
  hint: 'keep a copy of the file, then import the newest export into a new ledger',
};
const failing: Fault = {
  code: 'store-unavailable',
  says: 'the disk failed while the store was in use',
  hint: 'check the disk and its connection, then run `penumbra validate`',
};

// SQLite's primary result codes, the low byte of `errcode`.
const bySqliteCode: Readonly<Record<number, Fault>> = {
  // Statements are fixed, so one that does not fit the tables means that the tables are not what the version says.
  1: damaged,
  3: readOnly,
  5: busy,
  6: busy,
  8: readOnly,
  10: failing,
  11: damaged,
  13: full,
  14: unavailable,
  15: busy,
  23: readOnly,
  26: damaged,
};

const byFileCode: Readonly<Record<string, Fault>> = {
  ENOSPC: full,
  EDQUOT: full,
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
};

/** Tells whether SQLite refused only because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return sqliteFault(error) === busy;
}

/** Tells whether SQLite could not create or open a file it needs beside the database. */
export function isWithoutCompanions(error: unknown): boolean {
  const fault = sqliteFault(error);
  return fault === unavailable || fault === readOnly;
}

/** Returns the fault for an error met at a store; faults pass through, `what` names the object it concerns. */
export function toFault(error: unknown, location: string, what?: string): unknown {
  if (error instanceof PenumbraError) return error;
  const found = sqliteFault(error) ?? fileFault(error);
  if (!found) return error;
  const { code, says, hint } = found === failing && isDiskFull(location) ? full : found;
  const concerning = what === undefined ? '' : ` (reading ${what})`;
  return new PenumbraError(code, `${says}: ${location}${concerning}: ${(error as Error).message}`, {
    data: { location, ...(what !== undefined && { object: what }) },
    hint,
    cause: error,
  });
}

/** Returns the fault of a file that cannot be a ledger. */
export function damagedFault(location: string, says: string): PenumbraError {
  return new PenumbraError('store-damaged', `${location} ${says}`, {
    data: { location },
    hint: damaged.hint,
  });
}

/** Returns the fault of a store that a newer program has written. */
export function versionFault(location: string, found: number, known: number): PenumbraError {
  return new PenumbraError('store-version', `${location} has version ${found}, this program knows ${known}`, {
    data: { location, found, known },
    hint: 'update penumbra; nothing was written',
  });
}

/** Returns the fault of a call on a closed store or an ended maintenance session. */
export function closedFault(location: string, what: string): PenumbraError {
  return new PenumbraError('store-unavailable', `${what} is closed: ${location}`, {
    data: { location },
    hint: 'open it again',
  });
}

function sqliteFault(error: unknown): Fault | undefined {
  return bySqliteCode[resultCode(error)];
}

function resultCode(error: unknown): number {
  const isSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return isSqlite ? (error.errcode as number) & 0xff : -1;
}

function fileFault(error: unknown): Fault | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  return byFileCode[(error as NodeJS.ErrnoException).code ?? ''] ?? unavailable;
}

// SQLite reports a full disk under its shared-memory file as an I/O error.
function isDiskFull(location: string): boolean {
  try {
    return statfsSync(dirname(location)).bavail === 0;
  } catch {
    return false;
  }
}
