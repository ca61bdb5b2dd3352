/** Slots for states on the disk, bounded and used in turn; they lie in the private directory of the states' run. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fromBytes, toByteText } from '../../../context/index.ts';
import { PenumbraError } from '../../../kernel/index.ts';
import type { Revision } from '../../../rca/index.ts';
import { splitFields } from '../split-fields.ts';
import { type BroughtPath, planBringing } from './bring-ignored.ts';
import { sharesBytes } from './copy-tree.ts';
import { findFiltered } from './filtered-files.ts';
import { isLockFile } from './ignored-rules.ts';
import type { ScratchStates } from './open-state-space.ts';
import { directoryFault, removeTree } from './scratch-directory.ts';
import { type EnterableSlot, makeSlot, type ScratchSlot } from './scratch-slot.ts';

export type { ScratchSlot } from './scratch-slot.ts';

type TreeId = Revision['tree'];

/** Slots to run tests in. */
export type ScratchPool = {
  /** What git ignores and every state gets, and how; said once. */
  readonly brought: readonly BroughtPath[];
  /** Puts a state on the disk, calls, and keeps the slot for the next one; waits where all slots are in use. */
  withState<Result>(tree: TreeId, use: (slot: ScratchSlot) => Promise<Result>): Promise<Result>;
  /** Returns the lock files and submodules in which a state differs from the work tree, whose packages every state gets. */
  dependenciesDiffer(tree: TreeId): readonly string[];
  /** Removes all slots; whoever uses one has stopped before. */
  close(): void;
};

/** Opens a pool of so many slots at most; they are made when they are needed. */
export function openScratchPool(space: ScratchStates, { most }: { readonly most: number }): ScratchPool {
  const { scratch, top, directory } = space;
  const isShared = sharesBytes({ from: join(scratch.gitDirectory, 'config'), to: directory });
  const plan = planBringing(scratch, { top, isShared });
  const putFiltered = findFiltered(scratch, space.objects, space);
  const free: EnterableSlot[] = [];
  const waiting: ((slot: EnterableSlot) => void)[] = [];
  // A run may have more than one pool.
  const name = mkdtempSync(join(directory, 'pool-')).slice(directory.length + 1);
  let made = 0;

  const acquire = (tree: TreeId): Promise<EnterableSlot> | EnterableSlot => {
    const near = free.findIndex((slot) => slot.holds() === tree);
    const [slot] = free.splice(near < 0 ? free.length - 1 : near, 1);
    if (slot !== undefined) return slot;
    if (made < Math.max(1, most)) return makeSlot(space, { pool: name, slot: ++made }, { plan, putFiltered });
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (slot: EnterableSlot): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(slot);
    else next(slot);
  };
  const differing = new Map<TreeId, readonly string[]>();
  return {
    brought: plan.map(({ path, how }) => ({ path: space.pathOf(toByteText(path)), how })),
    withState: async (tree, use) => {
      const slot = await acquire(tree);
      try {
        await enterOrFault(slot, tree);
        return await use({ top: slot.top, directory: slot.directory });
      } finally {
        release(slot);
      }
    },
    dependenciesDiffer: (tree) => {
      const found = differing.get(tree) ?? changedDependencies(space, tree);
      differing.set(tree, found);
      return found;
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

function changedDependencies({ scratch, workTree, pathOf }: ScratchStates, tree: TreeId): readonly string[] {
  const printed = scratch.run(['diff-tree', '-r', '-z', '--raw', '--no-renames', workTree, tree]);
  const fields = [...splitFields(printed ?? new Uint8Array())].map(fromBytes);
  return fields.flatMap((path, at) => {
    const isSubmodule = / ?160000 /.test(fields[at - 1]?.slice(1, 15) ?? '');
    return at % 2 === 1 && (isLockFile(path) || isSubmodule) ? [pathOf(path)] : [];
  });
}
