// What stops attacks between check and use.

import type { Mutation } from '../support/red-team/mutation.ts';

/** By its path, a directory is whatever stands there when it is used. */
const heldByPath = {
  file: 'src/adapters/paths/held-directory.ts',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the program.
  remove: 'return heldAt({ path: `/proc/self/fd/${descriptor}`, holding, descriptor });',
  // With a moment in between, so that the attack does not depend on how busy the machine is.
  put: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); return heldAt({ path, holding, descriptor });',
  why: 'what is opened is used by its descriptor',
};

/** Half of the time, a link stands there from the beginning; a change is too rare to rely on the other half. */
const linkFollowed = {
  file: 'src/adapters/paths/held-directory.ts',
  remove: '(constants.O_NOFOLLOW ?? 0) |\n',
  put: '\n',
  why: 'a directory on the way is opened without following a link',
};

/** The checks against races. */
export const raceMutations: readonly Mutation[] = [
  {
    attack: 'race-read-leaf',
    file: 'src/adapters/files/read-held.ts',
    remove: 'constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) |',
    put: 'constants.O_RDONLY |',
    why: 'a file is opened without following a link',
  },
  { attack: 'race-read-parent', ...heldByPath },
  {
    attack: 'race-write-leaf',
    file: 'src/adapters/files/write-held.ts',
    remove: 'return putInPlace({ draft, place, expected });',
    put: "return process.getBuiltinModule('node:fs').copyFileSync(pathOf(draft), pathOf(place)) ?? null;",
    why: 'what is written takes the place of a name, and is not written into what the name leads to',
  },
  { attack: 'race-write-parent', ...linkFollowed },
  { attack: 'race-rename-parent', ...linkFollowed },
  { attack: 'race-delete-parent', ...linkFollowed },
  {
    attack: 'race-git-add',
    file: 'src/adapters/git/private-copy.ts',
    remove: 'const held = holdOnce(root, path.slice(0, Math.max(slash, 0)));',
    put: 'const held = { path: join(root.path, dirname(path)), release: () => undefined } as never;',
    why: 'the copy that git reads is made without following a link',
  },
  {
    attack: 'race-git-diff',
    file: 'src/adapters/git/read-diff.ts',
    remove: '? await withNamedCopy(git, paths, (copy) => git.askLater(asked, merged(bounds, copy)))',
    put: '? await git.askLater(asked, bounds)',
    why: 'git reads what it compares from a copy that nobody else reaches',
  },
  {
    attack: 'race-special',
    file: 'src/adapters/files/read-held.ts',
    remove: "if (!stat.isFile()) return 'not-a-file';",
    put: '',
    why: 'what was opened is a regular file',
  },
];
