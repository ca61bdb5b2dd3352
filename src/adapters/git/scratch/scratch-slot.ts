/**
 * A directory that holds one state at a time. The next state is reached by changing in place what differs, so that times
 * of other files are kept and builds stay warm; what the last run changed is put back, and what it left is removed.
 */
import {
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  rmSync,
  type Stats,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { type ByteText, fromBytes, joinBytes, toByteText } from '../../../context/index.ts';
import { splitFields } from '../run-git.ts';
import { type BringPlan, bringIgnored } from './bring-ignored.ts';
import type { PutFiltered } from './copy-tree.ts';
import { type Warmth, warmthOf } from './ignored-rules.ts';
import type { ScratchStates } from './open-state-space.ts';
import { removeTree } from './scratch-directory.ts';
import { scratchFault } from './scratch-repository.ts';
import type { MovedSubmodules, Submodules } from './submodules.ts';
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
  /** Makes it hold a tree. */
  enter(tree: string): Promise<void>;
};

const COMPARE = ['diff-index', '-z', '--name-only', '--no-renames', '--ignore-submodules=all'];
const OTHERS = ['ls-files', '-z', '--others', '--directory'];
const CHECK_OUT = ['read-tree', '--reset', '-u'];

/** Makes a slot; it is filled when it is entered first. */
export function makeSlot(
  space: ScratchStates,
  pool: string,
  {
    plan,
    putFiltered,
    ...others
  }: {
    readonly plan: BringPlan;
    readonly putFiltered: PutFiltered;
    readonly submodules: Submodules;
    /** Returns the submodules of a state that are not at the user's commit. */
    readonly movedIn: (tree: string) => MovedSubmodules;
  },
): EnterableSlot {
  const { scratch, prefix } = space;
  const top = join(space.directory, pool, 'slot');
  const index = `index-${pool}`;
  const run = { index, workTree: top };
  // This command knows no literal paths; with a dot before it, a path is one.
  const listIgnored = (paths: readonly ByteText[]): readonly ByteText[] => {
    const input = Buffer.from(paths.map((path) => `./${path}/\0`).join(''), 'latin1');
    const args = ['--no-literal-pathspecs', 'check-ignore', '-z', '--stdin'];
    const { stdout } = scratch.ask(args, { ...run, input });
    return [...splitFields(stdout)].map((field) => fromBytes(field).slice(2, -1) as ByteText);
  };
  const keptAmong = keptPaths({ plan, top, listIgnored });
  const submodules = others.submodules.slot({ top, index });
  let held: string | null = null;

  const ask = async (...args: readonly string[]): Promise<readonly ByteText[]> => {
    const { status, stdout } = await scratch.askLater(args, run);
    if (status !== 0) throw scratchFault(scratch, 'a state cannot be put on the disk');
    return [...splitFields(stdout)].map(fromBytes);
  };
  // Git says of some files that they need an update, and fails.
  const refresh = () => scratch.askLater(['update-index', '-q', '--refresh'], run);

  const complete = async (tree: string): Promise<void> => {
    await submodules.put(others.movedIn(tree));
    putFiltered({ top, tree });
    space.makeSlotRepository({ top, index });
    held = tree;
  };

  const fill = async (): Promise<void> => {
    // Whatever a run did to the slot, or a fault left of it, a new one does not have it.
    removeTree(top);
    submodules.forget();
    rmSync(join(scratch.gitDirectory, index), { force: true });
    mkdirSync(top, { mode: 0o700 });
    await ask(...CHECK_OUT, space.workTree);
    for (const path of await ask('ls-files', '-z')) copyTimes(path, { from: space.top, to: top });
    await refresh();
    bringIgnored(plan, { from: space.top, to: top, isTracked: () => false });
    await complete(space.workTree);
  };
  const change = async (tree: string): Promise<void> => {
    const [differing, left] = await Promise.all([ask(...COMPARE, tree), ask(...OTHERS)]);
    const isKept = keptAmong(left.filter((path) => path.endsWith('/')).map(withoutSlash), held === tree);
    for (const path of left) removeOthers(top, withoutSlash(path), isKept);
    submodules.clear(others.movedIn(tree));
    if (differing.length > 0) {
      for (const path of differing) {
        openWay(top, path);
        removeCompiled(top, path);
      }
      const seconds = differing.map((path) => secondOf(placeOf(top, path)));
      await ask(...CHECK_OUT, tree);
      const moved = differing.filter((path, at) => moveOn(placeOf(top, path), seconds[at] ?? null));
      if (moved.length > 0) await refresh();
    }
    const isTracked = (text: string) => {
      const path = toByteText(text);
      const isOther = left.some((other) => path === other || `${path}/`.startsWith(other));
      return !isOther || differing.some((own) => own === path || own.startsWith(`${path}/`));
    };
    bringIgnored(plan, { from: space.top, to: top, isTracked });
    await complete(tree);
  };
  return {
    top,
    directory: join(top, prefix),
    enter: async (tree) => {
      if (held !== null) {
        try {
          await change(tree);
          return;
        } catch {
          held = null;
        }
      }
      // The user's own state comes first: files that another state shares with it keep the user's times.
      await fill();
      if (tree !== space.workTree) await change(tree);
    },
  };
}

