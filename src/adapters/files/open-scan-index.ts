/** The scan's index as a file in the workspace's own directory, replaced as a whole by renaming. */
import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { arch, endianness, platform } from 'node:os';
import { join } from 'node:path';
import type { FoundIndex, ScanIndexFile } from '../../context/index.ts';

const DIRECTORY = '.penumbra';
const FILE = 'scan.index';
const DRAFT = /^scan\.index\..+\.partial$/;
/** How old the draft of a killed process must be before another process removes it. */
const ABANDONED_NS = 3_600_000_000_000n;
const STAT_OPTIONS = { bigint: true, throwIfNoEntry: false } as const;

/** Opens the index of a workspace; creates no file until something is stored. */
export function openScanIndex(root: string): ScanIndexFile {
  const directory = join(root, DIRECTORY);
  const file = join(directory, FILE);
  const newDraft = () => join(directory, `${FILE}.${process.pid}.${randomUUID()}.partial`);
  return {
    platform: `${platform()} ${arch()} ${endianness()}`,
    load: () => attempt(() => load(directory, file)),
    now: () =>
      attempt(() => {
        prepareDirectory(directory);
        const draft = newDraft();
        writeFileSync(draft, '', { flag: 'wx' });
        const now = lstatSync(draft, { bigint: true }).mtimeNs;
        rmSync(draft);
        return now;
      }),
    save: (bytes) => {
      const draft = newDraft();
      const isSaved = attempt(() => {
        prepareDirectory(directory);
        writeFileSync(draft, bytes, { flag: 'wx' });
        renameSync(draft, file);
        return true;
      });
      if (!isSaved) attempt(() => rmSync(draft, { force: true }));
      attempt(() => removeAbandoned(directory));
    },
  };
}

function load(directory: string, file: string): FoundIndex | undefined {
  const directoryStat = lstatSync(directory, STAT_OPTIONS);
  const fileStat = lstatSync(file, STAT_OPTIONS);
  if (!directoryStat?.isDirectory() || !fileStat?.isFile()) return undefined;
  // The index was renamed into the directory after it was written: if directories have times, this one shows
  // it.
  const hasDirectoryTimes = directoryStat.mtimeNs >= fileStat.mtimeNs;
  return { bytes: readFileSync(file), hasDirectoryTimes };
}

/** Makes the directory, which ignores itself; throws if something else is in its place, above all a link. */
function prepareDirectory(directory: string): void {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  mkdirSync(directory);
  writeFileSync(join(directory, '.gitignore'), '*\n', { flag: 'wx' });
}

function removeAbandoned(directory: string): void {
  const newest = lstatSync(join(directory, FILE), { bigint: true }).mtimeNs;
  for (const name of readdirSync(directory).filter((entry) => DRAFT.test(entry))) {
    const stat = lstatSync(join(directory, name), STAT_OPTIONS);
    if (stat && stat.mtimeNs + ABANDONED_NS < newest) rmSync(join(directory, name), { force: true });
  }
}

/** Returns undefined if the system refuses: a scan does not need an index. */
function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
