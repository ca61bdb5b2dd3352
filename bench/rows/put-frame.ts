// Writing a frame through an agent's port, against inserting its rows. Beside what the ledger adds, the port checks role,
// node and basis, and that agents and recorded scan are still those it checked against.

import { createMemoryStore } from '../../src/ledger/index.ts';
import { createRowMaker, createWriter } from '../bare-frame.ts';
import { openBare } from '../bare-sqlite.ts';
import { cpuOf } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';
import { remarkedWorkspace } from '../sample-remarks.ts';

const PER_FILE = 10;
/** More than a measurement comes to. */
const FREE_FILES = 5_000;

export const putFrameRow: Row = {
  name: 'put-frame',
  work: "putFrame of 1 kB through an agent's port",
  comparedWith: 'bare SQLite statements writing the same rows in one durable transaction',
  budget: 1.5,
  sizeUnit: 'frames in the workspace at first',
  sizes: [100, 1_000, 10_000],
  // Checkpoints of the write-ahead log come every hundred puts or so; each round must have its share.
  leastTimes: 500,
  note: '`put` is the same without the workspace; frames of one file share a basis, which only the first of them writes.',
  subject: putFrames,
  peer: insertRows,
};

async function putFrames(frames: number): Promise<Contestant> {
  const { workspace, draftOf } = await startingWith(frames);
  const port = workspace.as('person', 'writer');
  let position = wholeFiles(frames);
  return {
    run(times) {
      const drafts = Array.from({ length: times }, () => draftOf(position++));
      return cpuOf(async () => {
        for (const { subject, type, content } of drafts)
          await port.putFrame({ path: subject.id, type, content });
      });
    },
    close: () => workspace.close(),
  };
}

async function insertRows(frames: number): Promise<Contestant> {
  const { workspace, ledger, draftOf, file } = await startingWith(frames);
  await workspace.close();
  const database = openBare(file);
  const writeFrame = createWriter((sql) => database.prepare(sql));
  const rowsOf = createRowMaker({ ...ledger, store: createMemoryStore() });
  let position = wholeFiles(frames);
  return {
    run(times) {
      const rows = Array.from({ length: times }, () => rowsOf(draftOf(position++)));
      return cpuOf(() => {
        for (const frame of rows) writeFrame(frame);
      });
    },
    close: () => database.close(),
  };
}

function startingWith(frames: number) {
  const remarks = wholeFiles(frames);
  return remarkedWorkspace({ files: remarks / PER_FILE + FREE_FILES, remarks, perFile: PER_FILE });
}

/** What is written next begins with a file of which nothing is said. */
function wholeFiles(frames: number): number {
  return frames - (frames % PER_FILE);
}
