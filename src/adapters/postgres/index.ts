/** The PostgreSQL store's door: one ledger shared by many workers and machines. */
export { openPostgresStore, type PostgresStoreOptions } from './open-store.ts';
