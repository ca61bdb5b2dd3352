// Finds a program on the PATH.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the first program of a name on the PATH that can be started, or null where there is none. */
export function findProgram(name: string, { PATH = '' }: NodeJS.ProcessEnv = process.env): string | null {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
