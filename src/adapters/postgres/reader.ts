/**
 * The reading half of the store port, on top of anything that runs statements. Each answer is the snapshot of
 * one statement.
 */
import { isSha256, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import {
  type IndexEntry,
  type LogEntry,
  type LogHead,
  type ObjectInfo,
  pageSize,
  type StoreReader,
  type StoreStatistics,
  type Tombstone,
  verifyObject,
} from '../../ledger/index.ts';
import { idArray, idBytes, type Query } from './session.ts';

/** A number the driver returns as text because it might exceed 2^53; sequences, stamps and sizes do not. */
type BigInteger = string;
type EntryRow = { readonly sequence: BigInteger; readonly stamp: BigInteger; readonly value: string };
type HeadRow = EntryRow & { readonly log: string; readonly digest: Sha256 };

const HEX_PREFIX = /^[0-9a-f]{0,64}$/;

/** Columns of a head, for `toHead`. */
const HEAD_COLUMNS = `name AS log, sequence, stamp, value, encode(digest, 'hex') AS digest`;

/** Creates a reader. */
export function createReader(query: Query): StoreReader {
  return {
    getMany: (ids) => readObjects(query, ids),
    async hasMany(ids) {
      const rows = await query<{ id: Sha256 }>(
        `SELECT encode(id, 'hex') AS id FROM penumbra.object WHERE id = ANY($1::bytea[])`,
        [idArray(ids.filter(isSha256))],
      );
      const found = new Set(rows.map(({ id }) => id));
      return ids.map((id) => found.has(id));
    },
    async listObjects({ prefix = '', after = '', limit }) {
      if (!HEX_PREFIX.test(prefix)) return [];
      const [first, last] = [prefix.padEnd(64, '0'), prefix.padEnd(64, 'f')];
      return query<ObjectInfo>(
        `SELECT encode(id, 'hex') AS id, octet_length(bytes) AS size FROM penumbra.object
          WHERE id > $1 AND id >= $2 AND id <= $3 ORDER BY id LIMIT $4`,
        [idBytes(after), idBytes(first), idBytes(last), pageSize(limit)],
      );
    },
    listTombstones: async ({ after, limit }) =>
      query<Tombstone>(
        `SELECT encode(id, 'hex') AS id, reason, agent FROM penumbra.tombstone WHERE id > $1 ORDER BY id LIMIT $2`,
        [idBytes(after ?? ''), pageSize(limit)],
      ),
    async tombstone(id) {
      const [row] = await query<Tombstone>(
        `SELECT encode(id, 'hex') AS id, reason, agent FROM penumbra.tombstone WHERE id = $1`,
        [idBytes(id)],
      );
      return row ?? null;
    },
    async head(log) {
      const [row] = await query<HeadRow>(`SELECT ${HEAD_COLUMNS} FROM penumbra.log WHERE name = $1`, [log]);
      return row ? toHead(row) : null;
    },
    async listHeads({ prefix = '', after = '', limit }) {
      // Names are printable ASCII, so prefix plus DEL sorts above every name with the prefix.
      const rows = await query<HeadRow>(
        `SELECT ${HEAD_COLUMNS} FROM penumbra.log
          WHERE name > $1 AND name >= $2 AND name < $2 || chr(127) ORDER BY name LIMIT $3`,
        [after, prefix, pageSize(limit)],
      );
      return rows.map(toHead);
    },
    async readLog(log, { after = 0, limit }) {
      const rows = await query<EntryRow>(
        `SELECT sequence, stamp, value FROM penumbra.entry WHERE log = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
        [log, after, pageSize(limit)],
      );
      return rows.map(toEntry);
    },
    async listMembers(index, key, { after = '', limit }) {
      const rows = await query<{ member: string }>(
        `SELECT member FROM penumbra.member WHERE index = $1 AND key = $2 AND member > $3 ORDER BY member LIMIT $4`,
        [index, key, after, pageSize(limit)],
      );
      return rows.map(({ member }) => member);
    },
    listIndexEntries: async ({ after, limit }) =>
      query<IndexEntry>(
        `SELECT index, key, member FROM penumbra.member
          WHERE (index, key, member) > ($1, $2, $3) ORDER BY index, key, member LIMIT $4`,
        [after?.index ?? '', after?.key ?? '', after?.member ?? '', pageSize(limit)],
      ),
    statistics: () => readStatistics(query),
  };
}

/** Converts a row to a head. */
export function toHead(row: HeadRow): LogHead {
  return { log: row.log, ...toEntry(row), digest: row.digest };
}

function toEntry({ sequence, stamp, value }: EntryRow): LogEntry {
  return { sequence: Number(sequence), stamp: Number(stamp), value };
}

/** Counts the contents of a store, in one snapshot. */
async function readStatistics(query: Query): Promise<StoreStatistics> {
  const [row] = await query<Record<keyof StoreStatistics, string>>(
    `SELECT * FROM
       (SELECT count(*) AS objects, coalesce(sum(octet_length(bytes)), 0) AS "objectBytes" FROM penumbra.object) AS o,
       (SELECT count(*) AS logs, coalesce(sum(sequence), 0) AS entries FROM penumbra.log) AS l,
       (SELECT count(*) AS members FROM penumbra.member) AS m,
       (SELECT count(*) AS tombstones FROM penumbra.tombstone) AS t`,
  );
  const count = (name: keyof StoreStatistics) => Number(row?.[name] ?? 0);
  return {
    objects: count('objects'),
    objectBytes: count('objectBytes'),
    logs: count('logs'),
    entries: count('entries'),
    members: count('members'),
    tombstones: count('tombstones'),
  };
}

/** Returns the bytes of each object in the order requested, null for missing ones. */
async function readObjects(query: Query, ids: readonly Sha256[]): Promise<readonly (Uint8Array | null)[]> {
  const asked = [...new Set(ids)].filter(isSha256);
  const found = await fetchObjects(query, asked).catch((error: unknown) => findDamaged(query, asked, error));
  for (const [id, bytes] of found) verifyObject(id, bytes);
  // An object may have been requested twice; each position gets its own copy.
  return ids.map((id) => copyOf(found.get(id)));
}

async function fetchObjects(query: Query, ids: readonly Sha256[]): Promise<ReadonlyMap<Sha256, Buffer>> {
  const rows = await query<{ id: Sha256; bytes: Buffer }>(
    `SELECT encode(id, 'hex') AS id, bytes FROM penumbra.object WHERE id = ANY($1::bytea[])`,
    [idArray(ids)],
  );
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/** Rethrows the error, naming the object if the store is damaged at one of them. */
async function findDamaged(query: Query, ids: readonly Sha256[], error: unknown): Promise<never> {
  if (!(error instanceof PenumbraError) || error.code !== 'store-damaged') throw error;
  for (const id of ids) {
    await fetchObjects(query, [id]).catch((cause: unknown) => {
      throw new PenumbraError('store-damaged', `object ${id} cannot be read: ${error.message}`, {
        data: { ...error.data, object: id },
        ...(error.hint && { hint: error.hint }),
        cause,
      });
    });
  }
  throw error;
}

function copyOf(bytes: Buffer | undefined): Uint8Array | null {
  return bytes ? new Uint8Array(bytes) : null;
}
