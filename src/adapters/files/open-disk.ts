/**
 * The real disk behind the guard and the tools. Host paths exist only here: a directory is passed in once and
 * is a token from then on, and everything below it is reached component by component without following links.
 */
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Disk, DiskAnswer, DiskPlace, DiskRoot } from '../../guard/index.ts';
import type { HostRoot } from '../../kernel/index.ts';
import type {
  DiskChanges,
  DiskFault,
  DiskFiles,
  DiskReader,
  HoldPlace,
  ReadBounds,
} from '../../tools/index.ts';
import {
  type HeldDirectory,
  type HeldPath,
  type Holding,
  hasDescriptorPaths,
  holdOnce,
  isWithin,
  nameOfBytes,
  namesOf,
  openHeldPath,
  type RealRoot,
  realPathOf,
} from '../paths/index.ts';
import { changeDisk } from './change-disk.ts';
import { listHeld, lookAtEntry, readHeldFile } from './read-held.ts';

/** Options for opening a disk; default to the best the system allows. */
export type DiskOptions = Partial<Holding>;

/** The disk of this machine; `hold` holds directories to run programs in. */
type LocalDisk = Disk & DiskFiles & DiskChanges & { readonly hold: HoldPlace };
type Entry = { readonly parent: string; readonly name: string };

/** Opens the disk of this machine. */
export function openDisk({
  isByDescriptor = hasDescriptorPaths(),
  isNameChecked,
}: DiskOptions = {}): LocalDisk {
  const realRoots = new WeakMap<DiskRoot, RealRoot>();
  const kept = createKeptDirectory();

  const openRoot = (directory: string): DiskRoot | null => {
    const path = realDirectory(directory);
    if (path === undefined) return null;
    const root = Object.freeze({}) as DiskRoot;
    const folds = foldsNames(path);
    realRoots.set(root, {
      path,
      holding: {
        isByDescriptor,
        get isNameChecked() {
          return isNameChecked ?? folds();
        },
      },
    });
    return root;
  };

  const openWay = (root: DiskRoot): HeldPath | undefined => {
    const real = realRoots.get(root);
    kept.release();
    return real && openHeldPath(real.path, real.holding);
  };

  /** Holds a directory while it is used. */
  const useDirectory = <Result>(
    { root, path }: DiskPlace,
    use: (held: HeldDirectory) => Result,
  ): Result | DiskFault => {
    const real = realRoots.get(root);
    const held = real === undefined ? 'absent' : (kept.take(real, path) ?? holdOnce(real, path));
    if (typeof held === 'string') return held;
    try {
      return use(held);
    } finally {
      held.release();
    }
  };

  const lookUp = ({ root, path }: DiskPlace): DiskAnswer => {
    const { parent, name } = entryOf(path);
    kept.release();
    const real = realRoots.get(root);
    const held = real === undefined ? 'absent' : holdOnce(real, parent);
    if (real === undefined || typeof held === 'string') return held === 'link' ? 'link' : 'absent';
    const answer = path === '' ? 'present' : lookAtEntry(held, name);
    kept.keep(real, parent, held);
    return answer;
  };

  const openReader = ({ root, path: top }: DiskPlace): DiskReader => {
    const way = openWay(root);
    return {
      readFile: (path, bounds) => {
        const names = [...namesOf(top), ...namesOf(path)];
        const held = way?.leadTo(names.slice(0, -1)) ?? 'absent';
        if (typeof held === 'string') return fileFaultOf(held);
        return readHeldFile(held, names.at(-1), bounds);
      },
      [Symbol.dispose]: () => way?.[Symbol.dispose](),
    };
  };

  return Object.freeze({
    ...changeDisk(openWay),
    openRoot,
    openReader,
    lookUp,
    hold: ({ root, path }: DiskPlace) => {
      const real = realRoots.get(root);
      const held = real === undefined ? 'absent' : holdOnce(real, path);
      return typeof held === 'string' ? null : held;
    },
    locate: (directory: string, roots: readonly DiskRoot[]) => {
      const path = realDirectory(directory);
      const [deepest] = roots
        .map((root) => ({ root, top: realRoots.get(root)?.path }))
        .filter(({ top }) => path !== undefined && top !== undefined && isWithin(path, [top]))
        .sort((a, b) => (b.top?.length ?? 0) - (a.top?.length ?? 0));
      if (path === undefined || deepest?.top === undefined) return null;
      return { root: deepest.root, path: below(path, deepest.top) };
    },
    readFile: ({ root, path }: DiskPlace, bounds: ReadBounds) => {
      const { parent, name } = entryOf(path);
      const read = useDirectory({ root, path: parent }, (held) =>
        readHeldFile(held, path === '' ? undefined : name, bounds),
      );
      return typeof read === 'string' ? fileFaultOf(read) : read;
    },
    listDirectory: (place: DiskPlace) => useDirectory(place, listHeld),
  });
}

