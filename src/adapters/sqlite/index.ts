/** The embedded store's door: a ledger in one SQLite file. */
export { openSqliteStore } from './sqlite-store.ts';
