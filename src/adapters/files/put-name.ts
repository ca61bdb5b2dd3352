/**
 * Gives a file a new name without ever replacing an existing file. Node offers no such rename, so the file
 * first gets its new name as a second one: a crash leaves it under both names, never under none.
 */
import { type BigIntStats, closeSync, linkSync, lstatSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { makeId } from '../../kernel/index.ts';
import type { ChangeFault, Expected } from '../../tools/index.ts';
import { type HeldDirectory, isComponent } from '../paths/index.ts';
import { readDigest } from './read-held.ts';

/** Error codes of file systems without hard links, and of systems that do not permit them. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
]);

/** The old and the new name of a file. */
export type NameChange = { readonly from: HeldName; readonly to: HeldName };

/**
 * Renames a file to an unused name, or throws `EEXIST`. `isRight` checks the file under its new name while it
 * still has the old one; if the check fails, the new name is removed.
 */
export function putName({ from, to }: NameChange, isRight: () => boolean = () => true): boolean {
  try {
    linkSync(pathOf(from), pathOf(to));
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code)) throw error;
    return renameToReserved({ from, to });
  }
  try {
    if (isRight()) {
      to.parent.sync();
      dropName(from);
      return true;
    }
  } catch (error) {
    unlinkSync(pathOf(to));
    throw error;
  }
  unlinkSync(pathOf(to));
  return false;
}

/** A missing name is no error, such as a draft that another writer removed as abandoned. */
function dropName(name: HeldName): void {
  try {
    unlinkSync(pathOf(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Reserves the name with an empty file first; a crash in between leaves that file beside the old one. */
function renameToReserved({ from, to }: NameChange): boolean {
  closeSync(openSync(pathOf(to), 'wx'));
  try {
    renameSync(pathOf(from), pathOf(to));
  } catch (error) {
    unlinkSync(pathOf(to));
    throw error;
  }
  to.parent.sync();
  return true;
}

/** A name in a held directory. */
export type HeldName = { readonly parent: HeldDirectory; readonly name: string };

/** The regular file with a name, or null if there is none. */
export type HeldTarget = BigIntStats | null;

/** Returns the path of a held name, valid while its directory is held. */
export function pathOf({ parent, name }: HeldName): string {
  return `${parent.path}/${name}`;
}

/** Examines a name; anything other than a regular file or nothing is a fault. */
export function lookAtTarget(place: HeldName): HeldTarget | ChangeFault {
  if (!isComponent(place.name)) return 'absent';
  const stat = lstatSync(pathOf(place), { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return null;
  // It exists in another spelling, and is not what was named.
  if (!place.parent.hasName(place.name)) return 'exists';
  if (stat.isSymbolicLink()) return 'link';
  return stat.isFile() ? stat : 'not-a-file';
}

/** Returns how a target differs from what is expected, without reading it. */
export function findMisplaced(target: HeldTarget, expected: Expected): ChangeFault | null {
  if (expected === 'nothing') return target === null ? null : 'exists';
  return target === null && expected !== 'anything' ? 'absent' : null;
}

/**
 * Examines a name and, if certain bytes are expected, reads them; returns the target only if it is as
 * expected.
 */
export function checkTarget(place: HeldName, expected: Expected): HeldTarget | ChangeFault {
  const target = lookAtTarget(place);
  if (typeof target === 'string') return target;
  const misplaced = findMisplaced(target, expected);
  if (misplaced !== null) return misplaced;
  if (target === null || expected === 'anything' || expected === 'nothing') return target;
  const read = readDigest(pathOf(place), target);
  if ('reason' in read) return read.reason === 'unreadable' ? 'unreadable' : 'changed';
  return makeId('content', read.digest) === expected ? target : 'changed';
}