function realDirectory(directory: string): string | undefined {
  try {
    const path = realpathSync.native(directory);
    return statSync(path).isDirectory() ? path : undefined;
  } catch {
    return undefined;
  }
}

/** A path that starts with a slash is treated as one name, and no name contains a slash. */
function entryOf(path: string): Entry {
  const slash = path.lastIndexOf('/');
  return slash <= 0
    ? { parent: '', name: path }
    : { parent: path.slice(0, slash), name: path.slice(slash + 1) };
}

/** If the parent is not a directory, the file does not exist. */
function fileFaultOf(fault: DiskFault): DiskFault {
  return fault === 'not-a-directory' ? 'absent' : fault;
}

function below(path: string, top: string): string {
  return path
    .slice(top.length)
    .split(sep)
    .filter((part) => part !== '')
    .join('/');
}

/**
 * Makes the test of a directory: whether names in it are also found in another spelling, or that cannot be
 * ruled out. An empty directory gives no answer, and is tested again until it has a name to try.
 */
function foldsNames(directory: string): () => boolean {
  let known: boolean | null = null;
  return () => {
    known ??= probe(directory);
    return known ?? true;
  };
}

function probe(directory: string): boolean | null {
  // On other systems, file systems fold case, have short names, or normalize.
  if (process.platform !== 'linux') return true;
  try {
    const names = readdirSync(directory, { encoding: 'buffer' }).map(nameOfBytes);
    const known = new Set(names);
    const name = names.find(
      (one) => one.isWellFormed() && flipCase(one) !== one && !known.has(flipCase(one)),
    );
    if (name === undefined) return null;
    return lstatSync(join(directory, flipCase(name)), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return null;
  }
}

function flipCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Returns the directory of each root as given and as resolved. */
export function hostRootsOf(directories: Readonly<Record<string, string>>): readonly HostRoot[] {
  return Object.entries(directories).flatMap(([key, directory]) => {
    const given = resolve(directory);
    return [...new Set([given, realPathOf(given)])].map((realPath) => ({ key, realPath }));
  });
}

/** Keeps at most one directory open. */
type KeptDirectory = {
  /** Keeps a directory at a path below a root; one that is held only by its path is released. */
  keep(root: RealRoot, path: string, held: HeldDirectory): void;
  /** Returns the kept directory if it is the requested one, and otherwise releases it. */
  take(root: RealRoot, path: string): HeldDirectory | undefined;
  release(): void;
};

/** Makes a cache for one directory. */
export function createKeptDirectory(): KeptDirectory {
  let kept: { readonly root: RealRoot; readonly path: string; readonly held: HeldDirectory } | undefined;
  let isAwaited = false;

  const release = () => {
    const { held } = kept ?? {};
    kept = undefined;
    held?.release();
  };
  const releaseLater = () => {
    if (isAwaited) return;
    isAwaited = true;
    setImmediate(() => {
      isAwaited = false;
      release();
    });
  };

  return {
    release,
    keep: (root, path, held) => {
      release();
      // A path may refer to something else at its next use, and has to be checked again.
      if (held.descriptor === null) return held.release();
      kept = { root, path, held };
      releaseLater();
    },
    take: (root, path) => {
      if (kept?.root !== root || kept.path !== path) return void release();
      const { held } = kept;
      kept = undefined;
      return held;
    },
  };
}
