// Composing a context: the hundred newest of all frames around a node, against selecting the rows of all of them.

import { createBareRead, openBare } from '../bare-sqlite.ts';
import { cpuOf, repeated } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';
import { remarkedWorkspace, remarkRows } from '../sample-remarks.ts';
import { samplePath } from '../sample-tree.ts';

const PER_FILE = 10;
const MOST_FRAMES = 100;

export const composeRow: Row = {
  name: 'compose',
  work: 'compose 100 of 10,000 frames of 1 kB',
  comparedWith: 'bare SQLite statements reading the rows of all of them',
  budget: 5,
  sizeUnit: 'frames to choose from',
  sizes: [1_000, 10_000, 20_000],
  rounds: 7,
  note: 'the frames are of so many files, ten of each, which the request names; the newest are taken.',
  subject: composeFrames,
  peer: selectRows,
};

async function composeFrames(frames: number): Promise<Contestant> {
  const { workspace } = await manyRemarks(frames);
  const subjects = Array.from({ length: filesWith(frames) }, (_, index) => samplePath(index));
  const request = { sources: ['subjects'], subjects, maxFrames: MOST_FRAMES } as const;
  const expected = Math.min(MOST_FRAMES, frames);
  return {
    run: (times) =>
      cpuOf(async () => {
        for (let turn = 0; turn < times; turn++) {
          const { totals, leftOut } = await workspace.compose('.', request);
          if (totals.frames !== expected || leftOut.length !== frames - expected)
            throw new Error(`${totals.frames} frames of ${totals.frames + leftOut.length}`);
        }
      }),
    close: () => workspace.close(),
  };
}

async function selectRows(frames: number): Promise<Contestant> {
  const opened = await manyRemarks(frames);
  const rows = await remarkRows(opened, filesWith(frames));
  await opened.workspace.close();
  const database = openBare(opened.file);
  return { run: repeated(createBareRead(database, rows)), close: () => database.close() };
}

function manyRemarks(frames: number) {
  return remarkedWorkspace({ files: filesWith(frames), remarks: frames, perFile: PER_FILE });
}

function filesWith(frames: number): number {
  return Math.ceil(frames / PER_FILE);
}
