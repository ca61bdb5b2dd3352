/** What a run starts: a pinned program that is unchanged, or a private copy of the verified bytes of a script. */
import { readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { RunFault } from '../../tools/index.ts';
import { isWithin } from '../paths/index.ts';
import { isUnchanged, type ProgramPin } from './pin-program.ts';
import type { PrivateDirectory } from './private-directory.ts';
import { interpretersOf } from './program-file.ts';
import { SYSTEM_DIRECTORIES, toolchainOf } from './toolchain-of.ts';

/** Something that can be started. */
export type PreparedProgram = {
  readonly file: string;
  /** The name it is told it was started by: some programs do as they are called, others find their parts by it. */
  readonly startedBy: string;
  /** The path that starts it in the sandbox; null for a script, which lies elsewhere there. */
  readonly inSandbox: string | null;
  /** Host paths that the sandbox shows for it. */
  readonly shows: readonly string[];
  /** Where further programs are looked for before the system's own. */
  readonly directories: readonly string[];
  /** Whether it is git itself. */
  readonly isGit: boolean;
};

/** Prepares a pinned program. */
export function preparePinned(pin: ProgramPin, roots: readonly string[]): PreparedProgram | RunFault {
  if (!isUnchanged(pin)) return 'program-changed';
  const { found, file, interpreters } = pin;
  const shows = [found, file, ...interpreters].flatMap(toolchainOf).filter((path) => !isWithin(path, roots));
  const directories = [dirname(found), dirname(file)];
  const inSandbox = isLedDirectly(pin) ? found : file;
  const isGit = pin.name === 'git';
  return { file, startedBy: found, inSandbox, shows: [...new Set(shows)], directories, isGit };
}

/** Prepares a script; it is written where no agent reaches, and runs by its first line. */
export function prepareScript(
  script: Uint8Array,
  directory: PrivateDirectory,
  roots: readonly string[],
): PreparedProgram | RunFault {
  const interpreters = interpretersOf(script, roots);
  // A binary is no script: a person can read what they approve.
  if (interpreters === null || interpreters.length === 0) return 'not-started';
  const file = directory.writeFile('script', script, 0o500);
  const shows = interpreters.flatMap(toolchainOf).filter((path) => !isWithin(path, roots));
  return {
    file,
    startedBy: file,
    inSandbox: null,
    shows: [...new Set(shows)],
    directories: [],
    isGit: false,
  };
}

/** Of a chain of links outside the system's directories, the sandbox shows only the ends. */
function isLedDirectly({ found, file }: ProgramPin): boolean {
  if (found === file || isWithin(found, SYSTEM_DIRECTORIES)) return true;
  try {
    return resolve(dirname(found), readlinkSync(found)) === file;
  } catch {
    return false;
  }
}
