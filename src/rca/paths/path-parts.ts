/** The parts of a path, whose names are separated by `/`; the root is the empty string. */
import { cite } from '../../kernel/index.ts';

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Returns the base name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the base name of a path without its extension. */
export function stemOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

/** Returns a folder and the folders above it, nearest first, ending with the root. */
export function foldersUp(folder: string): string[] {
  const found = [folder];
  for (let above = folder; above !== ''; ) {
    above = folderOf(above);
    found.push(above);
  }
  return found;
}

const LONGEST_PLACE = 80;

/** Describes the place of a suspect: its symbol if known, file and line. */
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
  // The end of a long path says more than its beginning.
  const place = cite(whole.length > LONGEST_PLACE ? `…${whole.slice(1 - LONGEST_PLACE)}` : whole);
  return symbol === undefined ? place : `${cite(symbol)} (${place})`;
}
