// Finds the Chromium that the tests of pages drive: the one that is named, else the first on the PATH.

import { findProgram } from './find-program.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Returns the program to start, or null where there is none; what `PENUMBRA_CHROMIUM` names is not doubted. */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): string | null {
  const { PENUMBRA_CHROMIUM: named = '' } = environment;
  if (named !== '') return named;
  return names.map((name) => findProgram(name, environment)).find((program) => program !== null) ?? null;
}

/** Tells whether a browser must be there: nobody would see on a build machine that tests were skipped. */
export function isBrowserRequired({ CI = '' }: NodeJS.ProcessEnv = process.env): boolean {
  return !['', '0', 'false'].includes(CI);
}
