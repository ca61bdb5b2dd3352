/**
 * The schema `penumbra`: numbered steps forward, run once under the ledger's lock however many workers open at once.
 * A step is never changed after it was released; a new one is added. Names compare by their bytes (COLLATE "C").
 */

/** The statements that lead from each version to the next; the first one makes version 1. */
export const migrations: readonly string[] = [
  `CREATE TABLE penumbra.meta (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
     version integer NOT NULL
   );

   CREATE TABLE penumbra.object (
     id bytea PRIMARY KEY CHECK (octet_length(id) = 32),
     bytes bytea NOT NULL
   );

   CREATE TABLE penumbra.tombstone (
     id bytea PRIMARY KEY CHECK (octet_length(id) = 32),
     reason text COLLATE "C" NOT NULL CHECK (reason IN ('dropped', 'erased')),
     agent text COLLATE "C" NOT NULL
   );

   CREATE TABLE penumbra.log (
     name text COLLATE "C" PRIMARY KEY,
     sequence bigint NOT NULL,
     stamp bigint NOT NULL,
     value text COLLATE "C" NOT NULL,
     digest bytea NOT NULL CHECK (octet_length(digest) = 32)
   ) WITH (fillfactor = 75);

   CREATE TABLE penumbra.entry (
     log text COLLATE "C",
     sequence bigint,
     stamp bigint NOT NULL,
     value text COLLATE "C" NOT NULL,
     PRIMARY KEY (log, sequence)
   );

   CREATE TABLE penumbra.member (
     index text COLLATE "C",
     key text COLLATE "C",
     member text COLLATE "C",
     PRIMARY KEY (index, key, member)
   );`,
];

/** The version of the schema this program reads and writes. */
export const SCHEMA_VERSION = migrations.length;
