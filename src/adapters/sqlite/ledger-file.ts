/**
 * The ledger's file before it is opened. A new one is made whole beside its place and then linked there, so that
 * processes that start at once never see half a ledger, and an empty file is always a damaged one.
 */
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CREATE_LEDGER } from './schema.ts';
import { damagedFault } from './sqlite-fault.ts';

/**
 * Creates the ledger's file where there is none.
 * INVARIANT (only SQLite opens the file): closing any other handle on it would drop the locks this process holds.
 */
export function prepareFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) createFile(file);
  else if (found.size === 0) throw damagedFault(file, 'is empty');
}

function createFile(file: string): void {
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
