/**
 * Watches a workspace: the system tells where something may have changed, a scan of those places finds out what did,
 * and what was derived from it is renewed. Rounds follow each other and never overlap; what comes meanwhile waits.
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
  /** Who tells of changes, where it is not the system. */
  readonly watcher?: ChangeWatcher;
  /** How long nothing must change before it is looked at. */
  readonly quietMs?: number;
};

const QUIET_MS = 50;
/** Whoever writes without end is looked at so often at least. */
const LONGEST_MS = 1_000;
/** Events can get lost unnoticed, so everything is looked at from time to time. */
const WHOLE_EVERY_MS = 5 * 60_000;
const RETRY_MS = 2_000;
/** What passes: a root that is being replaced, another process that writes for long. */
const passing: ReadonlySet<FaultCode> = new Set<FaultCode>(['unreadable-input', 'store-busy']);

/** Watches a workspace until the signal, and then leaves the index for the next scan. */
export async function watchWorkspace(workspace: OpenedWorkspace, options: WatchOptions): Promise<void> {
  const { signal, onEvent, watcher = openWatcher, quietMs = QUIET_MS } = options;
  const pending = createPendingChanges();
  const gatherer = createChangeGatherer({ startTimer, quietMs, longestMs: LONGEST_MS, take: pending.add });
  signal.addEventListener('abort', pending.end, { once: true });
  if (signal.aborted) pending.end();
  // Before the first scan, so that nothing that changes during it goes unseen.
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

/** Works on changes; where that fails for now, everything is looked at again a little later. */
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

/** Changes that wait to be worked on. */
type PendingChanges = {
  add(changes: GatheredChanges): void;
  /** Returns all that waits, as soon as something does; null once it is over. */
  take(): Promise<GatheredChanges | null>;
  /** Ends it: whoever waits goes on without changes. */
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

/** What is done in every round, and who is told. */
type RoundOptions = {
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
type Found = { readonly root: string; readonly scan: number };

/** A round: where it stands, and what may have changed. */
type WatchRound = {
  readonly workspace: OpenedWorkspace;
  readonly options: RoundOptions;
  readonly found: Found;
  readonly changes: GatheredChanges;
};

/** Works on changes, tells what came of them, and returns the state that was found. */
async function workRound({ workspace, options, found, changes }: WatchRound): Promise<Found> {
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
