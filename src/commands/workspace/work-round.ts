/** One round of a watch: finds out what changed where something may have, and does what is asked for after a change. */

import { type ChildProcess, spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { GatheredChanges, TreeChange } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import type { WatchEvent } from '../../report/index.ts';
import { changedFiles, showChanges } from './show-changes.ts';

/** What is done in every round, and who is told. */
export type RoundOptions = {
  /** Renews what is derived from what changed. */
  readonly regenerate?: boolean;
  /** A command for the shell after each change; see `runChangeCommand` for what it is told. */
  readonly command?: string | undefined;
  /** Where the command's standard output goes; to that of the program unless told otherwise. */
  readonly commandOutput?: 'output' | 'error';
  /** Ends the watch in order. */
  readonly signal: AbortSignal;
  onEvent(event: WatchEvent): void;
};

/** The state that was found last. */
export type Found = { readonly root: string; readonly scan: number };

/** A round: where it stands, and what may have changed. */
export type WatchRound = {
  readonly workspace: OpenedWorkspace;
  readonly options: RoundOptions;
  readonly found: Found;
  readonly changes: GatheredChanges;
};

/** Works on changes, tells what came of them, and returns the state that was found. */
export async function workRound({ workspace, options, found, changes }: WatchRound): Promise<Found> {
  const { onEvent, regenerate = false } = options;
  const answer = await workspace.scan(changes === 'everything' ? {} : { hints: changes });
  if (answer.root === found.root) return found;
  const now: Found = { root: answer.root, scan: answer.scan };
  // Another process may have recorded something in between, and then the answer tells of other changes than ours.
  const isNext = answer.isNew && answer.scan === found.scan + 1;
  const moved = isNext ? answer.changes : await workspace.diff(found.root, answer.root);
  onEvent({ event: 'scanned', ...now, changes: showChanges(moved), read: answer.read });
  if (regenerate) {
    const changed = moved.map(({ path }) => path);
    const renewed = await workspace.as('synthesis', 'synthesis').regenerate({ changed });
    onEvent({ event: 'regenerated', ...now, ...renewed });
  }
  await runCommand({ workspace, options, found: now }, moved);
  return now;
}

async function runCommand(
  { workspace, options, found }: Omit<WatchRound, 'changes'>,
  moved: readonly TreeChange[],
): Promise<void> {
  const { command, commandOutput = 'output', signal, onEvent } = options;
  if (command === undefined || signal.aborted) return;
  const end = await runChangeCommand({
    command,
    directory: workspace.directory,
    files: changedFiles(moved),
    scan: found.scan,
    output: commandOutput,
    signal,
  });
  onEvent({ event: 'command', ...found, command, ...end });
}

/** What to run, where, and what it is told. */
type ChangeCommand = {
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
type CommandEnd = {
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
function runChangeCommand(request: ChangeCommand): Promise<CommandEnd> {
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
