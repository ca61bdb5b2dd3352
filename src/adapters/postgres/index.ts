/** Public entry point to the PostgreSQL store: one ledger shared by many workers and machines. */
export { openPostgresStore, type PostgresStoreOptions } from './open-store.ts';
