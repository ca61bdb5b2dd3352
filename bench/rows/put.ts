// Writing a frame, against inserting its rows. The rows are worked out beforehand, so the bare side only writes:
// naming, hashing, checking and asking whether the frame is there already are what the ledger adds.

import type { StatementSync } from 'node:sqlite';
import {
  createMemoryStore,
  type FrameDraft,
  frameBatch,
  type IndexEntry,
  type LogHead,
  placeAppends,
  putFrame,
} from '../../src/ledger/index.ts';
import { openBare, toKey } from '../bare-sqlite.ts';
import { cpuOf } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';
import { openSample, sampleDrafts, sampleLedger, sampleLedgerFile } from '../sample-ledger.ts';

export const putRow: Row = {
  name: 'put',
  work: 'put of a frame of 1 kB on the embedded store',
  comparedWith: 'bare SQLite statements writing the same rows in one durable transaction',
  budget: 1.5,
  sizeUnit: 'frames in the ledger at first',
  sizes: [1_000, 10_000, 100_000],
  // Checkpoints of the write-ahead log come every hundred puts or so; each round must have its share.
  leastTimes: 500,
  note: 'both sides commit once for each frame and wait for the disk; CPU time leaves the wait out.',
  subject: putFrames,
  peer: insertRows,
};

async function putFrames(frames: number): Promise<Contestant> {
  const ledger = await openSample(await sampleLedgerFile(frames), frames);
  let position = frames;
  return {
    run(times) {
      const drafts = sampleDrafts(position, times);
      position += times;
      return cpuOf(async () => {
        for (const draft of drafts) await putFrame(ledger, draft);
      });
    },
    close: () => ledger.store.close(),
  };
}

async function insertRows(frames: number): Promise<Contestant> {
  const database = openBare(await sampleLedgerFile(frames));
  const writeFrame = createWriter((sql) => database.prepare(sql));
  const rowsOf = createRowMaker(frames);
  let position = frames;
  return {
    run(times) {
      const rows = sampleDrafts(position, times).map(rowsOf);
      position += times;
      return cpuOf(() => {
        for (const frame of rows) writeFrame(frame);
      });
    },
    close: () => database.close(),
  };
}

/** The rows one frame makes. */
type FrameRows = {
  readonly objects: readonly { readonly key: Uint8Array; readonly bytes: Uint8Array }[];
  readonly head: LogHead;
  readonly digest: Uint8Array;
  readonly members: readonly IndexEntry[];
};

/** Makes the function that works out the rows of one draft after the other; the first draft begins a log. */
function createRowMaker(frames: number): (draft: FrameDraft) => FrameRows {
  const ledger = sampleLedger(createMemoryStore(), frames);
  let heads: ReadonlyMap<string, LogHead> = new Map();
  return (draft) => {
    const { puts = [], appends = [], adds = [], atMs } = frameBatch(ledger, draft).batch;
    heads = new Map([...heads].filter(([log]) => log === appends[0]?.log));
    heads = placeAppends(appends, heads, atMs).heads;
    const [head] = [...heads.values()] as [LogHead];
    const objects = puts.map(({ id, bytes }) => ({ key: toKey(id), bytes }));
    return { objects, head, digest: toKey(head.digest), members: adds };
  };
}

/** Makes the function that writes the rows of one frame in a transaction. */
function createWriter(prepare: (sql: string) => StatementSync): (rows: FrameRows) => void {
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
