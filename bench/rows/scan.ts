// Scanning a workspace, against what git does with the same files: looking again when nothing moved, and taking all of
// them in for the first time. Both sides end with their records on the disk.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../src/engine/open-workspace.ts';
import { cpuOf } from '../cpu.ts';
import { commitAll, gitAdd, gitStatus } from '../git.ts';
import type { Contestant, Row } from '../row.ts';
import { sampleTree } from '../sample-tree.ts';

const FILE_BYTES = 6_000;
const sizes = [10_000, 50_000, 100_000] as const;

export const warmScanRow: Row = {
  name: 'scan-warm',
  work: 'warm re-scan of 50,000 files, nothing changed',
  comparedWith: '`git status`, warm, without untracked cache',
  budget: 1.6,
  goal: 1.3,
  sizeUnit: 'files',
  sizes,
  rounds: 9,
  note: "opening the workspace, scanning and closing in a warm process, against git's whole process; `scan-warm-process` has both starts.",
  subject: (files) => rescans(committedTree(files)),
  peer: (files) => gitStatus(committedTree(files)),
};

export const firstScanRow: Row = {
  name: 'scan-first',
  work: 'first full scan of 50,000 files, 300 MB, with its trees stored',
  comparedWith: '`git add` into an empty repository',
  budget: 0.2,
  goal: 0.14,
  sizeUnit: 'files of 6 kB',
  sizes,
  rounds: 3,
  subject: (files) => firstScans(committedTree(files)),
  peer: (files) => gitAdd(committedTree(files)),
};

/** Returns a tree that git knows; it stays as it is. */
export function committedTree(files: number): string {
  const root = sampleTree({ files, fileBytes: FILE_BYTES });
  commitAll(root);
  return root;
}

async function rescans(root: string): Promise<Contestant> {
  await scanOnce(root);
  return {
    run: (times) =>
      cpuOf(async () => {
        for (let turn = 0; turn < times; turn++) {
          const { read, isNew } = await scanOnce(root);
          if (read > 0 || isNew) throw new Error('a warm scan found something new');
        }
      }),
    close: () => forget(root),
  };
}

function firstScans(root: string): Contestant {
  return {
    async run(times) {
      let total = 0;
      for (let turn = 0; turn < times; turn++) {
        forget(root);
        total += await cpuOf(async () => void (await scanOnce(root)));
      }
      return total;
    },
    close: () => forget(root),
  };
}

async function scanOnce(root: string) {
  const workspace = await openWorkspace({ root, environment: {} });
  const answer = await workspace.scan();
  await workspace.close();
  return answer;
}

function forget(root: string): void {
  rmSync(join(root, '.penumbra'), { recursive: true, force: true });
}
