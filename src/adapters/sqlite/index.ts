/** Public entry point to the embedded store: a ledger in one SQLite file. */
export { openSqliteStore } from './sqlite-store.ts';
