/**
 * Runs git on an untrusted repository. Nothing that the repository or the user configured is run: no hooks,
 * fsmonitor, pager, prompts or fetching, and no user or system configuration.
 */
import { execFile, spawnSync } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';
import { decodeUtf8 } from '../../kernel/index.ts';
import { isWithin, realPathOf } from '../paths/index.ts';
import type { RepositoryPlaces } from './find-repository.ts';

const ALWAYS = [
  '--no-pager',
  '--no-replace-objects',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.untrackedCache=false'],
  ...['core.excludesFile=/dev/null', 'core.attributesFile=/dev/null', 'protocol.allow=never'],
].flatMap((word) => (word.includes('=') ? ['-c', word] : [word]));

/**
 * The variables by which git finds programs and its own parts; nothing else of the environment reaches it.
 */
const PASSED_ON = ['PATH', 'Path', 'PATHEXT', 'SystemRoot', 'TMPDIR', 'TEMP'];
const SEARCH_PATHS = ['PATH', 'Path'];

const TIMEOUT_MS = 120_000;

/** The protocols a call may use to reach another repository. */
export type GitProtocol = 'https' | 'file';

/** What to run, and how much output is allowed. */
export type GitCall = {
  readonly places: RepositoryPlaces;
  readonly currentDirectory: string;
  readonly args: readonly string[];
  readonly maxBytes: number;
  /** Directories from which the git program is never taken; defaults to the current one. */
  readonly roots?: readonly string[];
  /** Git's standard input; defaults to none. */
  readonly input?: Uint8Array;
  /** Variables added to git's environment; undefined removes one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The only protocol to another repository; defaults to none. */
  readonly protocol?: GitProtocol;
};

/**
 * How git ended; `status` is null if it was missing, was stopped, or its output was cut for being too long.
 */
export type GitOutcome = {
  readonly status: number | null;
  readonly stdout: Uint8Array;
  readonly isCut: boolean;
};

/** Returns git's output, or undefined if git is missing, fails, or prints too much. */
export function runGit(call: GitCall): Uint8Array | undefined {
  const { status, stdout } = askGit(call);
  return status === 0 ? stdout : undefined;
}

/** Runs git and returns how it ended. */
export function askGit(call: GitCall): GitOutcome {
  const { input } = call;
  const { status, stdout, error } = spawnSync('git', wordsOf(call), {
    ...settingsOf(call),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    ...(input !== undefined && { input }),
  });
  const isCut = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOBUFS';
  return { status: error === undefined ? status : null, stdout: stdout ?? new Uint8Array(), isCut };
}

/** Runs git asynchronously, for operations that may take long; it gets no input. */
export function askGitLater(call: Omit<GitCall, 'input'>): Promise<GitOutcome> {
  const settings = { ...settingsOf(call), encoding: 'buffer' } as const;
  return new Promise((resolve) => {
    const child = execFile('git', wordsOf(call), settings, (error, stdout) => {
      const isCut = error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ status, stdout, isCut });
    });
    child.stdin?.end();
  });
}

function wordsOf({ args, protocol }: GitCall): string[] {
  const protocolOptions = protocol === undefined ? [] : ['-c', `protocol.${protocol}.allow=always`];
  return [...ALWAYS, ...protocolOptions, ...args];
}

function settingsOf(call: GitCall) {
  const { currentDirectory: cwd, maxBytes: maxBuffer } = call;
  return { cwd, env: environmentOf(call), maxBuffer, timeout: TIMEOUT_MS, windowsHide: true };
}

function environmentOf(call: GitCall): NodeJS.ProcessEnv {
  const { places, protocol, environment, currentDirectory, roots = [currentDirectory] } = call;
  const inherited = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    if (value === undefined) return [];
    // INVARIANT (git from elsewhere): a program named git inside a root may have been written by an agent.
    return [[name, SEARCH_PATHS.includes(name) ? searchPathOutside(value, roots) : value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    // Keeps the passwords in the user's `.netrc` from any host that a repository names.
    HOME: '/dev/null',
    // Naming the repository also allows it to belong to another user.
    GIT_DIR: places.gitDirectory,
    GIT_WORK_TREE: places.top,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Takes precedence over `protocol.<name>.allow`, which a repository could set itself.
    GIT_ALLOW_PROTOCOL: protocol ?? 'none',
    NoDefaultCurrentDirectoryInExePath: '1',
    ...environment,
  };
}

/**
 * Returns a search path without entries that are relative or inside the given directories, which agents or a
 * repository can write to.
 */
export function searchPathOutside(searchPath: string, directories: readonly string[]): string {
  const avoided = directories.map(realPathOf);
  return searchPath
    .split(delimiter)
    .filter((place) => isAbsolute(place) && !isWithin(realPathOf(place), avoided))
    .join(delimiter);
}

const NUL = 0;

/** Iterates over the NUL-terminated fields that git prints with `-z`; the last one may lack its NUL. */
export function* splitFields(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    const found = bytes.indexOf(NUL, start);
    end = found < 0 ? bytes.length : found;
    yield bytes.subarray(start, end);
  }
}

/**
 * Returns a field as text; undefined if it is not UTF-8, because such a name is not a path of a tree either.
 */
export function decodeField(bytes: Uint8Array): string | undefined {
  return decodeUtf8(bytes) ?? undefined;
}
