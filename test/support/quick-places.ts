// Where tests put what they make: in memory where the system has room for it there, for on a disk most of the time of many
// goes into waiting until what nobody reads again is on it. And where Node keeps what it compiled.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what tests hold at once, beside what they need themselves. */
const LEAST_ROOM_BYTES = 4 * 1024 ** 3;
const PREFIX = 'penumbra-tests-';

/** Sets the temporary folder and the compile cache of this process and all that it starts; the folder ends with it. */
export function useQuickPlaces(environment: NodeJS.ProcessEnv = process.env): void {
  environment.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  if (environment.TMPDIR !== undefined || !hasRoom()) return;
  removeLeftovers();
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { mode: 0o755 });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (canRunPrograms(folder)) {
    environment.TMPDIR = folder;
    process.once('exit', remove);
  } else remove();
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= LEAST_ROOM_BYTES;
  } catch {
    return false;
  }
}

/** What runs that were killed left behind. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue;
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Containers often forbid it there. */
function canRunPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
