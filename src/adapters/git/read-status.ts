/** Asks git which files differ from the current commit, or are new and not ignored. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeLimits, type DiffBatch, type FileDiff } from '../../context/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import type { GitRunOptions, OpenedGit } from './open-git.ts';
import { describeFiles, parseRawEntries } from './parse-patch.ts';
import { withIndexCopy, withNamedCopy } from './private-copy.ts';
import { withBlobs } from './read-blobs.ts';
import { readCommitId } from './read-commits.ts';
import { COMPARED_FILE_BYTES, hunkOptions, hunkSettings, PATCH_BYTES, rawOptions } from './read-diffs.ts';
import { decodeField, splitFields } from './run-git.ts';

const STATUS = [
  'status',
  '--porcelain=v1',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  // Examining a submodule would run git there, with the submodule's settings.
  '--ignore-submodules=all',
  '--',
  '.',
];

/** The changes, and the settings under which git reads files without running a filter program. */
export type GitStatus = { readonly changed: readonly ChangedPath[]; readonly silenced: readonly string[] };

/** Returns the changed paths, sorted; null if git cannot tell. */
export function readStatus({ run, prefix }: OpenedGit): GitStatus | null {
  const silenced = silenceFilters((args) => run(args));
  const printed = silenced && run([...silenced, ...STATUS]);
  return printed && { changed: parseStatus(printed, prefix), silenced };
}

const PATH_START = 3;
const QUESTION = '?'.charCodeAt(0);
const ADDED = 'A'.charCodeAt(0);

/** A changed path, and whether it is missing in the current commit. */
type ChangedPath = { readonly path: string; readonly isNew: boolean };

/**
 * Returns the paths below a workspace, sorted; `prefix` is its path relative to the top of the work tree. Git
 * prints two letters, a space and a path relative to the top, terminated by NUL.
 */
function parseStatus(printed: Uint8Array, prefix: string): readonly ChangedPath[] {
  const paths = new Map<string, ChangedPath>();
  for (const entry of splitFields(printed)) {
    const path = decodeField(entry.subarray(PATH_START));
    // A nested repository is printed with a trailing slash; it is not part of this one.
    if (path === undefined || path === '' || path.endsWith('/') || !path.startsWith(prefix)) continue;
    const below = path.slice(prefix.length);
    // A file that was staged as deleted and exists again is listed twice.
    const isNew = (entry[0] === QUESTION || entry[0] === ADDED) && !paths.has(below);
    paths.set(below, { path: below, isNew });
  }
  return [...paths.values()].sort((one, other) => compareCodePoints(one.path, other.path));
}

const FILTERS = String.raw`^filter\..*\.(clean|smudge|process|required)$`;

/**
 * Returns arguments that disable every filter the repository configures, or null if one cannot be disabled.
 * To detect changes, git would pass a file through the program that its attributes and the repository's
 * settings name.
 */
export function silenceFilters(
  run: (args: readonly string[]) => Uint8Array | null,
): readonly string[] | null {
  // Git exits with an error if nothing matches, so one match is guaranteed.
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
  // Such a name cannot be passed on the command line, and one with other bytes cannot be repeated.
  if (names.some((name) => /[=\n\uFFFD]/.test(name))) return null;
  return [...new Set(names)].flatMap((name) => [
    '-c',
    name.endsWith('.required') ? `${name}=false` : `${name}=`,
  ]);
}

const NUL = 0;
/** Files the program itself writes into a workspace. */
const OWN = /^\.penumbra(?:\/|$)/;
const NOTHING: DiffBatch = { diffs: [], blobs: new Map() };

/** Returns the uncommitted changes as one change, or none; null if git cannot tell. */
export function readUncommitted(git: OpenedGit): DiffBatch | null {
  const status = readStatus(git);
  if (status === null) return null;
  const { silenced } = status;
  const changed = status.changed.filter(({ path }) => !OWN.test(path));
  if (changed.length === 0) return NOTHING;
  const listed = changed.slice(0, changeLimits.files);
  return withStagedCopy(git, { listed, silenced }, ({ run, unread }) => {
    const head = readCommitId(git, 'HEAD');
    const compared = (run && compareStaged(git, { head, run })) ?? [];
    const isRead = new Set(compared.map(({ path }) => path));
    const others = listed.filter(({ path }) => unread.has(path) || (run === null && !isRead.has(path)));
    const files = [...compared.filter(({ path }) => !unread.has(path)), ...others.map(describeUnread)];
    const diff = {
      ...{ commit: null, subject: '', author: '', date: '' },
      files: files.sort((one, other) => compareCodePoints(one.path, other.path)),
      leftOut: changed.length - listed.length,
      isWhole: true,
    };
    const diffs = files.length === 0 ? [] : [diff];
    return withBlobs(git, diffs, { comparedBytes: COMPARED_FILE_BYTES, ...(run && { run }) });
  });
}

type Staging = { readonly listed: readonly ChangedPath[]; readonly silenced: readonly string[] };

/** Options for git to see everything as staged, or null if that failed; and the files that were not read. */
type Staged = { readonly run: GitRunOptions | null; readonly unread: ReadonlySet<string> };

function withStagedCopy<Result>(
  git: OpenedGit,
  { listed, silenced }: Staging,
  use: (staged: Staged) => Result,
): Result | null {
  const unread = new Set<string>();
  const objects = mkdtempSync(join(tmpdir(), 'penumbra-objects-'));
  const bounds = { fileBytes: COMPARED_FILE_BYTES, onUnread: (path: string) => void unread.add(path) };
  const paths = listed.map(({ path }) => path);
  try {
    return withIndexCopy(git.places, (index) =>
      withNamedCopy(
        git,
        paths,
        ({ currentDirectory, environment }) => {
          const own = { ...index, ...environment, ...objectsIn(objects, git) };
          const run = { currentDirectory, environment: own };
          const staged = paths.filter((path) => !unread.has(path));
          const args = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
          const input = new TextEncoder().encode(staged.map((path) => `${path}\0`).join(''));
          const isStaged = git.run([...hunkSettings, ...silenced, ...args], { ...run, input }) !== null;
          return use({ run: isStaged ? run : null, unread });
        },
        bounds,
      ),
    );
  } finally {
    rmSync(objects, { recursive: true, force: true });
  }
}

/** New objects are written to our own directory, and existing ones read from the repository's. */
function objectsIn(directory: string, { places }: OpenedGit): Readonly<Record<string, string>> {
  const known = join(places.commonDirectory, 'objects').replace(/["\\]/g, '\\$&');
  return { GIT_OBJECT_DIRECTORY: directory, GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${known}"` };
}

function compareStaged(
  git: OpenedGit,
  { head, run }: { readonly head: string | null; readonly run: GitRunOptions },
): readonly FileDiff[] | null {
  const args = [...hunkSettings, 'diff', '--cached', ...rawOptions];
  const sides = [...(head === null ? [] : [head]), '--', '.'];
  const { status, stdout } = git.ask([...args, ...hunkOptions, ...sides], { ...run, maxBytes: PATCH_BYTES });
  const isWhole = status === 0;
  const printed = isWhole ? stdout : git.run([...args, '-M100%', ...sides], run);
  const raw = printed && parseRawEntries(printed, 0);
  if (!printed || !raw) return null;
  const patch = isWhole ? printed.subarray(raw.end + (printed[raw.end] === NUL ? 1 : 0)) : null;
  return describeFiles(raw.entries, patch).files;
}

function describeUnread({ path, isNew }: ChangedPath): FileDiff {
  return { path, kind: isNew ? 'added' : 'modified', before: null, after: null, hunks: [], isCut: true };
}
