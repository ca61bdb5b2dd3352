/** The parts of a path, its names separated by `/`; the root is the empty text. */
import { cite } from '../../kernel/index.ts';

/** Returns the folder of a path. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Returns the last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the last name of a path without what follows its last dot. */
export function stemOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

/** Returns a folder and the folders above it, the nearest first, the root last. */
export function foldersUp(folder: string): string[] {
  const found = [folder];
  for (let above = folder; above !== ''; ) {
    above = folderOf(above);
    found.push(above);
  }
  return found;
}

const LONGEST_PLACE = 80;

/** Returns the place of a suspect: its symbol where one is known, its file and line. */
export function placeName({
  path,
  symbol,
  line,
}: {
  readonly path: string;
  readonly symbol?: string | undefined;
  readonly line?: number | undefined;
}): string {
  const whole = line === undefined ? path : `${path}:${line}`;
  // The end of a long path tells more than its beginning.
  const place = cite(whole.length > LONGEST_PLACE ? `…${whole.slice(1 - LONGEST_PLACE)}` : whole);
  return symbol === undefined ? place : `${cite(symbol)} (${place})`;
}
