/** Translates errors of SQLite and the file system into faults with a remedy. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FaultCode, PenumbraError } from '../../kernel/index.ts';
import { DamagedRow, isTooLarge } from './read-rows.ts';

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
const notALedger: Fault = {
  code: 'store-damaged',
  says: 'the file is not a ledger',
  hint: 'name the file of a ledger; if this was one, keep a copy and import the newest export into a new ledger',
};
const forbidden: Fault = {
  code: 'store-unavailable',
  says: 'this user may not look where the store lies',
  hint: 'give this user permission to read and enter the directories that lead to it',
};
const failing: Fault = {
  code: 'store-unavailable',
  says: 'the disk failed while the store was in use',
  hint: 'check the disk and its connection, then run `penumbra validate`',
};

const BUSY = 5;

// SQLite's primary result codes, the low byte of `errcode`.
const bySqliteCode: Readonly<Record<number, Fault>> = {
  // Statements are fixed, so if one does not fit the tables, the tables are not what the version says.
  1: damaged,
  3: readOnly,
  [BUSY]: busy,
  6: busy,
  8: readOnly,
  10: failing,
  11: damaged,
  13: full,
  14: unavailable,
  15: busy,
  // Every write fits the existing data, so if it does not, the existing data contradicts itself.
  19: damaged,
  23: readOnly,
  26: notALedger,
};

const byFileCode: Readonly<Record<string, Fault>> = {
  ENOSPC: full,
  EDQUOT: full,
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
};

/** Returns whether SQLite refused only because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return sqliteFault(error) === busy;
}

/** Returns the error for a write-ahead log that cannot be emptied; SQLite itself reports it as a row. */
export function logInUse(): Error {
  return Object.assign(new Error('another process is reading what is in the log'), { errcode: BUSY });
}

/** Returns whether SQLite could not create or open a file it needs beside the database. */
export function isWithoutCompanions(error: unknown): boolean {
  const fault = sqliteFault(error);
  return fault === unavailable || fault === readOnly;
}

/**
 * Returns the fault for an error at a store; faults are returned unchanged, `what` names the object
 * concerned.
 */
export function toFault(error: unknown, location: string, what?: string): unknown {
  if (error instanceof PenumbraError) return error;
  const found = sqliteFault(error) ?? fileFault(error) ?? rowFault(error);
  if (!found) return error;
  const { code, says, hint } = found === failing && isDiskFull(location) ? full : found;
  const concerning = what === undefined ? '' : ` (reading ${what})`;
  return new PenumbraError(code, `${says}: ${location}${concerning}: ${(error as Error).message}`, {
    data: { location, ...(what !== undefined && { object: what }) },
    hint,
    cause: error,
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
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' && syscall === 'stat') return forbidden;
  return byFileCode[code] ?? unavailable;
}

function rowFault(error: unknown): Fault | undefined {
  return error instanceof DamagedRow || isTooLarge(error) ? damaged : undefined;
}

// SQLite reports a full disk as an I/O error if it affects the shared-memory file.
function isDiskFull(location: string): boolean {
  try {
    return statfsSync(dirname(location)).bavail === 0;
  } catch {
    return false;
  }
}

/** Returns the fault of a file that is no longer a ledger. */
export function damagedFault(location: string, says: string): PenumbraError {
  return new PenumbraError('store-damaged', `${location} ${says}`, {
    data: { location },
    hint: 'keep a copy of the file, then import the newest export into a new ledger',
  });
}

/** Returns the fault of a database made by another program. */
export function foreignFault(location: string): PenumbraError {
  return new PenumbraError('store-damaged', `${location} belongs to another program`, {
    data: { location },
    hint: 'name another file for the ledger; nothing was written to this one',
  });
}

/** Returns the fault of a path without a ledger, if none should be created. */
export function missingFault(location: string): PenumbraError {
  return new PenumbraError('store-unavailable', `there is no ledger at ${location}`, {
    data: { location },
    hint: 'go to the workspace that has one, name it with --workspace DIR, or import an archive',
  });
}

/** Returns the fault of a path that is not a file. */
export function kindFault(location: string, kind: string): PenumbraError {
  return new PenumbraError('store-unavailable', `${location} is ${kind}, not a file`, {
    data: { location },
    hint: 'name a file for the ledger',
  });
}

/** Returns the fault of a place with only the companion files of a ledger. */
export function leftoverFault(location: string, leftovers: readonly string[]): PenumbraError {
  const files = leftovers.join(', ');
  return new PenumbraError(
    'store-unavailable',
    `${files} belong to a ledger that is no longer at ${location}`,
    {
      data: { location, leftovers: [...leftovers] },
      hint: 'move them to where that ledger is, as they may hold its newest entries, or delete them',
    },
  );
}

/** Returns the fault of a store written by a newer program. */
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
