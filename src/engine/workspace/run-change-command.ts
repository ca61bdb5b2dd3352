/** Runs the command that a person wants run after each change, and tells how it ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { platform } from 'node:os';

/** What to run, where, and what it is told. */
export type ChangeCommand = {
  readonly command: string;
  readonly directory: string;
  /** The files that changed, came or went, from the root. */
  readonly files: readonly string[];
  readonly scan: number;
  /** Where its standard output goes; ours may be a stream of events. */
  readonly output: 'output' | 'error';
  readonly signal?: AbortSignal | undefined;
};

/** How a command ended. */
export type CommandEnd = {
  /** Null where a signal ended it or it could not be started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly problem: string | null;
};

/** What one variable of the environment may hold on every system we run on. */
const MOST_VARIABLE_BYTES = 32 * 1024;
/** How long a command that is told to end may take for it. */
const FORCE_AFTER_MS = 3_000;
const hasGroups = platform() !== 'win32';

/**
 * Runs a command in a shell. `PENUMBRA_CHANGED` has a path a line, as many as fit and none with a line break in it;
 * `PENUMBRA_CHANGED_COUNT` says how many there are, and standard input has all of them, each ended by NUL. Never
 * rejects: a command that fails is told of, and stops nothing.
 */
export function runChangeCommand(request: ChangeCommand): Promise<CommandEnd> {
  const { command, directory, files, output, signal } = request;
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd: directory,
      shell: true,
      env: { ...process.env, ...changeVariables(request) },
      stdio: ['pipe', output === 'error' ? 2 : 'inherit', 'inherit'],
      // A group of its own, so that what the shell started ends with it.
      detached: hasGroups,
    });
    let force: NodeJS.Timeout | undefined;
    const stop = () => {
      endGroup(child, 'SIGTERM');
      force = setTimeout(endGroup, FORCE_AFTER_MS, child, 'SIGKILL');
    };
    const end = (how: CommandEnd) => {
      clearTimeout(force);
      signal?.removeEventListener('abort', stop);
      resolve(how);
    };
    signal?.addEventListener('abort', stop, { once: true });
    child.on('error', ({ message }) => end({ exitCode: null, signal: null, problem: message }));
    child.on('exit', (exitCode, by) => end({ exitCode, signal: by, problem: null }));
    // Most commands do not read it, and may end before it is written.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(files.map((path) => `${path}\0`).join(''));
  });
}

/** Ends a command with all that it started, as far as the system knows groups of processes. */
function endGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (!hasGroups || child.pid === undefined) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

function changeVariables({ files, scan }: ChangeCommand): Readonly<Record<string, string>> {
  let room = MOST_VARIABLE_BYTES;
  const lines: string[] = [];
  for (const path of files) {
    if (/[\n\0]/.test(path)) continue;
    room -= Buffer.byteLength(path) + 1;
    if (room < 0) break;
    lines.push(path);
  }
  return {
    PENUMBRA_CHANGED: lines.join('\n'),
    PENUMBRA_CHANGED_COUNT: String(files.length),
    PENUMBRA_SCAN: String(scan),
  };
}
