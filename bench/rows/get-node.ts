// Reading a node through a workspace, against selecting its rows. Beside what the ledger adds, the workspace follows the
// node's history and judges of each frame whether it still holds.

import { createBareRead, openBare } from '../bare-sqlite.ts';
import { cpuOf, repeated } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';
import { remarkedWorkspace, remarkRows } from '../sample-remarks.ts';
import { samplePath } from '../sample-tree.ts';

export const getNodeRow: Row = {
  name: 'get-node',
  work: 'getNode of a node with 100 frames of 1 kB',
  comparedWith: 'bare SQLite statements reading the same rows',
  budget: 3,
  sizeUnit: 'frames of the node',
  sizes: [10, 100, 1_000],
  subject: readNodes,
  peer: selectRows,
};

async function readNodes(frames: number): Promise<Contestant> {
  const { workspace } = await busyNode(frames);
  const path = samplePath(0);
  return {
    run: (times) =>
      cpuOf(async () => {
        for (let turn = 0; turn < times; turn++) {
          const { frames: found } = await workspace.getNode(path);
          if (found.length !== frames) throw new Error(`${found.length} frames instead of ${frames}`);
        }
      }),
    close: () => workspace.close(),
  };
}

async function selectRows(frames: number): Promise<Contestant> {
  const opened = await busyNode(frames);
  const rows = await remarkRows(opened, 1);
  await opened.workspace.close();
  const database = openBare(opened.file);
  return { run: repeated(createBareRead(database, rows)), close: () => database.close() };
}

function busyNode(frames: number) {
  return remarkedWorkspace({ files: 100, remarks: frames, perFile: frames });
}
