// The two meters of CPU time: of work in this process, and of programs it starts.
// CPU time leaves out waiting (for a disk, for another process), which on shared machines is mostly noise.

import { spawnSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the CPU that work in this process takes, in microseconds, over all its threads. */
export async function cpuOf(work: () => Promise<void> | void): Promise<number> {
  // Nobody pays for the garbage of whoever ran before.
  collectGarbage();
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Makes a run that repeats one synchronous operation. */
export function repeated(operation: () => unknown): (times: number) => Promise<number> {
  return (times) =>
    cpuOf(() => {
      for (let turn = 0; turn < times; turn++) operation();
    });
}

/**
 * Makes a run that starts a program so many times. Node cannot tell what its children cost, and a child that measures
 * itself misses its own beginning and end; a shell's `times` has both, in steps of 10 ms over all launches.
 */
export function launched(command: readonly string[], directory: string): (times: number) => Promise<number> {
  const loop = 'n=$1; shift; while [ $n -gt 0 ]; do "$@" >/dev/null || exit 1; n=$((n - 1)); done; times';
  return async (times) => {
    const args = ['-c', loop, 'sh', String(times), ...command];
    const { status, stdout, stderr } = spawnSync('sh', args, { cwd: directory, encoding: 'utf8' });
    if (status !== 0) throw new Error(`\`${command.join(' ')}\` failed: ${stderr}`);
    return childrenMicroseconds(stdout);
  };
}

/** Reads the second line of `times`: user and system time of the children, for instance `0m1.25s 0m0.31s`. */
function childrenMicroseconds(output: string): number {
  const line = output.trim().split('\n').at(-1) ?? '';
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) throw new Error(`cannot read what \`times\` says: ${line}`);
  return parts.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1e6, 0);
}
