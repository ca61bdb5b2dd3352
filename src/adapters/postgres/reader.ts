/** The reading half of the store port, over anything that runs statements. Each answer is one statement's snapshot. */
import { isSha256, type Sha256 } from '../../kernel/index.ts';
import {
  type IndexEntry,
  type LogEntry,
  type LogHead,
  type ObjectInfo,
  pageSize,
  type StoreReader,
  type Tombstone,
} from '../../ledger/index.ts';
import { idArray, idBytes } from './bytea-array.ts';
import { readObjects } from './read-objects.ts';
import type { Query } from './session.ts';
import { readStatistics } from './statistics.ts';

/** A number the driver hands out as text because it might exceed 2^53; sequences, stamps and sizes do not. */
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
      // Names are printable ASCII, so a prefix and DEL is above every name that begins with it.
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

/** Reads a head from its row. */
export function toHead(row: HeadRow): LogHead {
  return { log: row.log, ...toEntry(row), digest: row.digest };
}

function toEntry({ sequence, stamp, value }: EntryRow): LogEntry {
  return { sequence: Number(sequence), stamp: Number(stamp), value };
}
