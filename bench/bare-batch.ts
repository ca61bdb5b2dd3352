// Writing a batch with bare statements: its rows are worked out beforehand, so that only the writing is measured.

import type { DatabaseSync } from 'node:sqlite';
import {
  type AppendedEntry,
  type Batch,
  type IndexEntry,
  type LogHead,
  placeAppends,
} from '../src/ledger/index.ts';
import { toKey } from './bare-sqlite.ts';

/** The rows one batch makes. */
export type BatchRows = {
  readonly objects: readonly { readonly key: Uint8Array; readonly bytes: Uint8Array }[];
  readonly heads: readonly (LogHead & { readonly key: Uint8Array })[];
  readonly entries: readonly AppendedEntry[];
  readonly members: readonly IndexEntry[];
};

/** Makes the function that works out the rows of one batch after the other; an object that is there makes none again. */
export function createBatchRows(): (batch: Batch) => BatchRows {
  const seen = new Set<string>();
  const heads = new Map<string, LogHead>();
  return ({ puts = [], appends = [], adds = [], atMs }) => {
    const touched = appends.flatMap(({ log }): [string, LogHead][] => {
      const head = heads.get(log);
      return head ? [[log, head]] : [];
    });
    const placed = placeAppends(appends, new Map(touched), atMs);
    for (const [log, head] of placed.heads) heads.set(log, head);
    const fresh = puts.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    return {
      objects: fresh.map(({ id, bytes }) => ({ key: toKey(id), bytes })),
      heads: [...placed.heads.values()].map((head) => ({ ...head, key: toKey(head.digest) })),
      entries: placed.entries,
      members: adds,
    };
  };
}

/** Makes the function that writes the rows of one batch in a transaction. */
export function createBatchWriter(database: DatabaseSync): (rows: BatchRows) => void {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const insertObject = database.prepare('INSERT INTO object (id, bytes) VALUES (?, ?)');
  const insertLog = database.prepare('INSERT INTO log (name, length, stamp, digest) VALUES (?, ?, ?, ?)');
  const updateLog = database.prepare('UPDATE log SET length = ?, stamp = ?, digest = ? WHERE number = ?');
  const insertEntry = database.prepare('INSERT INTO entry (log, sequence, stamp, value) VALUES (?, ?, ?, ?)');
  const insertMember = database.prepare(
    'INSERT OR IGNORE INTO member (index_name, key, member) VALUES (?, ?, ?)',
  );
  const numbers = new Map<string, number>();
  const moveLog = ({ log, sequence, stamp, key }: BatchRows['heads'][number]) => {
    const number = numbers.get(log);
    if (number !== undefined) updateLog.run(sequence, stamp, key, number);
    else numbers.set(log, Number(insertLog.run(log, sequence, stamp, key).lastInsertRowid));
  };
  return ({ objects, heads, entries, members }) => {
    begin.run();
    for (const { key, bytes } of objects) insertObject.run(key, bytes);
    for (const head of heads) moveLog(head);
    for (const { log, sequence, stamp, value } of entries)
      insertEntry.run(numbers.get(log) as number, sequence, stamp, value);
    for (const { index, key, member } of members) insertMember.run(index, key, member);
    commit.run();
  };
}
