/** The faults of files that cannot be opened as a ledger, and of stores that are closed. */
import { PenumbraError } from '../../kernel/index.ts';

/** Returns the fault of a file that is a ledger no longer. */
export function damagedFault(location: string, says: string): PenumbraError {
  return new PenumbraError('store-damaged', `${location} ${says}`, {
    data: { location },
    hint: 'keep a copy of the file, then import the newest export into a new ledger',
  });
}

/** Returns the fault of a database that another program has made. */
export function foreignFault(location: string): PenumbraError {
  return new PenumbraError('store-damaged', `${location} belongs to another program`, {
    data: { location },
    hint: 'name another file for the ledger; nothing was written to this one',
  });
}

/** Returns the fault of a path where there is no ledger and none is to be made. */
export function missingFault(location: string): PenumbraError {
  return new PenumbraError('store-unavailable', `there is no ledger at ${location}`, {
    data: { location },
    hint: 'go to the workspace that has one, name it with --workspace DIR, or import an archive',
  });
}

/** Returns the fault of a path that leads to something else than a file. */
export function kindFault(location: string, kind: string): PenumbraError {
  return new PenumbraError('store-unavailable', `${location} is ${kind}, not a file`, {
    data: { location },
    hint: 'name a file for the ledger',
  });
}

/** Returns the fault of a place where only the companions of a ledger are left. */
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
