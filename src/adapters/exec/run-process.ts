/**
 * Runs one process to its end: without a shell or input, in its own process group, which is killed as a whole
 * on timeout and when the process ends, so that nothing in the group keeps running.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import type { RunOutcome } from '../../tools/index.ts';

/** What to start, and its limits. */
export type ProcessPlan = {
  readonly file: string;
  readonly args: readonly string[];
  /** The name the program is started by. */
  readonly startedBy?: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What the program reads from a descriptor, and the descriptors it inherits; used only by the sandbox. */
  readonly channels?: { readonly told: Uint8Array; readonly descriptors: readonly number[] };
  readonly timeoutMs: number;
  readonly outputBytes: number;
  /** Ends the process and its whole group early. */
  readonly signal?: AbortSignal | undefined;
};

/** How a process ended, and what it reported. */
export type ProcessEnd = Omit<RunOutcome, 'privateDirectory'> & { readonly report: string };

/**
 * The descriptors of a child with channels: where it reports, where it reads, and the first inherited one.
 */
export const REPORT_DESCRIPTOR = 3;
export const TOLD_DESCRIPTOR = 4;
export const FIRST_HANDED_DESCRIPTOR = 5;

/** How long processes that escaped the group may keep the output open after the end. */
const LINGER_MS = 1_000;
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Runs a process; null if it could not be started. */
export async function runProcess(plan: ProcessPlan): Promise<ProcessEnd | null> {
  const guard = openGroupGuard();
  try {
    const child = start(plan);
    if (child?.pid === undefined) return null;
    guard.watch(child.pid);
    const output = captureOutput(child as { stdout: Readable; stderr: Readable }, plan.outputBytes);
    const report = plan.channels === undefined ? () => '' : converse(child, plan.channels.told);
    const end = await endOf(child, child.pid, plan);
    return { ...end, ...output(), report: report() };
  } finally {
    guard.release();
  }
}

type End = Pick<ProcessEnd, 'exitCode' | 'signal' | 'hasTimedOut'>;

/** Waits for a child and its output to end, and ends them when due. */
function endOf(child: ChildProcess, group: number, { timeoutMs, signal }: ProcessPlan): Promise<End> {
  let hasTimedOut = false;
  const timeOut = () => {
    hasTimedOut = true;
    killGroup(group);
  };
  let timer = setTimeout(timeOut, Math.min(timeoutMs, LONGEST_TIMEOUT_MS));
  const abort = () => killGroup(group);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  child.once('exit', () => {
    clearTimeout(timer);
    killGroup(group);
    timer = setTimeout(() => closeChannels(child), LINGER_MS);
  });
  return new Promise((resolve) => {
    child.once('close', (exitCode, bySignal) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve({ exitCode, signal: bySignal, hasTimedOut });
    });
  });
}

function start(plan: ProcessPlan): ChildProcess | null {
  const { file, args, startedBy, directory, environment, channels } = plan;
  const stdio: Exclude<StdioOptions, string> = ['ignore', 'pipe', 'pipe'];
  if (channels !== undefined) stdio.push('pipe', 'pipe', ...channels.descriptors);
  try {
    const child = withOnlyChannels(stdio, (only) =>
      spawn(file, args, {
        cwd: directory,
        env: environment,
        stdio: only,
        detached: true,
        windowsHide: true,
        ...(startedBy !== undefined && { argv0: startedBy }),
      }),
    );
    // Its id shows whether it was started; an unhandled error event would end this process.
    child.on('error', () => {});
    return child;
  } catch {
    // For example, an argument with a NUL, or too many arguments.
    return null;
  }
}

/** Writes the child's input, and collects what it reports. */
function converse(child: ChildProcess, told: Uint8Array): () => string {
  const [reporting, telling] = [child.stdio[REPORT_DESCRIPTOR], child.stdio[TOLD_DESCRIPTOR]] as Duplex[];
  let report = '';
  reporting
    ?.on('error', () => {})
    .on('data', (chunk: Uint8Array) => {
      report += Buffer.from(chunk).toString('latin1');
    });
  // A child that ends before reading everything breaks the pipe.
  telling?.on('error', () => {}).end(told);
  telling?.resume();
  return () => report;
}

