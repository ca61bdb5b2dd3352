/**
 * Changes files and directories at places of a disk: holds every directory on the path, and changes the entry
 * at its end.
 */

import { lstatSync, mkdirSync, rmdirSync, unlinkSync } from 'node:fs';
import type { DiskPlace, DiskRoot } from '../../guard/index.ts';
import type { ChangeFault, DiskChanges, DiskEntry, Expected } from '../../tools/index.ts';
import { type HeldDirectory, type HeldPath, isComponent } from '../paths/index.ts';
import { checkTarget, type HeldName, lookAtTarget, type NameChange, pathOf, putName } from './put-name.ts';
import { listHeld } from './read-held.ts';
import { attemptChange, writeHeldFile } from './write-held.ts';

type Change = (place: HeldName) => ChangeFault | null;

/** Makes the changes of a disk; `openWay` opens the path of a root, undefined for an unknown one. */
export function changeDisk(openWay: (root: DiskRoot) => HeldPath | undefined): DiskChanges {
  const changeAt = ({ root, path }: DiskPlace, isMade: boolean, change: Change): ChangeFault | null => {
    using way = openWay(root);
    if (way === undefined) return 'absent';
    const names = path.split('/');
    const name = names.pop() ?? '';
    if (path === '') return 'not-a-file';
    const led = isMade ? makeHeldPath(way, names) : onlyFound(way, names);
    if (typeof led === 'string') return led;
    const fault = attemptChange(() => change({ parent: led.held, name }));
    if (fault !== null) removeHeldPath(way, names, led.made);
    return fault;
  };

  return {
    writeFile: (place, bytes, expected) =>
      changeAt(place, expected === 'nothing' || expected === 'anything', (at) =>
        writeHeldFile(at, bytes, expected),
      ),
    moveFile: ({ from, to, expected }) =>
      changeAt(from, false, (source) =>
        changeAt(to, true, (target) => moveHeldFile({ from: source, to: target }, expected)),
      ),
    removeDirectory: ({ root, path }, entries) => {
      using way = openWay(root);
      if (way === undefined) return 'absent';
      if (path === '') return 'not-a-directory';
      return attemptChange(() => removeHeldTree(way, path.split('/'), entries));
    },
    deleteFile: (place, expected) => changeAt(place, false, (at) => deleteHeldFile(at, expected)),
  };
}

function onlyFound(way: HeldPath, names: readonly string[]) {
  const held = way.leadTo(names);
  return typeof held === 'string' ? held : { held, made: 0 };
}

/** Renames a file without ever replacing an existing one; a crash leaves the file under both names. */
function moveHeldFile({ from, to }: NameChange, expected: Expected): ChangeFault | null {
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

/** Deletes a file; other names of it remain. */
function deleteHeldFile(place: HeldName, expected: Expected): ChangeFault | null {
  const file = checkTarget(place, expected);
  if (typeof file === 'string') return file;
  if (file === null) return 'absent';
  unlinkSync(pathOf(place));
  place.parent.sync();
  return null;
}

/**
 * Removes the directory that some names lead to, bottom up. Its content is compared with what is expected
 * before anything is removed; a directory to which an entry was added afterwards is kept, with its parents.
 */
function removeHeldTree(
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

/** A directory that the path leads to, and how many of its last names were created for it. */
type MadePath = { readonly held: HeldDirectory; readonly made: number };

/**
 * Follows a held path to a directory, creating what is missing; on a fault, nothing that was created remains.
 */
function makeHeldPath(path: HeldPath, names: readonly string[]): MadePath | ChangeFault {
  const found = path.leadTo(names);
  if (typeof found !== 'string') return { held: found, made: 0 };
  if (found !== 'absent' || !names.every(isComponent)) return found;
  let made = 0;
  for (let depth = 1; depth <= names.length; depth++) {
    const step = makeStep(path, names.slice(0, depth));
    if (step === 'made') made++;
    else if (step !== 'found') {
      removeHeldPath(path, names.slice(0, depth - 1), made);
      return step;
    }
  }
  const held = path.leadTo(names);
  return typeof held === 'string' ? held : { held, made };
}

/** Removes the last directories of a held path, as far as they are empty. */
function removeHeldPath(path: HeldPath, names: readonly string[], count: number): void {
  for (let depth = names.length; depth > names.length - count; depth--) {
    attemptChange(() => {
      const parent = path.leadTo(names.slice(0, depth - 1));
      if (typeof parent !== 'string') rmdirSync(`${parent.path}/${names[depth - 1]}`);
    });
  }
}

function makeStep(path: HeldPath, names: readonly string[]): 'found' | 'made' | ChangeFault {
  const found = path.leadTo(names);
  if (found !== 'absent') return typeof found === 'string' ? found : 'found';
  const parent = path.leadTo(names.slice(0, -1));
  if (typeof parent === 'string') return parent;
  // Never through a link: if anything already exists there, that is a fault of this call.
  const fault = attemptChange(() => mkdirSync(`${parent.path}/${names.at(-1)}`) ?? null);
  if (fault === 'exists') return stepAt(path, names, 'found');
  if (fault !== null) return fault as ChangeFault;
  const step = attemptChange(() => {
    parent.sync();
    return stepAt(path, names, 'made');
  });
  if (step !== 'made') removeHeldPath(path, names, 1);
  return step;
}

/** Someone else may have created a directory in the meantime, or put a link in its place. */
function stepAt<Step extends 'found' | 'made'>(
  path: HeldPath,
  names: readonly string[],
  step: Step,
): Step | ChangeFault {
  const held = path.leadTo(names);
  return typeof held === 'string' ? held : step;
}