/** Tells of what a run left whether it stays, is removed, or has something in it that stays. */
type KeptPaths = (path: ByteText) => 'whole' | 'partly' | 'not';

function keptPaths({
  plan,
  top,
  listIgnored,
}: {
  readonly plan: BringPlan;
  readonly top: string;
  readonly listIgnored: (paths: readonly ByteText[]) => readonly ByteText[];
}): (directories: readonly ByteText[], isSameState: boolean) => KeptPaths {
  const pathsOf = (entries: BringPlan) => new Set(entries.map(({ path }) => toByteText(path)));
  const brought = pathsOf(plan.filter(({ rule, how }) => rule !== 'directory' && how !== 'left-out'));
  const leftOut = pathsOf(plan.filter(({ how }) => how === 'left-out'));
  const above = new Set([...brought].flatMap(directoriesAbove));
  const ignored = new Map<ByteText, boolean>();
  const warmth = (path: ByteText): Warmth => {
    const hasBeside = (name: string) =>
      lstatOf(placeOf(top, joinBytes(parentOf(path), toByteText(name)))) !== undefined;
    const own = warmthOf(path, hasBeside);
    // It was too large to be copied, so that it takes long to be made.
    return own === 'never' && leftOut.has(path) ? 'state' : own;
  };
  return (directories, isSameState) => {
    const stays = new Set(isSameState ? ['always', 'state'] : ['always']);
    const warm = new Set(directories.filter((path) => !brought.has(path) && stays.has(warmth(path))));
    const asked = [...warm].filter((path) => !ignored.has(path));
    const found = new Set(asked.length === 0 ? [] : listIgnored(asked));
    for (const path of asked) ignored.set(path, found.has(path));
    return (path) => {
      if (brought.has(path) || (warm.has(path) && ignored.get(path))) return 'whole';
      return above.has(path) ? 'partly' : 'not';
    };
  };
}

/** Git names directories with a slash behind them, and a link to one without. */
function withoutSlash(path: ByteText): ByteText {
  return path.replace(/\/$/, '') as ByteText;
}

function parentOf(path: ByteText): ByteText {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) as ByteText;
}

function directoriesAbove(path: ByteText): readonly ByteText[] {
  const names = path.split('/');
  return names.slice(1).map((_, depth) => names.slice(0, depth + 1).join('/') as ByteText);
}

function removeOthers(top: string, path: ByteText, isKept: KeptPaths): void {
  const place = placeOf(top, path);
  const kept = isKept(path);
  if (kept === 'whole') return;
  openWay(top, path);
  if (kept === 'not' || !lstatOf(place)?.isDirectory()) removeTree(place);
  else
    for (const name of readdirSync(place, { encoding: 'buffer' }))
      removeOthers(top, joinBytes(path, fromBytes(name)), isKept);
}

/**
 * Removes what Python has compiled of a file that is about to change. It goes by whole seconds and sizes, and what was
 * removed in one state and is there again in the next has no earlier time to move on from.
 */
function removeCompiled(top: string, path: ByteText): void {
  const [, directory = '', stem = ''] = /^(.*\/)?([^/]*)\.py$/s.exec(path) ?? [];
  const cache = placeOf(top, `${directory}__pycache__` as ByteText);
  if (stem === '' || !lstatOf(cache)?.isDirectory()) return;
  for (const name of readdirSync(cache, { encoding: 'buffer' }))
    if (fromBytes(name).startsWith(`${stem}.`)) removeTree(Buffer.concat([cache, Buffer.from('/'), name]));
}

/** Opens the directories on the way to a path, which a run may have closed. */
function openWay(top: string, path: ByteText): void {
  for (const directory of directoriesAbove(path)) {
    const place = placeOf(top, directory);
    const stat = lstatOf(place);
    if (!stat?.isDirectory()) return;
    if ((stat.mode & 0o700) !== 0o700) chmodSync(place, 0o700);
  }
}

/** A file that the user has, too, gets the user's time: builds that were copied know it by that. */
function copyTimes(path: ByteText, { from, to }: { readonly from: string; readonly to: string }): void {
  const known = lstatOf(placeOf(from, path));
  const place = placeOf(to, path);
  if (known?.isFile() && lstatOf(place)?.isFile())
    utimesSync(place, known.atimeMs / 1000, known.mtimeMs / 1000);
}

function lstatOf(place: Buffer): Stats | undefined {
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
