/**
 * The submodules of a state. One at the user's commit is brought as it is in the user's work tree, with its
 * local changes; one at another commit is checked out from the objects that the user's repository has of it.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type ByteText, fromBytes, showText, toByteText } from '../../../context/index.ts';
import { findEscape } from '../find-escape.ts';
import { openGit } from '../open-git.ts';
import { splitFields } from '../run-git.ts';
import { isReachable } from './bring-ignored.ts';
import { type CopyBounds, measureTree, restoreCopy } from './copy-tree.ts';
import type { ScratchStates } from './open-state-space.ts';
import { removeTree } from './scratch-directory.ts';
import { scratchFault } from './scratch-repository.ts';
import { placeOf, submodulePaths } from './write-work-tree.ts';

/** The submodules of a state that are not at the user's commit, by path; null if the state has none there. */
export type MovedSubmodules = ReadonlyMap<ByteText, string | null>;

/** The submodules of a repository, found once. */
export type Submodules = {
  /**
   * The submodules of the user's work tree, and how they are brought into states that have them at the same
   * commit.
   */
  readonly own: readonly { readonly path: string; readonly how: 'copied' | 'linked' }[];
  /** Returns whether a commit of a submodule is available. */
  has(path: ByteText, commit: string): boolean;
  /** Returns the handler of submodules in a slot. */
  slot(slot: { readonly top: string; readonly index: string }): SlotSubmodules;
};

/** The submodules in a slot. */
type SlotSubmodules = {
  /** Removes what the next state does not have, so that its files can be placed there. */
  clear(moved: MovedSubmodules): void;
  /** Places the submodules of the state. */
  put(moved: MovedSubmodules): Promise<void>;
  /** Forgets what was placed, because the slot is made anew. */
  forget(): void;
};

/** Finds the submodules; those over the limits are linked. */
export function openSubmodules(space: ScratchStates, bounds: CopyBounds): Submodules {
  const { scratch, top } = space;
  const own = submodulePaths(scratch).map((path) => {
    const how = measureTree(join(top, path), bounds) ? ('copied' as const) : ('linked' as const);
    return { path, how };
  });
  const stores = new Map<ByteText, string | null>();
  const storeOf = (path: ByteText): string | null => {
    const found = stores.has(path) ? (stores.get(path) ?? null) : findStore(space, path);
    stores.set(path, found);
    return found;
  };
  const known = new Map<string, boolean>();
  const has: Submodules['has'] = (path, commit) => {
    const key = `${commit} ${path}`;
    const objects = storeOf(path);
    const found =
      known.get(key) ??
      (objects !== null && scratch.run(['cat-file', '-e', `${commit}^{tree}`], { objects }) !== null);
    known.set(key, found);
    return found;
  };

  const slot: Submodules['slot'] = ({ top: to, index }) => {
    const laid = new Map<ByteText, string>();
    /** The commit to check out at a path; `OWN` for the user's files, null for nothing. */
    const wantedAt = (path: ByteText, moved: MovedSubmodules): string | null => {
      const commit = moved.get(path);
      return commit === undefined || (commit !== null && !has(path, commit)) ? OWN : commit;
    };
    const layOut = async (path: ByteText, commit: string): Promise<void> => {
      const workTree = ownDirectory(to, showText(path));
      const name = `${index}-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`;
      const run = { index: name, workTree, objects: storeOf(path) ?? '' };
      await scratch.askLater(['update-index', '-q', '--refresh'], run);
      const { status } = await scratch.askLater(['read-tree', '--reset', '-u', commit], run);
      if (status !== 0) throw scratchFault(scratch, 'a submodule cannot be put on the disk');
      const { stdout } = await scratch.askLater(['ls-files', '-z', '--others', '--directory'], run);
      for (const field of splitFields(stdout)) {
        const left = fromBytes(field).replace(/\/$/, '') as ByteText;
        removeTree(placeOf(workTree, left));
      }
    };
    return {
      clear: (moved) => {
        for (const [path, held] of laid)
          if (held !== wantedAt(path, moved)) {
            removeTree(ownDirectory(to, showText(path)));
            laid.delete(path);
          }
      },
      put: async (moved) => {
        for (const { path, how } of own) {
          const place = toByteText(path);
          if (wantedAt(place, moved) !== OWN) continue;
          bringOwn(join(top, path), ownDirectory(to, path), how);
          laid.set(place, OWN);
        }
        for (const path of moved.keys()) {
          const commit = wantedAt(path, moved);
          if (commit === null || commit === OWN) continue;
          await layOut(path, commit);
          laid.set(path, commit);
        }
      },
      forget: () => laid.clear(),
    };
  };
  return { own, has, slot };
}

const OWN = 'own';

/** The objects of a submodule, even if the work tree no longer has it. */
function findStore({ top, userDirectories }: ScratchStates, path: ByteText): string | null {
  const place = showText(path);
  const git = openGit(join(top, place));
  if (git?.prefix === '') return join(git.places.commonDirectory, 'objects');
  for (const directory of userDirectories) {
    const kept = join(directory, 'modules', place);
    const places = { top: join(top, place), gitDirectory: kept, commonDirectory: kept };
    if (existsSync(join(kept, 'objects')) && findEscape(places) === null) return join(kept, 'objects');
  }
  return null;
}

/**
 * Returns the directory of a submodule in a slot, and creates it. INVARIANT (nothing outside): a run may have
 * put a link in its place or on the way to it, and nothing is done through a link.
 */
function ownDirectory(top: string, path: string): string {
  const place = join(top, path);
  if (!isReachable(top, path)) throw new Error('a link leads out of the slot, which is made anew');
  const stat = lstatSync(place, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isDirectory()) removeTree(place);
  mkdirSync(place, { recursive: true });
  return place;
}

/** Brings the user's files, without the pointer to their repository; a run's changes to them are undone. */
function bringOwn(source: string, target: string, how: 'copied' | 'linked'): void {
  if (!existsSync(source)) return;
  const names = new Set(readdirSync(source).filter((name) => name !== '.git'));
  for (const name of readdirSync(target)) if (!names.has(name)) removeTree(join(target, name));
  for (const name of names) {
    const [own, made] = [join(source, name), join(target, name)];
    if (how === 'linked') {
      if (!existsSync(made)) symlinkSync(own, made);
    } else restoreCopy(own, made);
  }
}
