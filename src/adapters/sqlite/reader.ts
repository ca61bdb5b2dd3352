/** Reads of the port as statements on one connection: the store's own, or the one of a maintenance session. */

import type { Sha256 } from '../../kernel/index.ts';
import {
  type LogEntry,
  pageSize,
  type StoreReader,
  type Tombstone,
  verifyObject,
} from '../../ledger/index.ts';
import { type Connection, inSnapshot } from './connection.ts';
import { hasObject, type Row, readHead, SELECT_HEAD, toHead, toId, toSearchKey } from './rows.ts';
import { toFault } from './sqlite-fault.ts';

const HEX = /^[0-9a-f]{0,64}$/;
const ID_DIGITS = 64;

const STATISTICS = `SELECT
  (SELECT count(*) FROM object) AS objects,
  (SELECT coalesce(sum(length(bytes)), 0) FROM object) AS objectBytes,
  (SELECT count(*) FROM log) AS logs,
  (SELECT coalesce(sum(length), 0) FROM log) AS entries,
  (SELECT count(*) FROM member) AS members,
  (SELECT count(*) FROM tombstone) AS tombstones`;

/** Runs a read on the connection it is for, when that is possible. */
export type RunRead = <Result>(read: (connection: Connection) => Result) => Promise<Result>;

/** Makes the reading half of a store. */
export function createReader(run: RunRead): StoreReader {
  return {
    getMany: (ids) => run((connection) => together(connection, ids, readObject)),
    hasMany: (ids) => run((connection) => together(connection, ids, hasObject)),
    listObjects: ({ prefix = '', after, limit }) =>
      run(({ prepare }) => {
        if (!HEX.test(prefix)) return [];
        const first = toSearchKey(prefix.padEnd(ID_DIGITS, '0'));
        const last = toSearchKey(prefix.padEnd(ID_DIGITS, 'f'));
        return prepare(
          'SELECT id, length(bytes) AS size FROM object WHERE id BETWEEN ? AND ? AND id > ? ORDER BY id LIMIT ?',
        )
          .all(first, last, toSearchKey(after ?? ''), pageSize(limit))
          .map((row) => ({ id: toId(row.id), size: row.size as number }));
      }),
    listTombstones: ({ after, limit }) =>
      run(({ prepare }) =>
        prepare('SELECT id, reason, agent FROM tombstone WHERE id > ? ORDER BY id LIMIT ?')
          .all(toSearchKey(after ?? ''), pageSize(limit))
          .map(toTombstone),
      ),
    tombstone: (id) =>
      run(({ prepare }) => {
        const row = prepare('SELECT id, reason, agent FROM tombstone WHERE id = ?').get(toSearchKey(id));
        return row ? toTombstone(row) : null;
      }),
    head: (log) => run((connection) => readHead(connection, log)?.head ?? null),
    listHeads: ({ prefix = '', after, limit }) =>
      run(({ prepare }) =>
        // Names end before 0x7f, so this range is all that begin with the prefix.
        prepare(`${SELECT_HEAD} WHERE name >= ? AND name < ? AND name > ? ORDER BY name LIMIT ?`)
          .all(prefix, `${prefix}\x7f`, after ?? '', pageSize(limit))
          .map(toHead),
      ),
    readLog: (log, { after, limit }) =>
      run(({ prepare }) =>
        prepare(`SELECT entry.sequence, entry.stamp, entry.value FROM log JOIN entry ON entry.log = log.number
          WHERE log.name = ? AND entry.sequence > ? ORDER BY entry.sequence LIMIT ?`)
          .all(log, after ?? 0, pageSize(limit))
          .map(toEntry),
      ),
    listMembers: (index, key, { after, limit }) =>
      run(({ prepare }) =>
        prepare(
          'SELECT member FROM member WHERE index_name = ? AND key = ? AND member > ? ORDER BY member LIMIT ?',
        )
          .all(index, key, after ?? '', pageSize(limit))
          .map((row) => row.member as string),
      ),
    listIndexEntries: ({ after, limit }) =>
      run(({ prepare }) =>
        prepare(`SELECT index_name, key, member FROM member WHERE (index_name, key, member) > (?, ?, ?)
          ORDER BY index_name, key, member LIMIT ?`)
          .all(after?.index ?? '', after?.key ?? '', after?.member ?? '', pageSize(limit))
          .map((row) => ({
            index: row.index_name as string,
            key: row.key as string,
            member: row.member as string,
          })),
      ),
    statistics: () =>
      run(({ prepare }) => {
        const row = prepare(STATISTICS).get() as Record<
          keyof Awaited<ReturnType<StoreReader['statistics']>>,
          number
        >;
        return { ...row };
      }),
  };
}

function together<Result>(
  connection: Connection,
  ids: readonly Sha256[],
  read: (connection: Connection, id: Sha256) => Result,
): readonly Result[] {
  const readAll = () => ids.map((id) => read(connection, id));
  return ids.length < 2 ? readAll() : inSnapshot(connection, readAll);
}

function readObject({ prepare, location }: Connection, id: Sha256): Uint8Array | null {
  let row: Row | undefined;
  try {
    row = prepare('SELECT bytes FROM object WHERE id = ?').get(toSearchKey(id));
  } catch (error) {
    throw toFault(error, location, `object ${id}`);
  }
  if (!row) return null;
  verifyObject(id, row.bytes as Uint8Array);
  return row.bytes as Uint8Array;
}

/** Spreading the row would cost several times as much: it is no plain object. */
function toEntry(row: Row): LogEntry {
  return {
    sequence: row.sequence as number,
    stamp: row.stamp as number,
    value: row.value as string,
  };
}

function toTombstone(row: Row): Tombstone {
  return { id: toId(row.id), reason: row.reason as Tombstone['reason'], agent: row.agent as string };
}
