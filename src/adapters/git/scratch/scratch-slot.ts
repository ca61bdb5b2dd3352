/**
 * A directory that holds one state at a time. The next state is reached by changing in place what differs, so that times
 * of other files are kept and builds stay warm; what the last run changed is put back, and what it left is removed.
 */
import { lstatSync, lutimesSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type ByteText, decodeText, fromBytes, toByteText } from '../../../context/index.ts';
import { splitFields } from '../split-fields.ts';
import { type BringPlan, bringIgnored } from './bring-ignored.ts';
import { isBuildFolder } from './ignored-rules.ts';
import type { ScratchStates } from './open-state-space.ts';
import { removeTree } from './scratch-directory.ts';
import { scratchFault } from './scratch-repository.ts';
import { placeOf } from './write-work-tree.ts';

/** A state on the disk. */
export type ScratchSlot = {
  /** Stands for the workspace: what is run, is run here. */
  readonly directory: string;
  /** Stands for the top of the repository. */
  readonly top: string;
};

/** A slot that can be made to hold a state. */
export type EnterableSlot = ScratchSlot & {
  /** The tree that it holds or held last. */
  readonly holds: () => string | null;
  /** Makes it hold a tree. */
  enter(tree: string): Promise<void>;
};

/** Makes a slot. */
export function makeSlot(space: ScratchStates, name: string, plan: BringPlan): EnterableSlot {
  const { scratch, prefix } = space;
  const top = join(space.directory, name);
  const index = `index-${name}`;
  const brought = new Set<string>(plan.map(({ path }) => toByteText(path)));
  const ignored = new Map<ByteText, boolean>();
  let held: string | null = null;

  const ask = async (args: readonly string[], what: string): Promise<Uint8Array> => {
    const { status, stdout } = await scratch.askLater(args, { index, workTree: top });
    if (status !== 0) throw scratchFault(scratch, what);
    return stdout;
  };
  const fill = async (tree: string): Promise<void> => {
    mkdirSync(top, { mode: 0o700 });
    // The user's own state comes first, for what its files have in common with another's keeps the user's times.
    await ask(['read-tree', '--reset', '-u', space.workTree], 'a state cannot be put on the disk');
    const paths = await ask(['ls-files', '-z'], 'a state cannot be listed');
    for (const field of splitFields(paths)) copyTimes(fromBytes(field), { from: space.top, to: top });
    await scratch.askLater(['update-index', '-q', '--refresh'], { index, workTree: top });
    held = space.workTree;
    bringIgnored(plan, { from: space.top, to: top });
    if (tree !== held) await change(tree);
  };
  const clean = async (): Promise<void> => {
    const printed = await ask(
      ['ls-files', '-z', '--others', '--directory'],
      'what a run left cannot be listed',
    );
    for (const field of splitFields(printed)) {
      const path = fromBytes(field).replace(/\/$/, '') as ByteText;
      if (!isKept(path)) removeTree(placeOf(top, path));
    }
  };
  const isKept = (path: ByteText): boolean => {
    if (brought.has(path)) return true;
    if (!isBuildFolder(path)) return [...brought].some((other) => other.startsWith(`${path}/`));
    const known = ignored.get(path) ?? isIgnored(path);
    ignored.set(path, known);
    return known;
  };
  const isIgnored = (path: ByteText): boolean => {
    const text = decodeText(path);
    return (
      text !== undefined && scratch.run(['check-ignore', '-q', `${text}/`], { workTree: top, index }) !== null
    );
  };
  const change = async (tree: string): Promise<void> => {
    const differing = await ask(
      ['diff-index', '-z', '--name-only', '--no-renames', '--ignore-submodules=all', tree],
      'a state cannot be compared',
    );
    const paths = [...splitFields(differing)].map(fromBytes);
    await clean();
    if (paths.length > 0 || held !== tree) {
      const before = paths.map((path) => secondOf(placeOf(top, path)));
      await ask(['read-tree', '--reset', '-u', tree], 'a state cannot be put on the disk');
      const moved = paths.filter((path, at) => moveOn(placeOf(top, path), before[at] ?? null));
      if (moved.length > 0)
        await scratch.askLater(['update-index', '-q', '--refresh'], { index, workTree: top });
    }
    held = tree;
    bringIgnored(plan, { from: space.top, to: top });
  };
  return {
    top,
    directory: join(top, prefix),
    holds: () => held,
    enter: (tree) => (held === null ? fill(tree) : change(tree)),
  };
}

/** A file that the user has, too, gets the user's time: builds that were copied know it by that. */
function copyTimes(path: ByteText, { from, to }: { readonly from: string; readonly to: string }): void {
  const known = lstatOf(placeOf(from, path));
  const place = placeOf(to, path);
  if (known?.isFile() && lstatOf(place)?.isFile()) utimesSync(place, known.atime, known.mtime);
}

function lstatOf(place: Buffer) {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function secondOf(place: Buffer): number | null {
  const stat = lstatOf(place);
  return stat === undefined ? null : Math.floor(stat.mtimeMs / 1000);
}

/**
 * Gives a file that was changed within the second of its last change a time in the next one: Python and others tell
 * versions of a file apart by whole seconds and its size. Tells whether it did.
 */
function moveOn(place: Buffer, before: number | null): boolean {
  const stat = lstatOf(place);
  if (stat === undefined || stat.isDirectory() || before === null) return false;
  if (Math.floor(stat.mtimeMs / 1000) > before) return false;
  lutimesSync(place, before + 1, before + 1);
  return true;
}