function closeChannels({ stdio }: ChildProcess): void {
  for (const channel of stdio) channel?.destroy();
}

/** The output. */
type Output = { readonly stdout: Uint8Array; readonly stderr: Uint8Array; readonly isCut: boolean };

/** Starts collecting; the returned function gives the output so far. */
function captureOutput(
  streams: { readonly stdout: Readable; readonly stderr: Readable },
  mostBytes: number,
): () => Output {
  const chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  let room = mostBytes;
  let isCut = false;
  const gather = (name: 'stdout' | 'stderr') => {
    streams[name].on('data', (chunk: Uint8Array) => {
      if (chunk.length > room) isCut = true;
      // A copy, so that a small remainder does not keep a large chunk alive.
      if (room > 0) chunks[name].push(Uint8Array.from(chunk.subarray(0, room)));
      room = Math.max(0, room - chunk.length);
    });
    // A stream that breaks has ended; what came before is kept.
    streams[name].on('error', () => {});
  };
  gather('stdout');
  gather('stderr');
  return () => ({ stdout: Buffer.concat(chunks.stdout), stderr: Buffer.concat(chunks.stderr), isCut });
}

const CLOSES_ON_EXEC = 0o2000000;

type Stdio = Exclude<StdioOptions, string>;

/**
 * Calls with channels in which every descriptor that a child should not inherit is replaced by the null
 * device.
 */
function withOnlyChannels<Result>(channels: Stdio, use: (channels: Stdio) => Result): Result {
  const leaking = inheritedDescriptors().filter((descriptor) => descriptor >= channels.length);
  if (leaking.length === 0) return use(channels);
  const nothing = openSync('/dev/null', 'r');
  try {
    const length = Math.max(...leaking) + 1;
    const all = Array.from({ length }, (_, index) => {
      if (index < channels.length) return channels[index];
      return leaking.includes(index) ? nothing : ('ignore' as const);
    });
    return use(all);
  } finally {
    closeSync(nothing);
  }
}

/** Returns the descriptors beyond the standard three that another program would inherit; empty if unknown. */
function inheritedDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo')
      .map(Number)
      .filter((descriptor) => descriptor > 2 && isInherited(descriptor));
  } catch {
    return [];
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags = ''] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) === 0;
  } catch {
    // It was open only for the listing.
    return false;
  }
}

const live = new Set<number>();
let guards = 0;
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Kills a process group; a missing one is no error. */
function killGroup(group: number): void {
  try {
    process.kill(process.platform === 'win32' ? group : -group, 'SIGKILL');
  } catch {
    // The group is already empty.
  }
}

/** Ensures that the group of a run is killed when this process ends. */
type GroupGuard = { watch(group: number): void; release(): void };

/** Opens a guard; called before a run is started, so that no signal is missed. */
function openGroupGuard(): GroupGuard {
  if (guards === 0) listen();
  guards += 1;
  let watched: number | undefined;
  return {
    watch: (group) => {
      watched = group;
      live.add(group);
    },
    release: () => {
      if (watched !== undefined) live.delete(watched);
      guards -= 1;
      if (guards === 0) stopListening();
    },
  };
}

function listen(): void {
  process.on('exit', killAll);
  // Prepended, because another listener may remove itself when it is called, and would no longer be counted.
  for (const signal of ENDING_SIGNALS) process.prependListener(signal, endBy);
}

function stopListening(): void {
  process.off('exit', killAll);
  for (const signal of ENDING_SIGNALS) process.off(signal, endBy);
}

function killAll(): void {
  for (const group of live) killGroup(group);
}

/** Ends the process as the default handler would; if there is another listener, ending is up to that one. */
function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}
