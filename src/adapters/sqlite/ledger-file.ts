/**
 * The ledger's file before it is opened. A new one is made whole beside its place and then linked there, so that
 * processes that start at once never see half a ledger, and an empty file is always a damaged one.
 */
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CREATE_LEDGER } from './schema.ts';
import { damagedFault, kindFault, leftoverFault, missingFault } from './store-faults.ts';

const COMPANIONS = ['-wal', '-shm', '-journal'];

/**
 * Sees to it that there is a file to open: one that can be a ledger, or a new one if that is wanted.
 * INVARIANT (only SQLite opens the file): closing any other handle on it would drop the locks this process holds.
 */
export function prepareFile(file: string, isCreating: boolean): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found) requireFile(file, found);
  else if (!isCreating) throw missingFault(file);
  else createFile(file);
}

function requireFile(file: string, found: Stats): void {
  if (!found.isFile()) throw kindFault(file, kindOf(found));
  if (found.size === 0) throw damagedFault(file, 'is empty');
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a directory';
  if (found.isFIFO()) return 'a named pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}

/**
 * SQLite would take a write-ahead log that lies there for the new file's own. It may hold the newest entries of a
 * ledger that was moved away, and a process may still be writing it, so it is not for us to delete.
 */
function requireNoLeftovers(file: string): void {
  const leftovers = COMPANIONS.map((ending) => `${file}${ending}`).filter((path) => existsSync(path));
  // Another process may have put its ledger there between the two looks; then they are that one's.
  if (leftovers.length > 0 && !existsSync(file)) throw leftoverFault(file, leftovers);
}

function createFile(file: string): void {
  requireNoLeftovers(file);
  createDirectory(dirname(file));
  const nursery = mkdtempSync(`${file}.new-`);
  try {
    const draft = join(nursery, basename(file));
    const database = new DatabaseSync(draft);
    try {
      database.exec(CREATE_LEDGER);
    } finally {
      database.close();
    }
    placeFile(draft, file);
  } finally {
    rmSync(nursery, { recursive: true, force: true });
  }
}

function createDirectory(directory: string): void {
  if (mkdirSync(directory, { recursive: true }) === undefined) return;
  // A ledger does not belong in the repository it describes, so its directory ignores itself.
  writeFileSync(join(directory, '.gitignore'), '*\n');
}

/** Puts a finished file at its place, unless another process was first. */
function placeFile(draft: string, file: string): void {
  try {
    linkOrCopy(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function linkOrCopy(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error))) throw error;
    // Some file systems have no links; a copy is as exclusive, though not as sudden.
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
