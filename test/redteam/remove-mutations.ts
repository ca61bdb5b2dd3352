// What stops attacks by removing a directory.

import type { Mutation } from '../support/red-team/mutation.ts';

const REMOVAL = 'src/tools/file/delete-file.ts';

/** The checks of a removal. */
export const removeMutations: readonly Mutation[] = [
  {
    attack: 'remove-hidden',
    file: REMOVAL,
    remove: "if (!isAllSeen) return refuseChangeFault(reply, 'unwritable');",
    put: '',
    why: 'what is not seen makes a directory stay, without a word about it',
  },
  {
    attack: 'remove-hidden',
    file: 'src/adapters/files/change-disk.ts',
    remove: "if (!isKnown) return 'changed';",
    put: "if (!isKnown) process.getBuiltinModule('node:fs').rmSync(held.path, { recursive: true });",
    why: 'only what was looked at is removed',
  },
  {
    attack: 'remove-uncovered',
    file: 'src/tools/file/delete-file.ts',
    remove: 'within: removedWith,',
    put: '',
    why: 'the gate is asked about everything in a directory',
  },
  {
    attack: 'remove-links',
    file: 'src/adapters/paths/held-directory.ts',
    remove: '(constants.O_NOFOLLOW ?? 0) |\n',
    put: '\n',
    why: 'a directory on the way is opened without following a link',
  },
];
