/**
 * Lets git work on a copy of its index. Comparing with the work tree, git writes what it learned back into the index,
 * and whoever only reads writes nothing below `.git`.
 */
import { copyFileSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RepositoryPlaces } from './find-repository.ts';
import { thenClean } from './then-clean.ts';

/** Calls with an environment that names a copy of the index, which goes away afterwards. */
export function withIndexCopy<Result>(
  { gitDirectory }: RepositoryPlaces,
  use: (environment: Readonly<Record<string, string>>) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-index-'));
  const work = () => {
    const copy = join(folder, 'index');
    copyIndex(join(gitDirectory, 'index'), copy);
    return use({ GIT_INDEX_FILE: copy });
  };
  return thenClean(work, () => rmSync(folder, { recursive: true, force: true }));
}

/**
 * Copies an index where there is one: a repository without one has nothing staged, and git takes a missing file for an
 * empty one.
 */
export function copyIndex(from: string, to: string): void {
  try {
    const seconds = Math.floor(statSync(from).mtimeMs / 1000);
    copyFileSync(from, to);
    // Git trusts what it remembers of a file that is older than the index, so the copy must not look younger.
    utimesSync(to, seconds, seconds);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault;
  }
}
