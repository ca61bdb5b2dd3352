/**
 * The real disk behind the guard and the tools. Host paths live here alone: a directory goes in once and is a token
 * from then on, and everything below it is reached component by component without following a link.
 */
import { realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { Disk, DiskPlace, DiskRoot } from '../../guard/index.ts';
import type { DiskChanges, DiskFault, DiskFiles, DiskReader } from '../../tools/index.ts';
import { changeDisk } from './change-disk.ts';
import { foldsNames } from './folds-names.ts';
import { type HeldDirectory, type Holding, hasDescriptorPaths } from './held-directory.ts';
import { type HeldWay, openHeldWay } from './held-way.ts';
import { type DiskHolds, holdPlace } from './hold-place.ts';
import { listHeld, lookAtEntry, readHeldFile } from './read-held.ts';

/** How a disk is opened; left out, as the system allows best. */
export type DiskOptions = Partial<Holding>;

type RealRoot = { readonly path: string; readonly holding: Holding };
type Entry = { readonly parent: readonly string[]; readonly name: string | undefined };

/** Opens the disk of this machine. */
export function openDisk({
  isByDescriptor = hasDescriptorPaths(),
  isNameChecked,
}: DiskOptions = {}): Disk & DiskFiles & DiskChanges & DiskHolds {
  const realRoots = new WeakMap<DiskRoot, RealRoot>();

  const openRoot = (directory: string): DiskRoot | null => {
    const path = realDirectory(directory);
    if (path === undefined) return null;
    const root = Object.freeze({}) as DiskRoot;
    realRoots.set(root, {
      path,
      holding: { isByDescriptor, isNameChecked: isNameChecked ?? foldsNames(path) },
    });
    return root;
  };

  const openWay = (root: DiskRoot): HeldWay | undefined => {
    const real = realRoots.get(root);
    return real && openHeldWay(real.path, real.holding);
  };

  /** Holds the directory that names lead to for as long as it is used. */
  const useDirectory = <Result>(
    root: DiskRoot,
    names: readonly string[],
    use: (held: HeldDirectory) => Result,
  ): Result | DiskFault => {
    using way = openWay(root);
    if (way === undefined) return 'absent';
    const held = way.leadTo(names);
    return typeof held === 'string' ? held : use(held);
  };

  const openReader = ({ root, path: top }: DiskPlace): DiskReader => {
    const way = openWay(root);
    return {
      readFile: (path, bounds) => {
        const { parent, name } = entryOf([...namesOf(top), ...namesOf(path)]);
        const held = way?.leadTo(parent) ?? 'absent';
        if (typeof held === 'string') return held === 'not-a-directory' ? 'absent' : held;
        return name === undefined ? 'not-a-file' : readHeldFile(held, name, bounds);
      },
      [Symbol.dispose]: () => way?.[Symbol.dispose](),
    };
  };

  return Object.freeze({
    ...changeDisk(openWay),
    openRoot,
    openReader,
    hold: ({ root, path }: DiskPlace) => {
      const way = openWay(root);
      return way === undefined ? null : holdPlace(way, namesOf(path));
    },
    locate: (directory: string, roots: readonly DiskRoot[]) => {
      const path = realDirectory(directory);
      const [deepest] = roots
        .map((root) => ({ root, top: realRoots.get(root)?.path }))
        .filter(({ top }) => path !== undefined && top !== undefined && isWithin(path, top))
        .sort((a, b) => (b.top?.length ?? 0) - (a.top?.length ?? 0));
      if (path === undefined || deepest?.top === undefined) return null;
      return { root: deepest.root, path: below(path, deepest.top) };
    },
    lookUp: ({ root, path }: DiskPlace) => {
      const { parent, name } = entryOf(namesOf(path));
      const answer = useDirectory(root, parent, (held) =>
        name === undefined ? 'present' : lookAtEntry(held, name),
      );
      return answer === 'present' || answer === 'link' ? answer : 'absent';
    },
    readFile: (place: DiskPlace, bounds: { readonly maxBytes: number }) => {
      using reader = openReader(place);
      return reader.readFile('', bounds);
    },
    listDirectory: ({ root, path }: DiskPlace) => useDirectory(root, namesOf(path), listHeld),
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

function namesOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('/');
}

function entryOf(names: readonly string[]): Entry {
  return { parent: names.slice(0, -1), name: names.at(-1) };
}

function isWithin(path: string, top: string): boolean {
  return path === top || path.startsWith(top.endsWith(sep) ? top : `${top}${sep}`);
}

function below(path: string, top: string): string {
  return path
    .slice(top.length)
    .split(sep)
    .filter((part) => part !== '')
    .join('/');
}
