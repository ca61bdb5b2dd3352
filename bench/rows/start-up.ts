// Starting: the launcher answering `--version`, and programs that only import the library, against Node doing nothing.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launched } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';

const launcher = join(import.meta.dirname, '../../bin/penumbra.js');
const library = join(import.meta.dirname, '../../dist/lib');
const nothing = [process.execPath, '-e', '0'];

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
  peer: (files) => launches(files, nothing),
};

export const importRows: readonly Row[] = [
  { subpath: 'penumbra', file: 'index.js' },
  { subpath: 'penumbra/guard', file: 'guard.js' },
  { subpath: 'penumbra/context', file: 'context.js' },
  { subpath: 'penumbra/pipeline', file: 'pipeline/index.js' },
  { subpath: 'penumbra/lens', file: 'lens/index.js' },
  { subpath: 'penumbra/record', file: 'record/index.js' },
].map(({ subpath, file }) => ({
  name: `import-${subpath.replace('/', '-')}`,
  work: `a program that imports \`${subpath}\` and ends`,
  comparedWith: '`node -e 0`',
  budget: 1.5,
  sizeUnit: 'files in the working directory',
  sizes: [10, 100, 1_000],
  leastTimes: 20,
  rounds: 5,
  subject: (files) => launches(files, [process.execPath, join(library, file)]),
  peer: (files) => launches(files, nothing),
}));

function launches(files: number, command: readonly string[]): Contestant {
  const directory = mkdtempSync(join(tmpdir(), 'penumbra-bench-'));
  for (let index = 0; index < files; index++) writeFileSync(join(directory, `file-${index}.txt`), '');
  return {
    run: launched(command, directory),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}
