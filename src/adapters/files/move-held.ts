/** Renames and deletes regular files in held directories; what is not as expected stays. */
import { unlinkSync } from 'node:fs';
import type { ChangeFault, Expected } from '../../tools/index.ts';
import { checkTarget, type HeldName, lookAtTarget, pathOf } from './held-target.ts';
import { type NameChange, putName } from './put-name.ts';

/** Renames a file; what stands under the new name is never replaced, and a crash leaves the file under both names. */
export function moveHeldFile({ from, to }: NameChange, expected: Expected): ChangeFault | null {
  const file = checkTarget(from, expected);
  if (typeof file === 'string') return file;
  if (file === null) return 'absent';
  const taken = lookAtTarget(to);
  if (taken !== null) return typeof taken === 'string' && taken !== 'not-a-file' ? taken : 'exists';
  const isSameFile = () => {
    const moved = lookAtTarget(to);
    return moved !== null && typeof moved !== 'string' && moved.ino === file.ino && moved.dev === file.dev;
  };
  if (!putName({ from, to }, isSameFile)) return 'changed';
  from.parent.sync();
  return null;
}

/** Deletes a file; further names of it stay. */
export function deleteHeldFile(place: HeldName, expected: Expected): ChangeFault | null {
  const file = checkTarget(place, expected);
  if (typeof file === 'string') return file;
  if (file === null) return 'absent';
  unlinkSync(pathOf(place));
  place.parent.sync();
  return null;
}
