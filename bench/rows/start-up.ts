// Starting: the launcher answering `--version`, and programs that only import the library, against Node doing nothing.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { launched } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';

/** As much of package.json as says what can be imported. */
type PackageFile = {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
};

const root = join(import.meta.dirname, '../..');
const launcher = join(root, 'bin/penumbra.js');
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

const { name: packageName, exports: published }: PackageFile = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

export const importRows: readonly Row[] = Object.entries(published)
  .flatMap(([path, entry]) =>
    typeof entry === 'string' ? [] : [{ subpath: posix.join(packageName, path), file: entry.default }],
  )
  .map(({ subpath, file }) => ({
    name: `import-${subpath.replace('/', '-')}`,
    work: `a program that imports \`${subpath}\` and ends`,
    comparedWith: '`node -e 0`',
    budget: 1.5,
    sizeUnit: 'files in the working directory',
    sizes: [10, 100, 1_000],
    leastTimes: 20,
    rounds: 5,
    subject: (files) => launches(files, [process.execPath, join(root, file)]),
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
