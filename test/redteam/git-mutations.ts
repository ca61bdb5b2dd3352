// What stops attacks through git.

import type { Mutation } from '../support/red-team/mutation.ts';

const running = 'src/adapters/git/run-git.ts';
const inside = 'src/adapters/git/find-escape.ts';
const comparing = 'src/adapters/git/read-diff.ts';

/** The checks of what git runs and reaches. */
export const gitMutations: readonly Mutation[] = [
  {
    attack: 'git-links-bytes',
    file: inside,
    remove: 'if (entry.name.includes(REPLACEMENT) && !entry.isFile())',
    put: 'if (entry.name === REPLACEMENT)',
    why: 'what is called by bytes that are no text is not taken for another',
  },
  {
    attack: 'git-fsmonitor',
    file: running,
    remove: "'core.fsmonitor=false', ",
    put: '',
    why: 'git asks the monitor what has changed',
  },
  {
    attack: 'git-external-diff',
    file: comparing,
    remove: "'--no-ext-diff', ",
    put: '',
    why: 'git lets another program compare',
  },
  {
    attack: 'git-textconv',
    file: comparing,
    remove: "'--no-textconv', ",
    put: '',
    why: 'git lets a program make text of a file',
  },
  {
    attack: 'git-textconv',
    file: 'src/adapters/git/open-git-reader.ts',
    remove: "'--no-textconv',\n    '--encoding=UTF-8',",
    put: "'--encoding=UTF-8',",
    why: 'git lets a program make text of a file',
  },
  {
    attack: 'git-filter',
    file: comparing,
    remove: 'isInWorkTree ? silenceFilters((args) => git.run(args)) : []',
    put: 'isInWorkTree ? [] : []',
    why: 'git passes what it compares through filters',
  },
  {
    attack: 'git-include',
    file: comparing,
    remove: "'--no-ext-diff', ",
    put: '',
    why: 'git lets another program compare',
  },
  {
    attack: 'git-submodule',
    file: 'src/adapters/git/read-status.ts',
    remove: "'--ignore-submodules=all',",
    put: '',
    why: 'git runs itself in submodules',
  },
  {
    attack: 'git-hooks',
    file: running,
    remove: "'core.hooksPath=/dev/null', ",
    put: '',
    why: 'git runs hooks',
  },
  {
    attack: 'git-unsafe-settings',
    file: 'src/adapters/git/read-settings.ts',
    remove: 'unknown.length === 0 ? { settings }',
    put: 'true ? { settings }',
    why: 'not every setting is known to be harmless',
  },
  {
    attack: 'git-from-root',
    file: running,
    remove: 'SEARCH_PATHS.includes(name) ? searchPathOutside(value, roots) : value',
    put: 'value',
    why: 'agents write in roots',
  },
  {
    attack: 'git-remote-outside',
    file: 'src/adapters/git/move-commits.ts',
    remove: 'protocol !== null && protocols.includes(protocol) ?',
    put: 'protocol !== null ?',
    why: 'a push writes where its address says',
  },
  {
    attack: 'git-links-out',
    file: inside,
    remove: 'return isWithin(realPathOf(join(entry.parentPath, entry.name)), real)',
    put: 'return true',
    why: 'git follows links',
  },
  {
    attack: 'git-borrows',
    file: inside,
    remove: 'stores.find(({ store }) => !granted.includes(store))',
    put: 'stores.find(() => false)',
    why: 'git reads objects from where a list says',
  },
  {
    attack: 'git-includes-outside',
    file: inside,
    remove: 'if (place === undefined || !isWithin(place, homes)) return true;',
    put: 'if (place === undefined) return false;',
    why: 'git reads settings from where settings say',
  },
  {
    attack: 'git-pipe',
    file: 'src/adapters/git/find-repository.ts',
    remove: 'if (!stat.isFile()) return undefined;',
    put: '',
    why: 'a pipe that nobody writes to is read forever',
  },
  {
    attack: 'git-other-repository',
    file: 'src/tools/file/read-changed.ts',
    remove:
      "// INVARIANT (no writes below `.git`): even if a policy shows it.\n  if (isOfGit(place.path)) return { refused: refuseChange(reply, 'of-git') };",
    put: '',
    why: 'a file can name another repository',
  },
  {
    attack: 'git-renamed-repository',
    file: 'src/tools/file/rename-file.ts',
    remove: "if (isOfGit(to.path)) return refuseChange(reply, 'of-git');",
    put: '',
    why: 'a file can come to name another repository',
  },
  {
    attack: 'git-hidden-commit',
    file: 'src/tools/git/visible-history.ts',
    remove: 'touched.length === 0 ? [] :',
    put: '',
    why: 'the message of a commit tells of what it touched',
  },
  {
    attack: 'git-unreachable',
    file: 'src/adapters/git/read-commits.ts',
    remove: "return alike.filter((commit) => isBefore(git, { commit, later: 'HEAD' }));",
    put: 'return alike;',
    why: 'a repository holds more than its history',
  },
  {
    attack: 'git-commit-words',
    file: 'src/tools/git/git-tool.ts',
    remove: 'const commit = textLike(/^[0-9a-f]{4,64}$/,',
    put: 'const commit = textLike(/^/,',
    why: 'git takes a name for much else',
  },
  {
    attack: 'git-pathspec',
    file: running,
    remove: "'--literal-pathspecs',",
    put: '',
    why: 'git takes a path for a pattern',
  },
  {
    attack: 'git-odd-names',
    file: 'src/adapters/git/read-status.ts',
    remove: "path === undefined || path === '' ||",
    put: "path === '' ||",
    why: 'a name that is no text is no path',
  },
  {
    attack: 'git-alike',
    file: 'src/adapters/git/read-commits.ts',
    remove: 'id?.startsWith(start) ? [id] : listAlike(git, start)',
    put: 'id?.startsWith(start) ? [id] : []',
    why: 'that an id is no longer enough would tell that another begins as it does',
  },
];
