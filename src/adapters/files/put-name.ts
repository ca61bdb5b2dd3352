/**
 * Gives a file a new name without ever replacing what has it. The system has no such rename that Node offers: the file
 * gets its new name as a second one first, so that a crash leaves it under both names and never under none.
 */
import { closeSync, linkSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { type HeldName, pathOf } from './held-target.ts';

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
