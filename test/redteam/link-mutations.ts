// What stops attacks by links.

import type { Mutation } from '../support/red-team/mutation.ts';

const HELD = 'src/adapters/paths/held-directory.ts';

/** The checks of links. */
export const linkMutations: readonly Mutation[] = [
  {
    attack: 'link-directory',
    file: HELD,
    remove: '(constants.O_NOFOLLOW ?? 0) |\n',
    put: '\n',
    why: 'a directory on the way is opened without following a link',
  },
  {
    attack: 'link-directory',
    file: HELD,
    remove: 'if (nameOf(held) === path) return held;',
    put: 'return held;',
    why: 'what was opened in one step is what the system calls by that path',
  },
  {
    attack: 'link-leaf',
    file: 'src/adapters/files/read-held.ts',
    remove: "return stat.isSymbolicLink() ? 'link' : 'present';",
    put: "return 'present';",
    why: 'a link at the end is told before anything is granted',
  },
  {
    attack: 'link-root',
    file: 'src/guard/world/create-world.ts',
    remove: "if (found === 'link') return [refuse(reply, 'link'), null];",
    put: '',
    why: 'a place behind a link gets no capability',
  },
  {
    attack: 'link-listed',
    file: 'src/adapters/files/read-held.ts',
    remove: "if (entry.isSymbolicLink()) return 'link';",
    put: "if (entry.isSymbolicLink()) return 'directory';",
    why: 'a link is told apart from what it leads to',
  },
  {
    attack: 'link-special',
    file: 'src/adapters/files/read-held.ts',
    remove: "if (!stat.isFile()) return 'not-a-file';",
    put: '',
    why: 'only regular files are read',
  },
  {
    attack: 'link-hard',
    file: 'src/adapters/files/write-held.ts',
    remove: "current !== null && current.nlink > 1n ? 'hard-linked' : null",
    put: 'null',
    why: 'what has a further name is also somewhere else',
  },
];
