/**
 * Watches a workspace: the system reports where something may have changed, a scan of those places finds the
 * changes, and what is derived from them is renewed. Rounds run one after the other; changes during a round
 * wait.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { platform } from 'node:os';
import { openScanIndex } from '../../adapters/files/index.ts';
import { openWatcher } from '../../adapters/watch/index.ts';
import {
  type ChangeWatcher,
  createChangeGatherer,
  type GatheredChanges,
  type StartTimer,
  saveScanIndex,
  type TreeChange,
} from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import { type FaultCode, PenumbraError } from '../../kernel/index.ts';
import type { WatchEvent } from '../../report/index.ts';
import { changedFiles, showChanges } from './show-changes.ts';

/** How to watch. */
export type WatchOptions = RoundOptions & {
  /** The source of change notifications, if not the system. */
  readonly watcher?: ChangeWatcher;
  /** How long there must be no changes before a scan. */
  readonly quietMs?: number;
};

const QUIET_MS = 50;
/** With continuous writes, a scan happens at least this often. */
const LONGEST_MS = 1_000;
/** Events can get lost unnoticed, so everything is scanned from time to time. */
const WHOLE_EVERY_MS = 5 * 60_000;
const RETRY_MS = 2_000;
/** Temporary faults: a root that is being replaced, or another process with a long write. */
const passing: ReadonlySet<FaultCode> = new Set<FaultCode>(['unreadable-input', 'store-busy']);

/** Watches a workspace until the signal fires, then leaves the index for the next scan. */
export async function watchWorkspace(workspace: OpenedWorkspace, options: WatchOptions): Promise<void> {
  const { signal, onEvent, watcher = openWatcher, quietMs = QUIET_MS } = options;
  const pending = createPendingChanges();
  const gatherer = createChangeGatherer({ startTimer, quietMs, longestMs: LONGEST_MS, take: pending.add });
  signal.addEventListener('abort', pending.end, { once: true });
  if (signal.aborted) pending.end();
  // Started before the first scan, so that no change during it is missed.
  const watch = await watcher(workspace.directory, {
    onPaths: gatherer.onPaths,
    onOverflow: (reason) => {
      onEvent({ event: 'overflow', reason });
      gatherer.onOverflow(reason);
    },
  });
  const whole = setInterval(pending.add, WHOLE_EVERY_MS, 'everything');
  try {
    const { root, scan, nodes } = await workspace.scan();
    onEvent({ event: 'started', root, scan, nodes });
    let found: Found = { root, scan };
    for (let changes = await pending.take(); changes; changes = await pending.take())
      found = await tryRound({ workspace, options, found, changes }, pending.add);
    onEvent({ event: 'stopped', ...found });
  } finally {
    clearInterval(whole);
    gatherer.close();
    await watch.close();
    saveScanIndex(await workspace.look(), openScanIndex(workspace.directory));
  }
}

/** Processes changes; after a temporary failure, everything is scanned again a little later. */
async function tryRound(round: WatchRound, again: (changes: 'everything') => void): Promise<Found> {
  try {
    return await workRound(round);
  } catch (error) {
    if (!(error instanceof PenumbraError) || !passing.has(error.code)) throw error;
    round.options.onEvent({ event: 'fault', code: error.code, message: error.message });
    setTimeout(again, RETRY_MS, 'everything').unref();
    return round.found;
  }
}

const startTimer: StartTimer = (act, delayMs) => {
  const timer = setTimeout(act, delayMs);
  return { cancel: () => clearTimeout(timer) };
};

/** Changes waiting to be processed. */
type PendingChanges = {
  add(changes: GatheredChanges): void;
  /** Returns all pending changes as soon as there are any; null after the end. */
  take(): Promise<GatheredChanges | null>;
  /** Ends the waiting: a pending `take` resolves without changes. */
  end(): void;
};

/** Creates an empty set of changes. */
function createPendingChanges(): PendingChanges {
  let pending: GatheredChanges = new Set();
  let isOver = false;
  let wake: () => void = () => undefined;
  const isEmpty = () => pending !== 'everything' && pending.size === 0;
  return {
    add(changes) {
      pending = joined(pending, changes);
      wake();
    },
    async take() {
      while (!isOver && isEmpty())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (isOver) return null;
      const taken = pending;
      pending = new Set();
      return taken;
    },
    end() {
      isOver = true;
      wake();
    },
  };
}

function joined(some: GatheredChanges, more: GatheredChanges): GatheredChanges {
  return some === 'everything' || more === 'everything' ? 'everything' : new Set([...some, ...more]);
}

/** What is done in every round, and who receives its events. */
type RoundOptions = {
  /** Whether to renew what is derived from the changed files. */
  readonly regenerate?: boolean;
  /** A shell command to run after each change; see `runChangeCommand` for its inputs. */
  readonly command?: string | undefined;
  /** Where the command's standard output goes; defaults to the program's standard output. */
  readonly commandOutput?: 'output' | 'error';
  /** Ends the watch in an orderly way. */
  readonly signal: AbortSignal;
  onEvent(event: WatchEvent): void;
};

/** The state found last. */
type Found = { readonly root: string; readonly scan: number };

/** A round: the last state, and what may have changed. */
type WatchRound = {
  readonly workspace: OpenedWorkspace;
  readonly options: RoundOptions;
  readonly found: Found;
  readonly changes: GatheredChanges;
};

/** Processes changes, reports the result, and returns the state found. */
async function workRound({ workspace, options, found, changes }: WatchRound): Promise<Found> {
  const { onEvent, regenerate = false } = options;
  const answer = await workspace.scan(changes === 'everything' ? {} : { hints: changes });
  if (answer.root === found.root) return found;
  const now: Found = { root: answer.root, scan: answer.scan };
  // Another process may have recorded a scan in between; the result then describes other changes than ours.
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

/** What to run, where, and its inputs. */
type ChangeCommand = {
  readonly command: string;
  readonly directory: string;
  /** The files that were changed, added or removed, relative to the root. */
  readonly files: readonly string[];
  readonly scan: number;
  /** Where its standard output goes; ours may be a stream of events. */
  readonly output: 'output' | 'error';
  readonly signal?: AbortSignal | undefined;
};

/** How a command ended. */
type CommandEnd = {
  /** Null if it was ended by a signal or could not be started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly problem: string | null;
};

/** The most one environment variable may hold on every supported system. */
const MOST_VARIABLE_BYTES = 32 * 1024;
/** How long a command has to exit after being asked to. */
const FORCE_AFTER_MS = 3_000;
const hasGroups = platform() !== 'win32';

/**
 * Runs a command in a shell. `PENUMBRA_CHANGED` has one path per line, as many as fit, without those that
 * contain a line break; `PENUMBRA_CHANGED_COUNT` is the total number, and standard input has all paths, each
 * terminated by NUL. Never rejects: a command that fails is reported, and stops nothing.
 */
function runChangeCommand(request: ChangeCommand): Promise<CommandEnd> {
  const { command, directory, files, output, signal } = request;
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd: directory,
      shell: true,
      env: { ...process.env, ...changeVariables(request) },
      stdio: ['pipe', output === 'error' ? 2 : 'inherit', 'inherit'],
      // A separate process group, so that everything the shell started ends with it.
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
    // Most commands do not read it, and may exit before it is written.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(files.map((path) => `${path}\0`).join(''));
  });
}

/** Ends a command with everything it started, if the system supports process groups. */
function endGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (!hasGroups || child.pid === undefined) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has already ended.
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
