/**
 * What a program outside the system's own directories needs to start, as little as can be told from where it lies: the
 * directory `bin` with the libraries beside it, the packages it is one of, or the file alone.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isWithin } from '../paths/index.ts';

/** The directories whose programs the sandbox shows anyway. */
export const SYSTEM_DIRECTORIES: readonly string[] = ['/usr', '/bin', '/sbin', '/lib', '/lib64'];

const BESIDE_PROGRAMS = ['lib', 'lib64', 'libexec', 'pyvenv.cfg'];
const PACKAGES = `${sep}node_modules${sep}`;

/** Returns the paths to show for a program. */
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
