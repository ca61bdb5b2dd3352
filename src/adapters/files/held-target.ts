/** What stands under a name of a held directory before it is changed, held against what the change expects. */
import { type BigIntStats, lstatSync } from 'node:fs';
import { makeId } from '../../kernel/index.ts';
import type { ChangeFault, Expected } from '../../tools/index.ts';
import { type HeldDirectory, isComponent } from '../paths/index.ts';
import { readDigest } from './read-digest.ts';

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
