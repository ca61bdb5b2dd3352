/** Removes a directory with what is known to be in it, one name at a time in held directories; links are not followed. */
import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import type { ChangeFault, DiskEntry } from '../../tools/index.ts';
import type { HeldPath } from '../paths/index.ts';
import { listHeld } from './read-held.ts';

/**
 * Removes the directory that some names lead to, from its depths up. What is found is held against what is expected
 * before the first name goes; what comes afterwards makes the directory it is in stay, with those around it.
 */
export function removeHeldTree(
  way: HeldPath,
  names: readonly string[],
  entries: readonly DiskEntry[],
): ChangeFault | null {
  const directories = ['', ...entries.filter(({ kind }) => kind === 'directory').map(({ name }) => name)];
  const kinds = new Map(entries.map(({ name, kind }) => [name, kind]));
  let found = 0;
  for (const directory of directories) {
    const held = way.leadTo(namesBelow(names, directory));
    if (typeof held === 'string') return held;
    const listed = listHeld(held);
    if (typeof listed === 'string') return listed;
    const isKnown = listed.every(({ name, kind }) => kinds.get(joined(directory, name)) === kind);
    found += listed.length;
    if (!isKnown) return 'changed';
  }
  if (found !== entries.length) return 'changed';
  for (const { name, kind } of [...entries].reverse()) {
    const fault = removeName(way, namesBelow(names, name), kind);
    if (fault !== null) return fault;
  }
  return removeName(way, names, 'directory');
}

function removeName(way: HeldPath, names: readonly string[], kind: DiskEntry['kind']): ChangeFault | null {
  const parent = way.leadTo(names.slice(0, -1));
  if (typeof parent === 'string') return parent;
  const path = `${parent.path}/${names.at(-1)}`;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || stat.isDirectory() !== (kind === 'directory')) return 'changed';
  if (kind === 'directory') rmdirSync(path);
  else unlinkSync(path);
  parent.sync();
  return null;
}

function namesBelow(names: readonly string[], path: string): readonly string[] {
  return path === '' ? names : [...names, ...path.split('/')];
}

function joined(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}
