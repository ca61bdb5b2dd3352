/**
 * How the system treats an executable file, based on its first bytes. A file of an unknown kind is never
 * started: the C library would pass it to a shell.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { isWithin } from '../paths/index.ts';

/** How much of a file the system reads to determine its kind. */
const HEAD_BYTES = 256;

/** How many levels of interpreters may be scripts themselves, as in Linux. */
const MOST_INTERPRETERS = 4;

const BINARY_MAGICS = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'];

/**
 * Returns the real files of the interpreters that run a file, empty for a binary; null if it cannot be
 * started.
 */
export function interpretersOf(
  head: Uint8Array,
  roots: readonly string[],
  most: number = MOST_INTERPRETERS,
): readonly string[] | null {
  if (BINARY_MAGICS.includes(Buffer.from(head.subarray(0, 4)).toString('hex'))) return [];
  const named = interpreterNamed(head);
  if (named === null || most === 0) return null;
  const interpreter = realProgram(named);
  // What agents can write is not what a person approved.
  if (interpreter === null || isWithin(interpreter, roots)) return null;
  const further = interpretersOf(readHead(interpreter), roots, most - 1);
  return further === null ? null : [interpreter, ...further];
}

/** Returns the interpreter that a script names in its first line; null if none is named by a full path. */
function interpreterNamed(head: Uint8Array): string | null {
  const text = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1');
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  // The system truncates a longer line, and what it would start then is unpredictable.
  if (!line.startsWith('#!') || (end < 0 && head.length >= HEAD_BYTES) || line.includes('\0')) return null;
  const [named = ''] = line
    .slice(2)
    .replace(/^[ \t]+/, '')
    .split(/[ \t]/);
  return isAbsolute(named) ? Buffer.from(named, 'latin1').toString() : null;
}

/** Returns the real path of an executable regular file; null if there is none. */
export function realProgram(path: string): string | null {
  try {
    const real = realpathSync.native(path);
    accessSync(real, constants.X_OK);
    return isRegular(real) ? real : null;
  } catch {
    return null;
  }
}

/** Reads the first bytes of a file; empty if it cannot be read. */
export function readHead(file: string): Uint8Array {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(descriptor, head, 0, HEAD_BYTES, 0));
  } catch {
    return new Uint8Array();
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isRegular(file: string): boolean {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return fstatSync(descriptor).isFile();
  } finally {
    closeSync(descriptor);
  }
}

/** The directories whose programs the sandbox exposes anyway. */
export const SYSTEM_DIRECTORIES: readonly string[] = ['/usr', '/bin', '/sbin', '/lib', '/lib64'];

const BESIDE_PROGRAMS = ['lib', 'lib64', 'libexec', 'pyvenv.cfg'];
const PACKAGES = `${sep}node_modules${sep}`;

/** Returns the paths to expose for a program. */
export function toolchainOf(file: string): readonly string[] {
  if (isWithin(file, SYSTEM_DIRECTORIES)) return [];
  const packages = file.indexOf(PACKAGES);
  if (packages > 0) return [file.slice(0, packages + PACKAGES.length - 1)];
  const directory = dirname(file);
  const above = dirname(directory);
  if (!['bin', 'sbin'].includes(basename(directory))) return [file];
  const beside = BESIDE_PROGRAMS.map((name) => join(above, name));
  return [directory, ...beside.filter((path) => existsSync(path))];
}
