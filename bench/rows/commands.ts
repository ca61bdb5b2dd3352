// Commands as people start them, whole processes on both sides: the status of a small workspace against Node doing
// nothing, and a warm scan of a large one against git.

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { launched } from '../cpu.ts';
import { gitStatus } from '../git.ts';
import type { Contestant, Row } from '../row.ts';
import { makeTree } from '../sample-tree.ts';
import { committedTree } from './scan.ts';

const launcher = join(import.meta.dirname, '../../bin/penumbra.js');
const penumbra = [process.execPath, launcher];

export const statusRow: Row = {
  name: 'status',
  work: '`penumbra status` in a small workspace',
  comparedWith: '`node -e 0`',
  budget: 2.5,
  sizeUnit: 'files in the workspace',
  sizes: [10, 100, 1_000],
  // The meter's steps of 10 ms must be small against a round.
  leastTimes: 10,
  subject: (files) => launchesIn(files, [...penumbra, 'status']),
  peer: (files) => launchesIn(files, [process.execPath, '-e', '0']),
};

export const warmScanProcessRow: Row = {
  name: 'scan-warm-process',
  work: '`penumbra scan`, warm, 50,000 files, nothing changed',
  comparedWith: '`git status`, warm, without untracked cache',
  budget: 4,
  sizeUnit: 'files',
  sizes: [10_000, 50_000, 100_000],
  rounds: 9,
  note: 'the start of Node is in it, which `scan-warm` leaves out; its budget is there to notice a change.',
  subject: (files) => launchesAt(committedTree(files), [...penumbra, 'scan']),
  peer: (files) => gitStatus(committedTree(files)),
};

function launchesIn(files: number, command: readonly string[]): Contestant {
  const root = makeTree({ files, fileBytes: 1_000 });
  return { ...launchesAt(root, command), close: () => rmSync(root, { recursive: true, force: true }) };
}

/** Starts a program in a directory that was scanned once. */
function launchesAt(root: string, command: readonly string[]): Contestant {
  execFileSync(process.execPath, [launcher, 'scan'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return { run: launched(command, root) };
}
