/** What the tools of a session work on: this machine's disk, and git in each root. */
import { hostRootsOf, type openDisk } from '../../adapters/files/index.ts';
import { openGitChanges, openGitReader } from '../../adapters/git/index.ts';
import { hiddenNames, type ReservedPaths } from '../../guard/index.ts';
import type { DiskFiles, ToolSet } from '../../tools/index.ts';

type Ground = Required<Pick<ToolSet, 'disk' | 'hostRoots' | 'git'>> & {
  readonly ports: Required<Pick<NonNullable<ToolSet['ports']>, 'disk' | 'git'>>;
};

type GroundOptions = { readonly disk: ReturnType<typeof openDisk>; readonly reserved: ReservedPaths };

/** Opens the ports of the given roots; the git program itself is never taken from a root. */
export function openRootPorts(
  roots: Readonly<Record<string, string>>,
  { disk, reserved }: GroundOptions,
): Ground {
  const outside = { roots: Object.values(roots) };
  const inEach = <Opened>(open: (directory: string, key: string) => Opened) =>
    new Map(Object.entries(roots).map(([key, directory]) => [key, open(directory, key)]));
  const keeps = (key: string) => hiddenNames({ hidden: [] }, reserved[key]);
  return {
    disk: readingOf(disk),
    hostRoots: hostRootsOf(roots),
    git: inEach((directory) => openGitReader(directory, outside)),
    ports: {
      disk,
      git: inEach((directory, key) => openGitChanges(directory, { ...outside, keeps: keeps(key) })),
    },
  };
}

/** Returns a read-only disk. */
export function readingOf(disk: DiskFiles): DiskFiles {
  return {
    // Called as methods, because the disk may be a class instance.
    readFile: (place, bounds) => disk.readFile(place, bounds),
    listDirectory: (place) => disk.listDirectory(place),
    openReader: (place) => disk.openReader(place),
  };
}
