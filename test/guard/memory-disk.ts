// A disk in memory: a few paths that are there, a few links, and a record of what was asked.

import type { Disk, DiskRoot } from '../../src/guard/index.ts';

interface MemoryDisk extends Disk {
  /** The places that were looked up, in order. */
  readonly lookedUp: readonly string[];
}

interface Contents {
  /** Everything that is there; the directories above it are, too. */
  readonly present: readonly string[];
  /** Where links lead. */
  readonly links?: Readonly<Record<string, string>>;
}

/** Makes a disk with some contents. */
export function createMemoryDisk({ present, links = {} }: Contents): MemoryDisk {
  const paths = new Map<DiskRoot, string>();
  const lookedUp: string[] = [];
  const isPresent = (path: string) => present.some((one) => one === path || one.startsWith(`${path}/`));
  const realPath = (directory: string) => links[directory] ?? directory;

  return {
    lookedUp,
    openRoot(directory) {
      const path = realPath(directory);
      if (!isPresent(path)) return null;
      const root = Object.freeze({}) as DiskRoot;
      paths.set(root, path);
      return root;
    },
    locate(directory, roots) {
      const path = realPath(directory);
      const [deepest] = roots
        .map((root) => ({ root, top: paths.get(root) ?? '' }))
        .filter(({ top }) => isPresent(path) && (path === top || path.startsWith(`${top}/`)))
        .sort((a, b) => b.top.length - a.top.length);
      return deepest ? { root: deepest.root, path: path.slice(deepest.top.length + 1) } : null;
    },
    lookUp({ root, path }) {
      const top = paths.get(root) ?? '';
      lookedUp.push(`${top}/${path}`);
      let current = top;
      for (const part of path === '' ? [] : path.split('/')) {
        current += `/${part}`;
        if (links[current] !== undefined) return 'link';
        if (!isPresent(current)) return 'absent';
      }
      return 'present';
    },
  };
}
