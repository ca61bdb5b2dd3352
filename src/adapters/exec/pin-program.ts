/** Finds programs once by their plain names and pins them: what runs later is the same, unchanged file. */
import {
  type BigIntStats,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { createSha256, type Sha256 } from '../../kernel/index.ts';
import type { RunFault } from '../../tools/index.ts';
import { isWithin } from '../paths/index.ts';
import type { PrivateDirectory } from './private-directory.ts';
import { interpretersOf, readHead, realProgram, SYSTEM_DIRECTORIES, toolchainOf } from './program-file.ts';

/** A pinned program. */
export type ProgramPin = {
  readonly name: string;
  /** Its path on the search path; often a link. */
  readonly found: string;
  /** The real file. */
  readonly file: string;
  readonly interpreters: readonly string[];
  readonly sha256: Sha256;
  readonly stamp: string;
};

/** Where to look for programs, and where they must not be. */
export type ProgramPlaces = { readonly searchPath: readonly string[]; readonly roots: readonly string[] };

const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9._+-]{0,254}$/;
const CHUNK_BYTES = 1024 * 1024;

/**
 * Finds a program on the search path; null if there is none, it cannot be started, or it is inside a root.
 */
export function pinProgram(name: string, { searchPath, roots }: ProgramPlaces): ProgramPin | null {
  if (!PLAIN_NAME.test(name)) return null;
  const candidates = searchPath
    .filter((directory) => isAbsolute(directory))
    .map((directory) => join(directory, name));
  const found = candidates.find((candidate) => realProgram(candidate) !== null);
  const file = found === undefined ? null : realProgram(found);
  if (found === undefined || file === null) return null;
  // A link inside a root can be redirected by anyone who writes there, so the place where it was found counts
  // too.
  if (isWithin(file, roots) || isWithin(realpathSync.native(dirname(found)), roots)) return null;
  const interpreters = interpretersOf(readHead(file), roots);
  return interpreters === null ? null : stamped({ name, found, file, interpreters });
}

/** Returns whether a program is still the one that was pinned. */
export function isUnchanged({ found, file, interpreters, stamp }: ProgramPin): boolean {
  try {
    const isThere = interpreters.every((interpreter) => existsSync(interpreter));
    return (
      isThere && realpathSync.native(found) === file && stampOf(statSync(file, { bigint: true })) === stamp
    );
  } catch {
    return false;
  }
}

function stamped(program: Omit<ProgramPin, 'sha256' | 'stamp'>): ProgramPin | null {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(program.file, 'r');
    const stamp = stampOf(fstatSync(descriptor, { bigint: true }));
    const sha256 = hashOf(descriptor);
    const isStill = stampOf(fstatSync(descriptor, { bigint: true })) === stamp;
    return isStill ? Object.freeze({ ...program, sha256, stamp }) : null;
  } catch {
    return null;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Everything that changes with the file; setting its modification time changes its change time. */
function stampOf({ dev, ino, size, mtimeNs, ctimeNs, mode, uid, gid }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs, mode, uid, gid].join(' ');
}

function hashOf(descriptor: number): Sha256 {
  const hash = createSha256();
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let count = readSync(descriptor, chunk); count > 0; count = readSync(descriptor, chunk)) {
    hash.update(chunk.subarray(0, count));
  }
  return hash.digest();
}

/** A program that is ready to start. */
export type PreparedProgram = {
  readonly file: string;
  /** The name it is started by: some programs behave according to it, others find their parts by it. */
  readonly startedBy: string;
  /** The path that starts it in the sandbox; null for a script, which is elsewhere there. */
  readonly inSandbox: string | null;
  /** Host paths that the sandbox exposes for it. */
  readonly shows: readonly string[];
  /** Where to look for further programs before the system's own directories. */
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

/** Prepares a script; it is written where no agent can reach it, and runs by its first line. */
export function prepareScript(
  script: Uint8Array,
  directory: PrivateDirectory,
  roots: readonly string[],
): PreparedProgram | RunFault {
  const interpreters = interpretersOf(script, roots);
  // A binary is not accepted as a script: people must be able to read what they approve.
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

/** In a chain of links outside the system's directories, the sandbox shows only the two ends. */
function isLedDirectly({ found, file }: ProgramPin): boolean {
  if (found === file || isWithin(found, SYSTEM_DIRECTORIES)) return true;
  try {
    return resolve(dirname(found), readlinkSync(found)) === file;
  } catch {
    return false;
  }
}
