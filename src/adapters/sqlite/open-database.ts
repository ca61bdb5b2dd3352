/** Opens the ledger's file with SQLite, after a look that changes nothing has shown that it is a ledger. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { APPLICATION_ID, SCHEMA_VERSION } from './schema.ts';
import { isWithoutCompanions } from './sqlite-fault.ts';
import { damagedFault, foreignFault, versionFault } from './store-faults.ts';

/** Opens a file for reading and, where permissions allow, writing; a file that is not a known ledger stays as it is. */
export function openDatabase(file: string): DatabaseSync {
  const glance = openReadable(file, true);
  try {
    requireLedger(glance, file);
    requireWhole(glance, file);
  } finally {
    glance.close();
  }
  return openReadable(file, false);
}

/** Throws unless the tables have the version this program knows. */
export function requireKnownVersion(database: Pick<DatabaseSync, 'prepare'>, file: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version > SCHEMA_VERSION) throw versionFault(file, version, SCHEMA_VERSION);
  if (version < SCHEMA_VERSION) throw damagedFault(file, 'is a ledger without its tables');
}

function requireLedger(database: DatabaseSync, file: string): void {
  const application = database.prepare('PRAGMA application_id').get()?.application_id;
  if (application !== APPLICATION_ID) throw foreignFault(file);
  requireKnownVersion(database, file);
}

/** SQLite itself misses a cut within the last page. What is still in the write-ahead log need not be in the file. */
function requireWhole(database: DatabaseSync, file: string): void {
  database.exec('BEGIN');
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  const pageBytes = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  const isCut = sizeOf(`${file}-wal`) === 0 && sizeOf(file) < pages * pageBytes;
  if (isCut) throw damagedFault(file, 'is cut off');
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * A reader that may not write the directory cannot join the write-ahead log. Where there is no such log nothing is
 * pending, and the file can be read as it lies.
 */
function openReadable(file: string, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly });
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    if (!isWithoutCompanions(error) || sizeOf(`${file}-wal`) > 0) throw error;
    return new DatabaseSync(`${pathToFileURL(file)}?immutable=1`, { readOnly: true });
  }
}
