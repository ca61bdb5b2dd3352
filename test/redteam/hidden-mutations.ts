// What stops attacks on what is hidden.

import type { Mutation } from '../support/red-team/mutation.ts';

const WORLD = 'src/guard/world/create-world.ts';
const unseen = 'if (place === null || !isVisible(place, mode, snapshot))\n';

/** The checks that keep things hidden. */
export const hiddenMutations: readonly Mutation[] = [
  {
    attack: 'hidden-alike',
    file: WORLD,
    remove: unseen,
    put: "if (place === null || (!isVisible(place, mode, snapshot) && disk.lookUp(place.disk) === 'present'))\n",
    why: 'whether something is visible does not depend on whether it is there',
  },
  {
    attack: 'hidden-untouched',
    file: WORLD,
    remove: unseen,
    put: `if (place !== null) disk.lookUp(place.disk); ${unseen}`,
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
    file: 'src/tools/calls/create-call-view.ts',
    remove: "return path === undefined || path === '' || sees(path) ? path : undefined;",
    put: 'return path;',
    why: 'what is not seen is left out of what is told',
  },
  {
    attack: 'hidden-ledger',
    file: 'src/guard/policy/hidden-names.ts',
    remove: '[...hidden.map(literal), OWN]',
    put: "[...hidden.map(literal), '(?!)']",
    why: 'the directory of a ledger is hidden by its name, whatever the policy',
  },
  {
    attack: 'hidden-ledger-file',
    file: 'src/engine/guard/open-guard-session.ts',
    remove: 'reservedPaths(ledgerFiles(store), roots)',
    put: 'reservedPaths([], roots)',
    why: 'a ledger is hidden wherever it lies',
  },
  {
    attack: 'hidden-ledger-pull',
    file: 'src/adapters/git/move-commits.ts',
    remove: 'if (!leavesAlone(git, { from: head, to: fetched }, keeps)) ',
    put: 'if (keeps === undefined) ',
    why: 'git leaves a ledger as it is, whatever a commit holds',
  },
  {
    attack: 'hidden-draft',
    file: 'src/guard/policy/hidden-names.ts',
    remove: '(?:-[0-9a-f]{32})?',
    put: '',
    why: 'no file of an agent has a name of those that are being written',
  },
  {
    attack: 'hidden-bytes',
    file: 'src/adapters/files/read-held.ts',
    remove: 'withFileTypes: true }).map((entry) => ({',
    put: 'withFileTypes: true }).filter(({ name }) => nameOfBytes(name).isWellFormed()).map((entry) => ({',
    why: 'an entry is seen by every check, whatever the bytes of its name',
  },
  {
    attack: 'hidden-slip',
    file: 'src/guard/policy/read-draft.ts',
    remove: '[^/\\\\*?\\p{Cc}',
    put: '[^/\\\\\\p{Cc}',
    why: 'no file has a star in its name, and every key would be seen',
  },
  {
    attack: 'hidden-slip',
    file: 'src/guard/policy/read-draft.ts',
    remove: '!/[/*?]/.test(text)',
    put: '!/[/]/.test(text)',
    why: 'the place it is meant for would come under other rows',
  },
  {
    attack: 'hidden-context',
    file: 'src/tools/context/visible-tree.ts',
    remove: "!unclear.has(path) && (kind !== 'directory' || !view.hidesBelow(rootPath(path)))",
    put: "!unclear.has(path) && (kind !== 'directory' || view.hidesBelow !== undefined)",
    why: 'what is missing of a directory would tell that something is hidden in it',
  },
  {
    attack: 'hidden-context',
    file: 'src/tools/context/visible-tree.ts',
    remove: "sees(node.path) && (node.kind !== 'directory' || holding.has(node.path))",
    put: 'sees(node.path) && holding.size > 0',
    why: 'a directory with nothing in it is in no tree',
  },
  {
    attack: 'hidden-root',
    file: WORLD,
    remove: '!hides.has(root) || isVisible(',
    put: 'hides.has(root) || isVisible(',
    why: 'it would be told which of the roots that nobody sees are there',
  },
  {
    attack: 'hidden-root',
    file: WORLD,
    remove: 'openRoots.has(key) && isSeen(key)',
    put: 'openRoots.has(key)',
    why: 'the home would be in a root that nobody sees',
  },
];
