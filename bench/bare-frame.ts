// Writing a frame with bare statements: its rows are worked out beforehand, so that only the writing is measured.

import type { StatementSync } from 'node:sqlite';
import {
  type FrameDraft,
  frameBatch,
  type IndexEntry,
  type Ledger,
  type LogHead,
  placeAppends,
} from '../src/ledger/index.ts';
import { toKey } from './bare-sqlite.ts';

/** The rows one frame makes. */
export type FrameRows = {
  readonly objects: readonly { readonly key: Uint8Array; readonly bytes: Uint8Array }[];
  readonly head: LogHead;
  readonly digest: Uint8Array;
  readonly members: readonly IndexEntry[];
};

/**
 * Makes the function that works out the rows of one draft after the other; the first draft begins a log. A part that an
 * earlier draft brought makes no row again.
 */
export function createRowMaker(ledger: Ledger): (draft: FrameDraft) => FrameRows {
  const seen = new Set<string>();
  let heads: ReadonlyMap<string, LogHead> = new Map();
  return (draft) => {
    const { puts = [], appends = [], adds = [], atMs } = frameBatch(ledger, draft).batch;
    heads = new Map([...heads].filter(([log]) => log === appends[0]?.log));
    heads = placeAppends(appends, heads, atMs).heads;
    const [head] = [...heads.values()] as [LogHead];
    const objects = puts
      .filter(({ id }) => !seen.has(id))
      .map(({ id, bytes }) => ({ key: toKey(id), bytes }));
    for (const { id } of puts) seen.add(id);
    return { objects, head, digest: toKey(head.digest), members: adds };
  };
}

/** Makes the function that writes the rows of one frame in a transaction. */
export function createWriter(prepare: (sql: string) => StatementSync): (rows: FrameRows) => void {
  const begin = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  const insertObject = prepare('INSERT INTO object (id, bytes) VALUES (?, ?)');
  const insertLog = prepare('INSERT INTO log (name, length, stamp, digest) VALUES (?, ?, ?, ?)');
  const updateLog = prepare('UPDATE log SET length = ?, stamp = ?, digest = ? WHERE number = ?');
  const insertEntry = prepare('INSERT INTO entry (log, sequence, stamp, value) VALUES (?, ?, ?, ?)');
  const insertMember = prepare('INSERT INTO member (index_name, key, member) VALUES (?, ?, ?)');
  let logNumber = 0;
  return ({ objects, head: { log, sequence, stamp, value }, digest, members }) => {
    begin.run();
    for (const { key, bytes } of objects) insertObject.run(key, bytes);
    if (sequence === 1) logNumber = Number(insertLog.run(log, sequence, stamp, digest).lastInsertRowid);
    else updateLog.run(sequence, stamp, digest, logNumber);
    insertEntry.run(logNumber, sequence, stamp, value);
    for (const { index, key, member } of members) insertMember.run(index, key, member);
    commit.run();
  };
}
