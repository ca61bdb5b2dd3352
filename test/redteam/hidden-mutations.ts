// What stops attacks on what is hidden.

import type { Mutation } from '../support/red-team/mutation.ts';

const WORLD = 'src/guard/world/create-world.ts';
const unseen = 'if (!isVisible(place, mode, snapshot)) return';

/** The checks that keep things hidden. */
export const hiddenMutations: readonly Mutation[] = [
  {
    attack: 'hidden-alike',
    file: WORLD,
    remove: unseen,
    put: "if (!isVisible(place, mode, snapshot) && disk.lookUp(place.disk) === 'present') return",
    why: 'whether something is visible does not depend on whether it is there',
  },
  {
    attack: 'hidden-untouched',
    file: WORLD,
    remove: unseen,
    put: `disk.lookUp(place.disk); ${unseen}`,
    why: 'whether something is visible is decided before the disk is asked',
  },
  {
    attack: 'hidden-outside',
    file: 'src/adapters/paths/held-directory.ts',
    remove: '(constants.O_NOFOLLOW ?? 0) |\n',
    put: '\n',
    why: 'a directory on the way is opened without following a link',
  },
  {
    attack: 'hidden-absent',
    file: 'src/tools/calls/create-sight.ts',
    remove: "return path === undefined || path === '' || sees(path) ? path : undefined;",
    put: 'return path;',
    why: 'what is not seen is left out of what is told',
  },
];
