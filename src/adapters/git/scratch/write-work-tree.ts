/**
 * Makes a tree of the work tree as it stands. The user's index is copied, for it remembers which files have not changed;
 * the others are added to the copy, and their bytes to the private objects.
 */
import { accessSync, constants, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type ByteText, bytesOf, fromBytes, showText } from '../../../context/index.ts';
import { copyIndex } from '../copy-index.ts';
import { type OpenedGit, openGit } from '../open-git.ts';
import { readStatus } from '../read-status.ts';
import { splitFields } from '../split-fields.ts';
import { type ScratchRepository, scratchFault } from './scratch-repository.ts';

/** The index that holds the work tree; those of slots are named otherwise. */
export const WORK_INDEX = 'index';

/** The work tree as a tree, and what in it could not be taken over as it is. */
export type WrittenWorkTree = { readonly tree: string; readonly notes: readonly string[] };

type Listed = { readonly tag: string; readonly path: ByteText };

/** Writes the work tree as a tree. */
export function writeWorkTree(user: OpenedGit, scratch: ScratchRepository): WrittenWorkTree {
  const { top, gitDirectory } = user.places;
  copyIndex(join(gitDirectory, 'index'), join(scratch.gitDirectory, WORK_INDEX));
  const trust = scratch.settings.trust.flatMap(({ key, value }) => ['-c', `${key}=${value}`]);
  const run = (args: readonly string[], paths?: readonly ByteText[]) =>
    scratch.run([...trust, ...args], { index: WORK_INDEX, ...(paths && { input: fieldsOf(paths) }) });

  const list = [
    'ls-files',
    '-z',
    '-v',
    '--cached',
    '--others',
    '--modified',
    '--deleted',
    '--exclude-standard',
  ];
  const printed = run(list);
  if (printed === null) throw scratchFault(scratch, 'the work tree cannot be listed');
  const listed = parseListed(printed);

  // The user has told git to look away from these, but tests see their bytes.
  const hidden = listed
    .filter((entry) => isHidden(entry) && isThere(top, entry.path))
    .map(({ path }) => path);
  if (hidden.length > 0)
    for (const mark of ['--no-assume-unchanged', '--no-skip-worktree'])
      run(['update-index', mark, '-z', '--stdin'], hidden);

  const changed = [...new Set([...listed.filter(isChanged).map(({ path }) => path), ...hidden])];
  const unread = changed.filter((path) => isUnreadable(top, path));
  const stage = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
  const staged = changed.filter((path) => !unread.includes(path));
  if (staged.length > 0 && run(stage, staged) === null)
    throw scratchFault(scratch, 'the files of the work tree cannot be read');
  const tree = new TextDecoder().decode(run(['write-tree', '--missing-ok']) ?? new Uint8Array()).trim();
  if (tree === '') throw scratchFault(scratch, 'the work tree cannot be written as a tree');
  return { tree, notes: [...unread.map(describeUnread), ...submoduleNotes(user, scratch)] };
}

/** Tag, space and path; with `-v`, small letters stand for files that git was told not to look at. */
function parseListed(printed: Uint8Array): readonly Listed[] {
  return [...splitFields(printed)].map((field) => {
    const text = fromBytes(field);
    return { tag: text.slice(0, 1), path: text.slice(2) as ByteText };
  });
}

/** A repository inside is named with a slash behind it; it is not part of this one. */
function isChanged({ tag, path }: Listed): boolean {
  return /^[MRCK?]$/i.test(tag) && !path.endsWith('/');
}

function isHidden({ tag }: Listed): boolean {
  return tag === 'S' || tag !== tag.toUpperCase();
}

function isThere(top: string, path: ByteText): boolean {
  return lstatSync(placeOf(top, path), { throwIfNoEntry: false }) !== undefined;
}

/** Tells whether there is something that git could not take over: no file, link or directory, or a closed one. */
function isUnreadable(top: string, path: ByteText): boolean {
  const place = placeOf(top, path);
  try {
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (stat === undefined || stat.isDirectory() || stat.isSymbolicLink()) return false;
    accessSync(place, constants.R_OK);
    return !stat.isFile();
  } catch {
    // What lies below a file is not there.
    return lstatSync(top, { throwIfNoEntry: false }) !== undefined && !isBelowFile(top, path);
  }
}

function isBelowFile(top: string, path: ByteText): boolean {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/'))) as ByteText;
  if (parent === '') return false;
  try {
    return lstatSync(placeOf(top, parent)).isDirectory() === false;
  } catch {
    return isBelowFile(top, parent);
  }
}

/** Returns the place of a path of any bytes. */
export function placeOf(top: string, path: ByteText): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), bytesOf(path)]);
}

function fieldsOf(paths: readonly ByteText[]): Uint8Array {
  return Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
}

function describeUnread(path: ByteText): string {
  return `${showText(path)} cannot be read and is taken as it was last staged`;
}

/** Submodules come as they lie there; one with changes of its own is not what its commit says. */
function submoduleNotes(user: OpenedGit, scratch: ScratchRepository): readonly string[] {
  return submodulePaths(scratch).flatMap((path) => {
    const git = openGit(join(user.places.top, path));
    const status = git?.prefix === '' ? readStatus(git) : null;
    if (status === null || status.changed.length === 0) return [];
    return [`the submodule ${path} has changes of its own, which every state will have`];
  });
}

/** Returns the paths of submodules in the work tree's index. */
export function submodulePaths(scratch: ScratchRepository): readonly string[] {
  const printed = scratch.run(['ls-files', '-z', '--stage'], { index: WORK_INDEX }) ?? new Uint8Array();
  return [...splitFields(printed)].flatMap((field) => {
    const text = new TextDecoder().decode(field);
    return text.startsWith('160000 ') ? [text.slice(text.indexOf('\t') + 1)] : [];
  });
}
