/**
 * Runs git on a repository that nobody vouches for. Nothing the repository or the user configured is run or asked:
 * no hooks, no fsmonitor, no pager, no prompt, no fetching, no configuration of user or system.
 */
import { spawnSync } from 'node:child_process';
import type { RepositoryPlaces } from './find-repository.ts';

const ALWAYS = [
  '--no-pager',
  '--no-replace-objects',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.untrackedCache=false'],
  ...['core.excludesFile=/dev/null', 'core.attributesFile=/dev/null', 'protocol.allow=never'],
].flatMap((word) => (word.includes('=') ? ['-c', word] : [word]));

/** What git finds programs and its own parts by; nothing else of the environment reaches it. */
const PASSED_ON = ['PATH', 'Path', 'PATHEXT', 'SystemRoot', 'TMPDIR', 'TEMP'];

const TIMEOUT_MS = 120_000;

/** What to run, and how much it may answer. */
export type GitCall = {
  readonly places: RepositoryPlaces;
  readonly currentDirectory: string;
  readonly args: readonly string[];
  readonly maxBytes: number;
};

/** Returns what git prints, or nothing where git is missing, fails, or prints too much. */
export function runGit({ places, currentDirectory, args, maxBytes }: GitCall): Uint8Array | undefined {
  const inherited = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const { status, stdout } = spawnSync('git', [...ALWAYS, ...args], {
    cwd: currentDirectory,
    env: {
      ...Object.fromEntries(inherited),
      LC_ALL: 'C',
      // Naming the repository also tells git that it need not belong to this user.
      GIT_DIR: places.gitDirectory,
      GIT_WORK_TREE: places.top,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_ATTR_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      NoDefaultCurrentDirectoryInExePath: '1',
    },
    maxBuffer: maxBytes,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    windowsHide: true,
  });
  return status === 0 ? stdout : undefined;
}
