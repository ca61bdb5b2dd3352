/**
 * Gives a file a new name without ever replacing what has it. The system has no such rename that Node offers: the file
 * gets its new name as a second one first, so that a crash leaves it under both names and never under none.
 */
import { type BigIntStats, closeSync, linkSync, lstatSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { makeId } from '../../kernel/index.ts';
import type { ChangeFault, Expected } from '../../tools/index.ts';
import { type HeldDirectory, isComponent } from '../paths/index.ts';
import { readDigest } from './read-held.ts';

/** What file systems without second names answer, and systems that do not grant them. */
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
 * Renames a file to a name that nothing has, or throws `EEXIST`. `isRight` looks at the file under its new name while
 * it still has the old one; where it is not right, the new name is taken back.
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

/** A name that is gone already, as a draft that another writer took for an abandoned one, is no fault. */
function dropName(name: HeldName): void {
  try {
    unlinkSync(pathOf(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Takes the name with an empty file of our own first; a crash in between leaves that one beside the old file. */
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

/** A regular file under a name, or null where nothing is. */
export type HeldTarget = BigIntStats | null;

/** Returns the path of a held name, valid while its directory is held. */
export function pathOf({ parent, name }: HeldName): string {
  return `${parent.path}/${name}`;
}

/** Looks at a name; whatever is neither a regular file nor nothing is a fault. */
export function lookAtTarget(place: HeldName): HeldTarget | ChangeFault {
  if (!isComponent(place.name)) return 'absent';
  const stat = lstatSync(pathOf(place), { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return null;
  // It stands there in another spelling, and is not what was named.
  if (!place.parent.hasName(place.name)) return 'exists';
  if (stat.isSymbolicLink()) return 'link';
  return stat.isFile() ? stat : 'not-a-file';
}

/** Returns why a target is not what is expected, without reading it. */
export function findMisplaced(target: HeldTarget, expected: Expected): ChangeFault | null {
  if (expected === 'nothing') return target === null ? null : 'exists';
  return target === null && expected !== 'anything' ? 'absent' : null;
}

/** Looks at a name and, where certain bytes are expected, reads them; returns the target only where it is as expected. */
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
