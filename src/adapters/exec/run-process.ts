/**
 * Runs one process to its end: no shell, no input, a group of its own that is killed whole when the time is up and when
 * the process itself ends, so that nothing it left behind in its group goes on working.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import type { RunOutcome } from '../../tools/index.ts';
import { captureOutput } from './capture-output.ts';
import { withOnlyChannels } from './inherited-descriptors.ts';
import { killGroup, openGroupGuard } from './live-groups.ts';

/** What is started and how long it may take. */
export type ProcessPlan = {
  readonly file: string;
  readonly args: readonly string[];
  /** The name the program is told it was started by. */
  readonly startedBy?: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What the program reads from a descriptor, and the channel it reports on; both only for the sandbox. */
  readonly channels?: { readonly told: Uint8Array; readonly descriptors: readonly number[] };
  readonly timeoutMs: number;
  readonly outputBytes: number;
  /** Ends the process, and all of its group, before its time. */
  readonly signal?: AbortSignal | undefined;
};

/** How a process ended, and what it reported. */
export type ProcessEnd = Omit<RunOutcome, 'privateDirectory'> & { readonly report: string };

/** The descriptors of a child that has channels: where it reports, where it reads, and the first that it is handed. */
export const REPORT_DESCRIPTOR = 3;
export const TOLD_DESCRIPTOR = 4;
export const FIRST_HANDED_DESCRIPTOR = 5;

/** How long the output of a process that ended may stay open by what escaped its group. */
const LINGER_MS = 1_000;
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Runs a process; null where it could not be started. */
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

/** Waits for the end of a child and of its output, and brings it about where it is due. */
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
    // Whether it was started is seen from its id; an error that nobody hears would end this process.
    child.on('error', () => {});
    return child;
  } catch {
    // For instance a word with a NUL, or too many words.
    return null;
  }
}

/** Tells the child what it has to read, and gathers what it reports. */
function converse(child: ChildProcess, told: Uint8Array): () => string {
  const [reporting, telling] = [child.stdio[REPORT_DESCRIPTOR], child.stdio[TOLD_DESCRIPTOR]] as Duplex[];
  let report = '';
  reporting
    ?.on('error', () => {})
    .on('data', (chunk: Uint8Array) => {
      report += Buffer.from(chunk).toString('latin1');
    });
  // A child that ends before it has read everything breaks the pipe.
  telling?.on('error', () => {}).end(told);
  telling?.resume();
  return () => report;
}

function closeChannels({ stdio }: ChildProcess): void {
  for (const channel of stdio) channel?.destroy();
}
