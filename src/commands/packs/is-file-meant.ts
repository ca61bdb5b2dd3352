/** Decides what a name means that could be both, a file and a case: the case, unless it is written as files are. */
import { extname, sep } from 'node:path';
import { findRun, withRuns } from '../../investigation/run/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import { readRun } from '../../pipeline/index.ts';
import { findCase } from '../../report/index.ts';
import { isFileName } from './read-working-set-file.ts';
import type { PackQuery } from './with-packs.ts';

/** Tells whether a query is about a working set in a file. */
export async function isFileMeant(query: PackQuery): Promise<boolean> {
  const { name } = query;
  if (!isFileName(name)) return false;
  const isWrittenAsFile = name.includes('/') || name.includes(sep) || extname(name) !== '';
  return isWrittenAsFile || !(await isCaseNamed(query));
}

/** A ledger that is not there, or cannot be asked, names no case. */
async function isCaseNamed({
  name,
  run: wanted = 'latest',
  step: _step,
  consumer: _consumer,
  onProgress: _onProgress,
  ...options
}: PackQuery): Promise<boolean> {
  try {
    return await withRuns({ ...options, create: false }, async ({ store }) => {
      const run = await findRun(store, wanted);
      return findCase(await readRun(store, run), name) !== null;
    });
  } catch (error) {
    if (error instanceof PenumbraError) return false;
    throw error;
  }
}
