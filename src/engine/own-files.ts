/** The files that a run itself writes: the ledger, and the outputs requested by the caller. */

import { resolve } from 'node:path';
import { type Repository, toByteText } from '../context/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { pathWithin } from './workspace-root.ts';

/** Returns the program's own files; a ledger on a database server has none here. */
export function ownFiles({ store }: Ledger, outputs: readonly string[] = []): readonly string[] {
  const ledger = ['', '-wal', '-shm'].map((suffix) => `${store.location}${suffix}`);
  return [...ledger, ...outputs];
}

/** Characters with a meaning in git's ignore rules. */
const SPECIAL = /[\\*?[\]#! ]/g;

/** Returns a repository that also ignores the given files of the workspace. */
export function ignoringFiles(
  repository: Repository,
  { directory, files }: { readonly directory: string; readonly files: readonly string[] },
): Repository {
  const inside = files
    .map((file) => pathWithin(directory, resolve(directory, file)) ?? '')
    .filter((path) => path !== '');
  if (inside.length === 0) return repository;
  const lines = inside.map((path) => `/${path.replace(SPECIAL, '\\$&')}\n`);
  const rules = { base: repository.prefix, text: toByteText(lines.join('')) };
  return { ...repository, outerRules: () => [...repository.outerRules(), rules] };
}
