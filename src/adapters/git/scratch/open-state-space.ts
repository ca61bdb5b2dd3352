/**
 * The states of a repository that experiments can run on, as git trees. They are made in a private git
 * directory; from the user's repository only objects, settings, the index and files are read, and nothing is
 * written.
 */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ByteText, showText, toByteText } from '../../../context/index.ts';
import { PenumbraError } from '../../../kernel/index.ts';
import type { ChangeUnit, MergedStep, Revision, StateSpace } from '../../../rca/index.ts';
import { alternatesOf, findEscape } from '../find-escape.ts';
import { findRepository } from '../find-repository.ts';
import { type OpenedGit, openGit } from '../open-git.ts';
import { isFullId, resolveRevision } from '../read-commits.ts';
import { splitFields } from '../run-git.ts';
import { type FileChange, readFileChanges, readManyChanges } from './file-changes.ts';
import { makePatch } from './make-patch.ts';
import { directoryFault, openScratchDirectory, removeTree } from './scratch-directory.ts';
import { makeScratchRepository, type ScratchRepository } from './scratch-repository.ts';
import { takeBack, takeBackAt } from './take-back.ts';
import { openTreeObjects, type TreeObjects } from './tree-objects.ts';
import { writeWorkTree } from './write-work-tree.ts';

/**
 * Scratch states, and what a pool needs to put them on disk. Paths are relative to the workspace; `../` leads
 * out of it.
 */
export type ScratchStates = StateSpace & {
  /** The path from the top of the repository to the workspace: empty, or ending in a slash. */
  readonly prefix: string;
  /** Differences from the user's own setup, as sentences. */
  readonly notes: readonly string[];
  /** Returns the bytes of a file of a tree; undefined if it does not exist. */
  read(tree: string, path: string): Uint8Array | undefined;
  /** Converts a path from the top for display. */
  pathOf(path: ByteText): string;
  /** The top of the user's work tree. */
  readonly top: string;
  /** Everything that belongs to the user: the work tree, and its repository if that is elsewhere. */
  readonly userDirectories: readonly string[];
  /** The private directory of this run. */
  readonly directory: string;
  readonly scratch: ScratchRepository;
  readonly objects: TreeObjects;
  /** Creates a separate repository beside the files of a slot. */
  readonly makeSlotRepository: MakeSlotRepository;
  /** Removes everything. */
  close(): void;
};

/** Where scratch states are kept. */
export type StateSpaceOptions = {
  /** The directory in which the run gets its own; defaults to one of the user's for temporary files. */
  readonly directory?: string;
  /** Files, by full path, that are not part of any state unless git tracks them. */
  readonly leavesOut?: readonly string[];
};

type Change = { readonly before: string; readonly after: string };
const MOST_KEPT = 16;

/** Opens the states of the repository around a workspace. */
export function openStateSpace(
  root: string,
  { directory, leavesOut = [] }: StateSpaceOptions = {},
): ScratchStates {
  const user = openUserGit(root);
  const own = openScratchDirectory(user.places.top, directory);
  try {
    return makeStates(user, own, leavesOut);
  } catch (fault) {
    own.close();
    throw fault instanceof PenumbraError ? fault : directoryFault(fault);
  }
}

