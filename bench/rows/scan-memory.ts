// Memory of a first scan: a process that may not have more heap than stated must come to its end, and all memory that
// it had, the runtime among it, is held against a second figure.

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Contestant, Row } from '../row.ts';
import { sampleTree } from '../sample-tree.ts';

const HEAP_MEBIBYTES = 64;
const ALL_MEBIBYTES = 256;
const script = join(import.meta.dirname, '../scan-once.ts');

export const scanMemoryRow: Row = {
  name: 'scan-memory',
  work: `memory of a first scan of 50,000 files, in a process with at most ${HEAP_MEBIBYTES} MiB of heap`,
  comparedWith: `${ALL_MEBIBYTES} MiB`,
  meter: 'memory',
  budget: 1,
  sizeUnit: 'files',
  sizes: [10_000, 50_000, 100_000],
  rounds: 3,
  note: 'a process that needs more heap dies, and the row with it; the ratio is of all its resident memory.',
  subject: scanProcesses,
  peer: () => ({ run: async (times) => times * ALL_MEBIBYTES * 1024 * 1024 }),
};

function scanProcesses(files: number): Contestant {
  const cwd = sampleTree({ files, fileBytes: 6_000 });
  const forget = () => rmSync(join(cwd, '.penumbra'), { recursive: true, force: true });
  const scanOnce = () => {
    forget();
    const args = [`--max-old-space-size=${HEAP_MEBIBYTES}`, script];
    const told = JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }));
    if (told.files !== files) throw new Error(`${told.files} files instead of ${files}`);
    return told.mostKibibytes * 1024;
  };
  return {
    run: async (times) => Array.from({ length: times }, scanOnce).reduce((sum, bytes) => sum + bytes, 0),
    close: forget,
  };
}
