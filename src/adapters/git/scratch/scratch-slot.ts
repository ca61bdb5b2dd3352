/**
 * A directory that holds one state at a time. It is switched to the next state by changing only what differs,
 * so that other files keep their times and builds stay warm; what the last run changed is restored, and what
 * it left behind is removed.
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

/** A state on disk. */
export type ScratchSlot = {
  /** Corresponds to the workspace: commands run here. */
  readonly directory: string;
  /** Corresponds to the top of the repository. */
  readonly top: string;
};

/** A slot that can be switched between states. */
export type EnterableSlot = ScratchSlot & {
  /** Switches it to a tree. */
  enter(tree: string): Promise<void>;
};

const COMPARE = ['diff-index', '-z', '--name-only', '--no-renames', '--ignore-submodules=all'];
const OTHERS = ['ls-files', '-z', '--others', '--directory'];
const CHECK_OUT = ['read-tree', '--reset', '-u'];

/** Makes a slot; it is filled when first entered. */
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
  // This command does not accept literal pathspecs; a path starting with a dot is taken literally.
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
  // Git reports that some files need an update, and fails.
  const refresh = () => scratch.askLater(['update-index', '-q', '--refresh'], run);

  const complete = async (tree: string): Promise<void> => {
    await submodules.put(others.movedIn(tree));
    putFiltered({ top, tree });
    space.makeSlotRepository({ top, index });
    held = tree;
  };

  const fill = async (): Promise<void> => {
    // A new slot has none of what a run did to the old one or a fault left in it.
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
      // The user's own state comes first: files that other states share with it keep the user's times.
      await fill();
      if (tree !== space.workTree) await change(tree);
    },
  };
}

/** Returns whether something a run left behind is kept, removed, or contains something that is kept. */
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
    // It was too large to be copied, so it takes long to build.
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

/** Git lists directories with a trailing slash, and a link to one without. */
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
 * Removes Python's compiled files for a source that is about to change. Python compares whole seconds and
 * sizes, and a file that was removed in one state and is back in the next has no earlier time to advance
 * from.
 */
function removeCompiled(top: string, path: ByteText): void {
  const [, directory = '', stem = ''] = /^(.*\/)?([^/]*)\.py$/s.exec(path) ?? [];
  const cache = placeOf(top, `${directory}__pycache__` as ByteText);
  if (stem === '' || !lstatOf(cache)?.isDirectory()) return;
  for (const name of readdirSync(cache, { encoding: 'buffer' }))
    if (fromBytes(name).startsWith(`${stem}.`)) removeTree(Buffer.concat([cache, Buffer.from('/'), name]));
}

/** Makes the directories on the way to a path accessible, which a run may have closed. */
function openWay(top: string, path: ByteText): void {
  for (const directory of directoriesAbove(path)) {
    const place = placeOf(top, directory);
    const stat = lstatOf(place);
    if (!stat?.isDirectory()) return;
    if ((stat.mode & 0o700) !== 0o700) chmodSync(place, 0o700);
  }
}

/** A file that the user also has gets the user's time, by which copied builds recognize it. */
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
 * Moves the time of a file changed within the same second as its last change to the next second: Python and
 * others distinguish versions of a file by whole seconds and size. Returns whether it did.
 */
function moveOn(place: Buffer, before: number | null): boolean {
  const stat = lstatOf(place);
  if (stat === undefined || stat.isDirectory() || before === null) return false;
  if (Math.floor(stat.mtimeMs / 1000) > before) return false;
  lutimesSync(place, before + 1, before + 1);
  return true;
}
