// Finds the Chromium that the tests of pages drive: the one that is named, else the first on the PATH.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Returns the program to start, or null where there is none; what `PENUMBRA_CHROMIUM` names is not doubted. */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): string | null {
  const { PENUMBRA_CHROMIUM: named = '', PATH = '' } = environment;
  if (named !== '') return named;
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null;
}

/** Tells whether a browser must be there: nobody would see on a build machine that tests were skipped. */
export function isBrowserRequired({ CI = '' }: NodeJS.ProcessEnv = process.env): boolean {
  return !['', '0', 'false'].includes(CI);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
