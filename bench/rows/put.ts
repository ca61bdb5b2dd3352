// Writing a frame, against inserting its rows. The rows are worked out beforehand, so the bare side only writes:
// naming, hashing, checking and asking whether the frame is there already are what the ledger adds.

import { createMemoryStore, putFrame } from '../../src/ledger/index.ts';
import { createRowMaker, createWriter } from '../bare-frame.ts';
import { openBare } from '../bare-sqlite.ts';
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
  const rowsOf = createRowMaker(sampleLedger(createMemoryStore(), frames));
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
