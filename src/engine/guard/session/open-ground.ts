/** What the tools of a session stand on: the disk of this machine, and git in each root. */
import { hostRootsOf, type openDisk } from '../../../adapters/files/index.ts';
import { openGitChanges, openGitReader } from '../../../adapters/git/index.ts';
import type { ToolSet } from '../../../tools/index.ts';
import { readingOf } from './reading-of.ts';

type Ground = Required<Pick<ToolSet, 'disk' | 'hostRoots' | 'git'>> & {
  readonly hands: Required<Pick<NonNullable<ToolSet['hands']>, 'disk' | 'git'>>;
};

/** Opens the ground of some roots; git itself is taken from none of them. */
export function openGround(
  roots: Readonly<Record<string, string>>,
  disk: ReturnType<typeof openDisk>,
): Ground {
  const outside = { roots: Object.values(roots) };
  const inEach = <Opened>(open: (directory: string) => Opened) =>
    new Map(Object.entries(roots).map(([key, directory]) => [key, open(directory)]));
  return {
    disk: readingOf(disk),
    hostRoots: hostRootsOf(roots),
    git: inEach((directory) => openGitReader(directory, outside)),
    hands: { disk, git: inEach((directory) => openGitChanges(directory, outside)) },
  };
}
