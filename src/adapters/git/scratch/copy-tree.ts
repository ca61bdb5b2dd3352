/** Copies a directory with its times, modes and links, sharing bytes if the file system can. */
import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  opendirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { fromBytes, toByteText } from '../../../context/index.ts';
import { decodeField, splitFields } from '../run-git.ts';
import { removeTree } from './scratch-directory.ts';
import type { ScratchRepository } from './scratch-repository.ts';
import type { TreeObjects } from './tree-objects.ts';
import { WORK_INDEX } from './write-work-tree.ts';

/** How much may be copied. */
export type CopyBounds = { readonly bytes: number; readonly entries: number };

/**
 * Returns whether something is within the limits; what cannot be examined counts as nothing, because it is
 * not copied either.
 */
export function measureTree(place: string, bounds: CopyBounds): boolean {
  const left = { ...bounds };
  return measure(place, left);
}

function measure(place: string, left: { bytes: number; entries: number }): boolean {
  const stat = lstatSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return true;
  left.entries--;
  left.bytes -= stat.isFile() ? stat.size : 0;
  if (left.entries < 0 || left.bytes < 0) return false;
  if (!stat.isDirectory()) return true;
  try {
    const directory = opendirSync(place);
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync())
        if (!measure(join(place, entry.name), left)) return false;
    } finally {
      directory.closeSync();
    }
  } catch {
    // An inaccessible directory.
  }
  return true;
}

/** Copies a file, link or directory; other kinds and unreadable entries are left out. */
export function copyTree(source: string, target: string): void {
  const stat = lstatSync(source, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) {
    symlinkSync(readlinkSync(source), target);
    lutimesSync(target, stat.atimeMs / 1000, stat.mtimeMs / 1000);
    return;
  }
  if (stat?.isFile()) copyFile(source, target);
  else if (stat?.isDirectory()) {
    mkdirSync(target, { mode: 0o700 });
    for (const name of namesIn(source)) copyTree(join(source, name), join(target, name));
  } else return;
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined) return;
  // Builds compare their outputs by timestamp.
  utimesSync(target, stat.atimeMs / 1000, stat.mtimeMs / 1000);
  if (stat.isDirectory()) chmodSync(target, (stat.mode & 0o7777) | 0o700);
}

function copyFile(source: string, target: string): void {
  try {
    copyFileSync(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EACCES') throw fault;
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Makes a copy identical to its source again: what a run changed, removed or added is undone. */
export function restoreCopy(source: string, target: string): void {
  const [known, stat] = [source, target].map((place) => lstatSync(place, { throwIfNoEntry: false }));
  if (known === undefined) return;
  if (stat === undefined || !known.isDirectory() || !stat.isDirectory()) {
    if (stat !== undefined && isCopyOf(stat, known)) return;
    if (stat !== undefined) removeTree(target);
    copyTree(source, target);
    return;
  }
  const names = new Set(namesIn(source));
  for (const name of namesIn(target)) if (!names.has(name)) removeTree(join(target, name));
  for (const name of names) restoreCopy(join(source, name), join(target, name));
}

/** Times are copied to a fraction of a millisecond. */
function isCopyOf(stat: Stats, known: Stats): boolean {
  const isNear = Math.abs(stat.mtimeMs - known.mtimeMs) < 1;
  return isNear && stat.size === known.size && (stat.mode & 0o170000) === (known.mode & 0o170000);
}

/** Returns whether files copied from one directory to another share their bytes. */
export function sharesBytes({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const target = join(to, 'shared-bytes');
  try {
    copyFileSync(from, target, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(target, { force: true });
  }
}

/** Replaces filtered files, as git would write them, with the work tree's bytes. */
export type PutFiltered = (slot: { readonly top: string; readonly tree: string }) => void;

/** Finds the files with filters once; most repositories have none. */
export function findFiltered(
  scratch: ScratchRepository,
  objects: TreeObjects,
  { top: from, workTree }: { readonly top: string; readonly workTree: string },
): PutFiltered {
  const paths = filteredPaths(scratch, objects, workTree);
  return ({ top, tree }) => {
    for (const path of paths) {
      const [known, own] = [workTree, tree].map((state) => objects.entry(state, toByteText(path)));
      if (known === undefined || own?.id !== known.id) continue;
      const [source, target] = [join(from, path), join(top, path)];
      const stat = lstatSync(target, { throwIfNoEntry: false });
      if (!stat?.isFile() || lstatSync(source, { throwIfNoEntry: false })?.size === stat.size) continue;
      removeTree(target);
      copyTree(source, target);
    }
  };
}

function filteredPaths(
  scratch: ScratchRepository,
  objects: TreeObjects,
  workTree: string,
): readonly string[] {
  const { own, user } = scratch.settings.attributes;
  const listed = [...splitFields(scratch.run(['ls-files', '-z'], { index: WORK_INDEX }) ?? new Uint8Array())];
  const rules = listed.map(fromBytes).filter((path) => /(?:^|\/)\.gitattributes$/.test(path));
  const ids = rules.flatMap((path) => objects.entry(workTree, path)?.id ?? []);
  const texts = [...objects.read(ids).values()].map((bytes) => Buffer.from(bytes).toString('latin1'));
  if (![own, user, ...texts].some((text) => text.includes('filter'))) return [];
  const input = Buffer.concat(listed.flatMap((path) => [path, Buffer.of(0)]));
  const printed = scratch.run(['check-attr', '-z', '--stdin', 'filter'], { index: WORK_INDEX, input });
  const fields = [...splitFields(printed ?? new Uint8Array())].map(decodeField);
  return fields.flatMap((path, at) => {
    const value = fields[at + 2];
    const isFiltered = at % 3 === 0 && value !== 'unspecified' && value !== 'unset';
    return isFiltered && path !== undefined ? [path] : [];
  });
}
