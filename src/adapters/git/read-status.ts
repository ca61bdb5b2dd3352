/** Asks git what differs from the commit at hand or is new and not ignored. */

import { compareCodePoints } from '../../kernel/index.ts';
import type { OpenedGit } from './open-git.ts';
import { decodeField, splitFields } from './run-git.ts';

const STATUS = [
  'status',
  '--porcelain=v1',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  // Looking into a submodule would run git there, by that one's settings.
  '--ignore-submodules=all',
  '--',
  '.',
];

/** What has changed, and the settings under which git reads files without running a program for it. */
export type GitStatus = { readonly changed: readonly ChangedPath[]; readonly silenced: readonly string[] };

/** Returns what has changed, sorted; null where git cannot tell. */
export function readStatus({ run, prefix }: OpenedGit): GitStatus | null {
  const silenced = silenceFilters((args) => run(args));
  const printed = silenced && run([...silenced, ...STATUS]);
  return printed && { changed: parseStatus(printed, prefix), silenced };
}

const PATH_START = 3;
const QUESTION = '?'.charCodeAt(0);
const ADDED = 'A'.charCodeAt(0);

/** A path that has changed, and whether the commit at hand has it not. */
export type ChangedPath = { readonly path: string; readonly isNew: boolean };

/**
 * Returns the paths below a workspace, sorted; `prefix` leads to it from the top of the work tree. Git prints two letters,
 * a space and a path from the top, ended by NUL.
 */
function parseStatus(printed: Uint8Array, prefix: string): readonly ChangedPath[] {
  const paths = new Map<string, ChangedPath>();
  for (const entry of splitFields(printed)) {
    const path = decodeField(entry.subarray(PATH_START));
    // A repository inside is named with a slash behind it; it is not part of this one.
    if (path === undefined || path === '' || path.endsWith('/') || !path.startsWith(prefix)) continue;
    const below = path.slice(prefix.length);
    // A file that was staged as deleted and lies there again is told twice.
    const isNew = (entry[0] === QUESTION || entry[0] === ADDED) && !paths.has(below);
    paths.set(below, { path: below, isNew });
  }
  return [...paths.values()].sort((one, other) => compareCodePoints(one.path, other.path));
}

const FILTERS = String.raw`^filter\..*\.(clean|smudge|process|required)$`;

/**
 * Returns arguments that empty every filter the repository sets, or null where one cannot be reached. Telling
 * whether a file has changed, git would pass it through the program that its attributes and the repository's
 * settings name.
 */
export function silenceFilters(
  run: (args: readonly string[]) => Uint8Array | null,
): readonly string[] | null {
  // Git answers with a fault where nothing matches, so that one match is made sure of.
  const printed = run([
    '-c',
    'filter.none.clean=',
    'config',
    '--null',
    '--name-only',
    '--get-regexp',
    FILTERS,
  ]);
  if (printed === null) return null;
  const names = new TextDecoder().decode(printed).split('\0').filter(Boolean);
  // Such a name cannot be given on the command line, and a name with other bytes not be repeated.
  if (names.some((name) => /[=\n\uFFFD]/.test(name))) return null;
  return [...new Set(names)].flatMap((name) => [
    '-c',
    name.endsWith('.required') ? `${name}=false` : `${name}=`,
  ]);
}
