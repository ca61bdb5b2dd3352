/**
 * The slot for states on disk, in the private directory of the run. There is only one state at a time:
 * docs/decisions/0040 explains why runs are not parallel.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type ByteText, fromBytes, toByteText } from '../../../context/index.ts';
import { assertInvariant, PenumbraError } from '../../../kernel/index.ts';
import type { Revision } from '../../../rca/index.ts';
import { splitFields } from '../run-git.ts';
import { type BroughtPath, planBringing, SMALL, UNBOUNDED } from './bring-ignored.ts';
import { findFiltered, sharesBytes } from './copy-tree.ts';
import { isLockFile } from './ignored-rules.ts';
import type { ScratchStates } from './open-state-space.ts';
import { directoryFault, removeTree } from './scratch-directory.ts';
import { type EnterableSlot, makeSlot, type ScratchSlot } from './scratch-slot.ts';
import { type MovedSubmodules, openSubmodules } from './submodules.ts';

export type { ScratchSlot } from './scratch-slot.ts';

type TreeId = Revision['tree'];

/** Puts states on disk to run tests in them. */
export type ScratchPool = {
  /** The ignored paths that every state gets, and how. */
  readonly brought: readonly BroughtPath[];
  /**
   * Puts a state on disk, calls `use`, and keeps the slot for the next state; callers must wait for the
   * previous call.
   */
  withState<Result>(tree: TreeId, use: (slot: ScratchSlot) => Promise<Result>): Promise<Result>;
  /** Returns notes for the reader about the dependencies of a state, as sentences. */
  notesOn(tree: TreeId): readonly string[];
  /** Removes the slot; it must no longer be in use. */
  close(): void;
};

/** Opens a pool of states; its slot is created when needed. */
export function openScratchPool(
  space: ScratchStates,
  { isBuilt = false }: { readonly isBuilt?: boolean } = {},
): ScratchPool {
  const { scratch, top, directory } = space;
  const isShared = sharesBytes({ from: join(scratch.gitDirectory, 'config'), to: directory });
  const plan = planBringing(scratch, { top, isShared, isBuilt });
  const putFiltered = findFiltered(scratch, space.objects, space);
  const submodules = openSubmodules(space, isShared ? UNBOUNDED : SMALL);
  const differing = new Map<TreeId, Dependencies>();
  const dependenciesOf = (tree: TreeId): Dependencies => {
    const found = differing.get(tree) ?? differingDependencies(space, tree);
    differing.set(tree, found);
    return found;
  };
  // A run may have more than one pool.
  const name = mkdtempSync(join(directory, 'pool-')).slice(directory.length + 1);
  let slot: EnterableSlot | null = null;
  let isInUse = false;
  return {
    brought: [...plan, ...submodules.own].map(({ path, how }) => ({
      path: space.pathOf(toByteText(path)),
      how,
    })),
    withState: async (tree, use) => {
      assertInvariant(!isInUse, 'one state is on the disk at a time');
      isInUse = true;
      try {
        slot ??= makeSlot(space, name, {
          plan,
          putFiltered,
          submodules,
          movedIn: (own) => dependenciesOf(own).submodules,
        });
        await enterOrFault(slot, tree);
        return await use({ top: slot.top, directory: slot.directory });
      } finally {
        isInUse = false;
      }
    },
    notesOn: (tree) => {
      const { locks, submodules: moved } = dependenciesOf(tree);
      const missing = [...moved].flatMap(([path, commit]) =>
        commit === null || submodules.has(path, commit) ? [] : [path],
      );
      return [
        ...(locks.length === 0 || isBuilt ? [] : [oldLocks(locks.map(space.pathOf))]),
        ...missing.map((path) => {
          const isOwn = submodules.own.some((own) => toByteText(own.path) === path);
          return lostCommit(space.pathOf(path), isOwn);
        }),
        ...plan.flatMap(({ path, isLasting }) =>
          isLasting ? [notPutBack(space.pathOf(toByteText(path)))] : [],
        ),
      ];
    },
    close: () => removeTree(join(directory, name)),
  };
}

async function enterOrFault(slot: EnterableSlot, tree: TreeId): Promise<void> {
  try {
    await slot.enter(tree);
  } catch (fault) {
    throw fault instanceof PenumbraError ? fault : directoryFault(fault);
  }
}

/** How a state differs from the work tree besides its files: lock files, and submodules at other commits. */
type Dependencies = { readonly locks: readonly ByteText[]; readonly submodules: MovedSubmodules };

const SUBMODULE = '160000';

function differingDependencies({ scratch, workTree }: ScratchStates, tree: TreeId): Dependencies {
  const options = ['-r', '-z', '--raw', '--no-renames', '--no-abbrev'];
  const printed = scratch.run(['diff-tree', ...options, workTree, tree]);
  const fields = [...splitFields(printed ?? new Uint8Array())].map(fromBytes);
  const changes = fields.flatMap((path, at) => (at % 2 === 1 ? [{ path, raw: fields[at - 1] ?? '' }] : []));
  return {
    locks: changes.flatMap(({ path }) => (isLockFile(path) ? [path] : [])),
    submodules: new Map(
      changes.flatMap(({ path, raw }) => {
        const [before, after, , id = ''] = raw.slice(1).split(' ');
        if (before !== SUBMODULE && after !== SUBMODULE) return [];
        return [[path, after === SUBMODULE ? id : null] as const];
      }),
    ),
  };
}

function oldLocks(paths: readonly string[]): string {
  const verb = paths.length === 1 ? 'differs' : 'differ';
  return `${paths.join(', ')} ${verb} at some states, which were run with the packages installed today; --build CMD can install their own`;
}

function notPutBack(path: string): string {
  return `${path} is too large to be put back after each run, so what one state left in it was there in the next`;
}

function lostCommit(path: string, isOwn: boolean): string {
  return isOwn
    ? `the submodule ${path} is at commits in some states that are not here: these states were run with its files of today`
    : `the submodule ${path} of some states is not here: they were run without it`;
}
