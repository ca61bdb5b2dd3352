/** The port's reads as statements on one connection: the store's own, or that of a maintenance session. */

import type { Sha256 } from '../../kernel/index.ts';
import {
  type IndexEntry,
  type LogEntry,
  type ObjectInfo,
  pageSize,
  type StoreReader,
  type StoreStatistics,
  verifyObject,
} from '../../ledger/index.ts';
import { type Connection, inSnapshot } from './connection.ts';
import { DamagedRow, isInteger, isKey, isText, type Row, readRows } from './read-rows.ts';
import { hasObject, readHead, SELECT_HEAD, toHead, toId, toSearchKey, toTombstone } from './rows.ts';
import { toFault } from './sqlite-fault.ts';

const HEX = /^[0-9a-f]{0,64}$/;
const ID_DIGITS = 64;
const NO_BYTES = new Uint8Array(0);

// A constant text, because prepared statements are looked up by text.
const LIST_HEADS = `${SELECT_HEAD} WHERE name >= ? AND name < ? AND name > ? ORDER BY name LIMIT ?`;

const STATISTICS = `SELECT
  (SELECT count(*) FROM object) AS objects,
  (SELECT coalesce(sum(length(bytes)), 0) FROM object) AS objectBytes,
  (SELECT count(*) FROM log) AS logs,
  (SELECT coalesce(sum(length), 0) FROM log) AS entries,
  (SELECT count(*) FROM member) AS members,
  (SELECT count(*) FROM tombstone) AS tombstones`;

/** Runs a read on its connection, when that is possible. */
export type RunRead = <Result>(read: (connection: Connection) => Result) => Promise<Result>;

/** Makes the reading half of a store. */
export function createReader(run: RunRead): StoreReader {
  return {
    getMany: (ids) => run((connection) => together(connection, ids, objectReader(connection))),
    hasMany: (ids) => run((connection) => together(connection, ids, (id) => hasObject(connection, id))),
    listObjects: ({ prefix = '', after, limit }) =>
      run(({ prepare }) => {
        if (!HEX.test(prefix)) return [];
        const first = toSearchKey(prefix.padEnd(ID_DIGITS, '0'));
        const last = toSearchKey(prefix.padEnd(ID_DIGITS, 'f'));
        const list = prepare(
          'SELECT id, length(bytes) AS size FROM object WHERE id BETWEEN ? AND ? AND id > ? ORDER BY id LIMIT ?',
        );
        return readRows(list, [first, last, toSearchKey(after ?? ''), pageSize(limit)], toObjectInfo);
      }),
    listTombstones: ({ after, limit }) =>
      run(({ prepare }) => {
        const list = prepare('SELECT id, reason, agent FROM tombstone WHERE id > ? ORDER BY id LIMIT ?');
        return readRows(list, [toSearchKey(after ?? ''), pageSize(limit)], toTombstone);
      }),
    tombstone: (id) =>
      run(({ prepare }) => {
        const row = prepare('SELECT id, reason, agent FROM tombstone WHERE id = ?').get(toSearchKey(id));
        return row ? toTombstone(row) : null;
      }),
    head: (log) => run((connection) => readHead(connection, log)?.head ?? null),
    listHeads: ({ prefix = '', after, limit }) =>
      run(({ prepare }) => {
        // Names only contain characters below 0x7f, so this range covers all names with the prefix.
        const list = prepare(LIST_HEADS);
        return readRows(list, [prefix, `${prefix}\x7f`, after ?? '', pageSize(limit)], toHead);
      }),
    readLog: (log, { after, limit }) =>
      run(({ prepare }) => {
        const list = prepare(`SELECT entry.sequence, entry.stamp, entry.value
          FROM log JOIN entry ON entry.log = log.number
          WHERE log.name = ? AND entry.sequence > ? ORDER BY entry.sequence LIMIT ?`);
        return readRows(list, [log, after ?? 0, pageSize(limit)], (row) => toEntry(log, row));
      }),
    listMembers: (index, key, { after, limit }) =>
      run(({ prepare }) => {
        const list = prepare(
          'SELECT member FROM member WHERE index_name = ? AND key = ? AND member > ? ORDER BY member LIMIT ?',
        );
        return readRows(list, [index, key, after ?? '', pageSize(limit)], ({ member }) =>
          toName(member, index),
        );
      }),
    listIndexEntries: ({ after, limit }) =>
      run(({ prepare }) => {
        const list = prepare(`SELECT index_name, key, member FROM member
          WHERE (index_name, key, member) > (?, ?, ?) ORDER BY index_name, key, member LIMIT ?`);
        const from = [after?.index ?? '', after?.key ?? '', after?.member ?? ''];
        return readRows(list, [...from, pageSize(limit)], toIndexEntry);
      }),
    statistics: () => run(({ prepare }) => ({ ...(prepare(STATISTICS).get() as StoreStatistics) })),
  };
}

function together<Result>(
  connection: Connection,
  ids: readonly Sha256[],
  read: (id: Sha256) => Result,
): readonly Result[] {
  const readAll = () => ids.map(read);
  return ids.length < 2 ? readAll() : inSnapshot(connection, readAll);
}

/** Makes a function that reads and verifies one object. */
function objectReader({ prepare, location }: Connection): (id: Sha256) => Uint8Array | null {
  const select = prepare('SELECT bytes FROM object WHERE id = ?');
  // Reading a row as an array takes a fifth less time than as an object.
  select.setReturnArrays(true);
  return (id) => {
    let row: unknown;
    try {
      row = select.get(toSearchKey(id));
    } catch (error) {
      throw toFault(error, location, `object ${id}`);
    }
    if (!Array.isArray(row)) return null;
    const [found] = row;
    // Anything other than bytes hashes to something that is not this object's id.
    const bytes = found instanceof Uint8Array ? found : NO_BYTES;
    verifyObject(id, bytes);
    return bytes;
  };
}

function toObjectInfo({ id, size }: Row): ObjectInfo {
  if (!isKey(id)) throw new DamagedRow('an object has no id');
  // Reading an object without bytes reports that it is corrupt.
  return { id: toId(id), size: isInteger(size) ? size : 0 };
}

/** Spreading the row would cost several times as much, because it is not a plain object. */
function toEntry(log: string, { sequence, stamp, value }: Row): LogEntry {
  if (isInteger(sequence) && isInteger(stamp) && isText(value)) return { sequence, stamp, value };
  throw new DamagedRow(`entry ${sequence} of log ${log} has no stamp or value`);
}

function toIndexEntry({ index_name: index, key, member }: Row): IndexEntry {
  return { index: toName(index, index), key: toName(key, index), member: toName(member, index) };
}

function toName(value: unknown, index: unknown): string {
  if (isText(value)) return value;
  throw new DamagedRow(`index ${index} holds what is not a name`);
}