function makeStates(
  user: OpenedGit,
  own: { readonly path: string; close(): void },
  leavesOut: readonly string[],
): ScratchStates {
  const { prefix, places } = user;
  const scratch = makeScratchRepository(user, own.path);
  const objects = openTreeObjects(scratch);
  const outside = new Set(leavesOut.map((file) => toByteText(posix.relative(places.top, file))));
  const { tree: workTree, notes } = writeWorkTree(user, scratch, objects, (path) => outside.has(path));
  const pathOf = (path: ByteText) =>
    prefix === '' ? showText(path) : posix.relative(prefix, showText(path));
  const fromTop = (path: string) => toByteText(posix.join(prefix, path));
  const kept = new Map<string, readonly FileChange[]>();
  const changesOf = (change: Change): readonly FileChange[] => {
    const key = `${change.before} ${change.after}`;
    const found = kept.get(key) ?? readFileChanges({ scratch, objects, pathOf }, change);
    kept.set(key, found);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return found;
  };
  const changesAlong = (trees: readonly string[]) => {
    const steps = trees.slice(1).map((before, newer) => ({ before, after: trees[newer] ?? before }));
    const read = readManyChanges({ scratch, objects, pathOf }, steps);
    return read ?? steps.map(changesOf);
  };
  const userDirectories = [...new Set([places.top, places.gitDirectory, places.commonDirectory])];
  return {
    ...{
      userDirectories,
      workTree,
      prefix,
      notes,
      scratch,
      objects,
      top: places.top,
      directory: own.path,
      close: own.close,
    },
    pathOf,
    read: (tree, path) => {
      const { id } = objects.entry(tree, fromTop(path)) ?? {};
      return id === undefined ? undefined : objects.read([id]).get(id);
    },
    makeSlotRepository: readSlotRepository(user, scratch),
    history: (most) => revisions(user, ['--first-parent', `--max-count=${Math.max(0, most)}`, 'HEAD']),
    merged: (commit) => mergedSteps(user, commit),
    resolve: (revision) => {
      const commit = resolveRevision(user, revision);
      return commit === null ? null : (revisions(user, ['--max-count=1', commit])[0] ?? null);
    },
    carry: (tree, { from, paths }) => {
      const edits = paths.map(fromTop).flatMap((path) => {
        const taken = objects.filesAt(tree, path).map((file) => [file, null] as const);
        const given = objects
          .filesAt(from, path)
          .map((file) => [file, objects.entry(from, file) ?? null] as const);
        return [...taken, ...given];
      });
      return objects.edit(tree, new Map(edits));
    },
    changes: (before, after) => changesOf({ before, after }).flatMap(({ units }) => units),
    changesAlong: (trees) => changesAlong(trees).map((step) => step.flatMap(({ units }) => units)),
    without: (change, units) =>
      takeBack(
        objects,
        { after: change.after, changes: changesOf(change) },
        knownUnits(changesOf(change), units),
      ),
    undo: (change, { units, at }) => {
      const changes = changesOf(change);
      const movedTo = renamesBetween(scratch, change.after, at);
      return takeBackAt({ scratch, objects, at, movedTo }, changes, knownUnits(changes, units));
    },
    patch: (before, after) => makePatch(scratch, { before, after }),
  };
}

/** The user's git, for reading; the person who starts experiments vouches for borrowed objects. */
function openUserGit(root: string): OpenedGit {
  const places = findRepository(root);
  if (places === undefined) {
    const hint = 'run `git init` and commit once, or investigate without running tests';
    throw new PenumbraError('usage', 'there is no git repository around the workspace', { hint });
  }
  const granted = alternatesOf(places);
  const wayOut = findEscape(places, granted);
  if (wayOut !== null) {
    const hint = 'remove what leads out of the repository, or work in a fresh clone';
    throw new PenumbraError('unreadable-input', `git would be led out of the repository: ${wayOut}`, {
      hint,
    });
  }
  const git = openGit(root, { granted });
  if (git === null || git.run(['rev-parse', '--git-dir']) === null) {
    const hint = 'install git, and see that `git status` works here';
    throw new PenumbraError('unsupported-runtime', 'git is missing or cannot read the repository', { hint });
  }
  return git;
}

function revisions(user: OpenedGit, args: readonly string[]): readonly Revision[] {
  const printed = user.line(['rev-list', '--format=%T', ...args, '--']) ?? '';
  const lines = printed.split('\n').map((line) => line.replace(/^commit /, ''));
  return lines.flatMap((commit, index) => {
    const tree = lines[index + 1] ?? '';
    return index % 2 === 0 && isFullId(commit) && isFullId(tree) ? [{ commit, tree }] : [];
  });
}

