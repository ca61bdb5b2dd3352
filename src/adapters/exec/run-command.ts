/**
 * Runs a command of the operator: the words as given, without a shell, in the user's environment. The whole
 * process group is ended with it. If bubblewrap works, the user's own work tree is read-only in the meantime,
 * and processes that try to outlive the command are ended as well.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { realProgram } from './program-file.ts';
import { type ProcessEnd, runProcess } from './run-process.ts';

/** What to run, and its limits. */
type OperatorCommand = {
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly outputBytes: number;
  readonly signal?: AbortSignal | undefined;
};

/** How it ended; null if there is no such program. */
export type CommandEnd = Omit<ProcessEnd, 'report'> | null;

/** The restrictions on a command. */
type CommandBounds = {
  /** Directories that cannot be written to. */
  readonly protects: readonly string[];
  /** Whether it can reach the network, as the user can. */
  readonly hasNetwork: boolean;
};

/** Runs commands of the operator. */
export type CommandRunner = {
  /** Whether commands run in a sandbox here. */
  readonly isSandboxed: boolean;
  run(command: OperatorCommand): Promise<CommandEnd>;
};

/** Opens a runner; the availability of a sandbox is tested once. */
export function openCommandRunner(
  bounds: CommandBounds,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): CommandRunner {
  const bubblewrap = findInPath('bwrap', environment.PATH ?? '');
  const before = bubblewrap === null ? [] : [bubblewrap, ...sandboxWords(bounds), '--'];
  const isSandboxed = before.length > 0 && works([...before, 'true']);
  return {
    isSandboxed,
    run: (command) => runWords(isSandboxed ? before : [], command),
  };
}

async function runWords(before: readonly string[], command: OperatorCommand): Promise<CommandEnd> {
  const { words, directory, environment, ...bounds } = command;
  const [name = '', ...args] = words;
  const program = name.includes('/') ? resolve(directory, name) : findInPath(name, environment.PATH ?? '');
  if (program === null || realProgram(program) === null) return null;
  const [file = '', ...rest] = [...before, program, ...args];
  const end = await runProcess({ file, args: rest, directory, environment, ...bounds });
  if (end === null) return null;
  const { report: _, ...outcome } = end;
  return outcome;
}

/**
 * The machine as it is, except that protected directories are read-only; processes get their own namespace,
 * so that all end together.
 */
function sandboxWords({ protects, hasNetwork }: CommandBounds): readonly string[] {
  return [
    ...['--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', '--die-with-parent'],
    ...protects.flatMap((path) => ['--ro-bind', path, path]),
    ...(hasNetwork ? [] : ['--unshare-net']),
  ];
}

function works([file = '', ...args]: readonly string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** Returns the program of a plain name, as a shell would find it; null if there is none. */
function findInPath(name: string, searchPath: string): string | null {
  const candidates = searchPath
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .map((directory) => join(directory, name));
  return candidates.find((candidate) => realProgram(candidate) !== null) ?? null;
}
