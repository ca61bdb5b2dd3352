// Starting the program: the launcher answering `--version`, against Node doing nothing.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launched } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';

const launcher = join(import.meta.dirname, '../../bin/penumbra.js');

export const startUpRow: Row = {
  name: 'start-up',
  work: '`penumbra --version`',
  comparedWith: '`node -e 0`',
  budget: 1.3,
  sizeUnit: 'files in the working directory',
  sizes: [10, 1_000, 10_000],
  // The meter's steps of 10 ms must be small against a round.
  leastTimes: 20,
  note: 'the same Node runs both, in a directory whose size must not matter.',
  subject: (files) => launches(files, [process.execPath, launcher, '--version']),
  peer: (files) => launches(files, [process.execPath, '-e', '0']),
};

function launches(files: number, command: readonly string[]): Contestant {
  const directory = mkdtempSync(join(tmpdir(), 'penumbra-bench-'));
  for (let index = 0; index < files; index++) writeFileSync(join(directory, `file-${index}.txt`), '');
  return {
    run: launched(command, directory),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}
