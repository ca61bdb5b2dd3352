/**
 * Makes a tree from the current work tree. The user's index is copied, because it caches which files are
 * unchanged; the other files are added to the copy, and their bytes to the private objects.
 */
import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { type ByteText, bytesOf, fromBytes, showText } from '../../../context/index.ts';
import { type OpenedGit, openGit } from '../open-git.ts';
import { copyIndex } from '../private-copy.ts';
import { readCommitId } from '../read-commits.ts';
import { readStatus } from '../read-status.ts';
import { splitFields } from '../run-git.ts';
import { type ScratchRepository, scratchFault } from './scratch-repository.ts';
import type { TreeEntry, TreeObjects } from './tree-objects.ts';

/** The index that holds the work tree; those of slots have other names. */
export const WORK_INDEX = 'index';

/** The work tree as a tree, and what could not be included as it is. */
export type WrittenWorkTree = { readonly tree: string; readonly notes: readonly string[] };

/** Tag and path, and for tracked files the staged entry. */
type Listed = { readonly tag: string; readonly path: ByteText; readonly staged?: TreeEntry };

const LISTED = /^(\S) (?:(\d{6}) ([0-9a-f]{40,64}) [0-3]\t)?/;
const RAW = /^:\d{6} (\d{6}) [0-9a-f]+ ([0-9a-f]+) ([A-Z])/;
const LIST = [
  ...[
    'ls-files',
    '-z',
    '-v',
    '--stage',
    '--cached',
    '--others',
    '--modified',
    '--deleted',
    '--exclude-standard',
  ],
];
const STAGE = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];

/** Writes the work tree as a tree; some untracked files are left out. */
export function writeWorkTree(
  user: OpenedGit,
  scratch: ScratchRepository,
  objects: TreeObjects,
  isLeftOut: (path: ByteText) => boolean,
): WrittenWorkTree {
  const { top, gitDirectory } = user.places;
  copyIndex(join(gitDirectory, 'index'), join(scratch.gitDirectory, WORK_INDEX));
  const trust = scratch.settings.trust.flatMap(({ key, value }) => ['-c', `${key}=${value}`]);
  const run = (args: readonly string[], paths?: readonly ByteText[]): Uint8Array => {
    const input = paths && { input: fieldsOf(paths), isAlone: true };
    const printed =
      paths?.length === 0
        ? new Uint8Array()
        : scratch.run([...trust, ...args], { index: WORK_INDEX, ...input });
    if (printed === null) throw scratchFault(scratch, 'the files of the work tree cannot be read');
    return printed;
  };
  const listed = parseListed(run(LIST)).filter(
    ({ path, staged }) => staged !== undefined || !isLeftOut(path),
  );
  // The user told git to ignore changes to these, but tests see their bytes.
  const hidden = listed.filter((entry) => isHidden(entry) && statOf(top, entry.path) !== undefined);
  const hiddenPaths = hidden.map(({ path }) => path);
  run(['update-index', '--no-assume-unchanged', '-z', '--stdin'], hiddenPaths);
  run(['update-index', '--no-skip-worktree', '-z', '--stdin'], hiddenPaths);

  const changed = [...listed.filter(isChanged), ...hidden];
  const ways = new Map(changed.map(({ path }) => [path, wayOf(top, path)]));
  const going = (way: Way) => [...ways].flatMap(([path, own]) => (own === way ? [path] : []));
  // INVARIANT (the user's objects stay untouched): git writes without access to them, because it marks the
  // objects it finds there as used. The objects it compares line endings with are copied.
  const known = changed.flatMap(({ staged }) =>
    staged === undefined || isSubmodule(staged) ? [] : [staged.id],
  );
  for (const bytes of objects.read([...new Set(known)]).values()) objects.writeBlob(bytes);
  run(['update-index', '--force-remove', '-z', '--stdin'], going('gone'));
  // Tracked files go first, because a new file may be where a directory was, and vice versa.
  const tracked = new Set(changed.filter(({ staged }) => staged !== undefined).map(({ path }) => path));
  const readable = going('readable');
  run(STAGE, [
    ...readable.filter((path) => tracked.has(path)),
    ...readable.filter((path) => !tracked.has(path)),
  ]);

  const submodules = listed.filter(({ staged }) => staged !== undefined && isSubmodule(staged));
  const notes = [...going('closed').map(describeUnread), ...submoduleNotes(user, submodules)];
  return { tree: stagedTree(user, objects, run), notes };
}

/** Returns the staged tree, built from that of the current commit. */
function stagedTree(
  user: OpenedGit,
  objects: TreeObjects,
  run: (args: readonly string[]) => Uint8Array,
): string {
  const head = readCommitId(user, 'HEAD');
  const base = (head && user.line(['rev-parse', `${head}^{tree}`])) ?? objects.empty;
  const printed = run(['diff-index', '--cached', '--raw', '-z', '--no-renames', '--no-abbrev', base]);
  const fields = [...splitFields(printed)].map(fromBytes);
  const edits = new Map<ByteText, TreeEntry | null>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', id = '', status] = RAW.exec(fields[at] ?? '') ?? [];
    edits.set(fields[at + 1] as ByteText, status === 'D' ? null : { mode, id });
  }
  return objects.edit(base, edits);
}

/** With `-v`, lower-case tags mark files that git was told not to examine. */
function parseListed(printed: Uint8Array): readonly Listed[] {
  return [...splitFields(printed)].map((field) => {
    const text = fromBytes(field);
    const tag = text.slice(0, 1);
    if (tag === '?') return { tag, path: text.slice(2) as ByteText };
    const [head = '', , mode = '', id = ''] = LISTED.exec(text) ?? [];
    return { tag, path: text.slice(head.length) as ByteText, staged: { mode, id } };
  });
}

/** A nested repository is listed with a trailing slash; it is not part of this one. */
function isChanged({ tag, path }: Listed): boolean {
  return /^[MRCK?]$/i.test(tag) && !path.endsWith('/');
}

function isHidden({ tag }: Listed): boolean {
  return tag === 'S' || tag !== tag.toUpperCase();
}

function isSubmodule({ mode }: TreeEntry): boolean {
  return mode === '160000';
}

/**
 * Whether git can read a file: `gone` if it is behind a link, `closed` if it is inaccessible or not a file.
 */
type Way = 'readable' | 'gone' | 'closed';

function wayOf(top: string, path: ByteText): Way {
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const stat = statOf(top, path.slice(0, at) as ByteText);
    if (!stat?.isDirectory()) return 'gone';
  }
  const stat = statOf(top, path);
  if (stat === undefined || stat.isDirectory() || stat.isSymbolicLink()) return 'readable';
  try {
    accessSync(placeOf(top, path), constants.R_OK);
    return stat.isFile() ? 'readable' : 'closed';
  } catch {
    return 'closed';
  }
}

function statOf(top: string, path: ByteText): Stats | undefined {
  try {
    return lstatSync(placeOf(top, path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Returns the location of a path, which may contain any bytes. */
export function placeOf(top: string, path: ByteText): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), bytesOf(path)]);
}

function fieldsOf(paths: readonly ByteText[]): Uint8Array {
  return Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
}

function describeUnread(path: ByteText): string {
  return `${showText(path)} cannot be read and is taken as it was last staged`;
}

/** Submodules are brought as they are; one with local changes differs from its commit. */
function submoduleNotes(user: OpenedGit, submodules: readonly Listed[]): readonly string[] {
  return [...new Set(submodules.map(({ path }) => showText(path)))].flatMap((path) => {
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