/** How many commits of a merged branch are considered. */
const MOST_MERGED = 1_000;

function mergedSteps(user: OpenedGit, commit: string): readonly (readonly MergedStep[])[] {
  const [, first, ...others] = (
    user.line(['rev-list', '--parents', '--max-count=1', commit, '--']) ?? ''
  ).split(' ');
  return others.map((tip) => {
    const range = [`--max-count=${MOST_MERGED}`, '--topo-order', '--boundary', tip, `^${first}`, '--'];
    const printed = user.line(['rev-list', '--format=%T %P', ...range]) ?? '';
    const found = [...printed.matchAll(/^commit (-?)(\w+)\n(\w+) ?(.*)$/gm)];
    const trees = new Map(found.map(([, , id = '', tree = '']) => [id, tree]));
    return found.flatMap(([, mark, id = '', tree = '', parents = '']) => {
      const [parent = '', ...more] = parents.split(' ');
      const older = trees.get(parent);
      if (mark === '-' || older === undefined) return [];
      return [
        { newer: { commit: id, tree }, older: { commit: parent, tree: older }, isMerge: more.length > 0 },
      ];
    });
  });
}

/** Units are identified by id; one of another change would silently do nothing. */
function knownUnits(changes: readonly FileChange[], units: readonly ChangeUnit[]): readonly ChangeUnit[] {
  const known = new Set(changes.flatMap((change) => change.units.map(({ id }) => id)));
  const stray = units.find(({ id }) => !known.has(id));
  if (stray !== undefined) throw new PenumbraError('internal', `${stray.id} is no piece of this change`);
  return units;
}

/** Files that were renamed after a change are looked up under their new names. */
function renamesBetween(scratch: ScratchRepository, after: string, at: string): (path: ByteText) => ByteText {
  if (after === at) return (path) => path;
  const args = ['diff-tree', '-r', '-z', '-M50%', '-l400', '--diff-filter=R', '--raw', after, at];
  const fields = [...splitFields(scratch.run(args) ?? new Uint8Array())].map((field) =>
    Buffer.from(field).toString('latin1'),
  );
  const moved = new Map<string, ByteText>();
  for (let index = 0; index + 2 < fields.length; index += 3)
    moved.set(fields[index + 1] ?? '', (fields[index + 2] ?? '') as ByteText);
  return (path) => moved.get(path) ?? path;
}

/** Creates a repository beside the files of a slot. */
type MakeSlotRepository = (slot: { readonly top: string; readonly index: string }) => void;

/** Reads the ref names once, and returns a function that creates repositories with them. */
function readSlotRepository(user: OpenedGit, scratch: ScratchRepository): MakeSlotRepository {
  const names = user.line(['for-each-ref', '--format=%(objectname) %(refname)']) ?? '';
  const head = readFileSync(join(user.places.gitDirectory, 'HEAD'));
  const config = readFileSync(join(scratch.gitDirectory, 'config'));
  const exclude = readFileSync(join(scratch.gitDirectory, 'info', 'exclude'));
  const stores = [join(user.places.commonDirectory, 'objects'), join(scratch.gitDirectory, 'objects')];
  return ({ top, index }) => {
    const directory = join(top, '.git');
    removeTree(directory);
    for (const name of ['objects/info', 'refs/heads', 'info'])
      mkdirSync(join(directory, name), { recursive: true, mode: 0o700 });
    const write = (name: string, text: Uint8Array | string) => writeFileSync(join(directory, name), text);
    write('HEAD', head);
    write('config', config);
    write('info/exclude', exclude);
    write('packed-refs', `# pack-refs with: sorted\n${names}\n`);
    write('objects/info/alternates', `${stores.join('\n')}\n`);
    copyFileSync(join(scratch.gitDirectory, index), join(directory, 'index'));
  };
}
