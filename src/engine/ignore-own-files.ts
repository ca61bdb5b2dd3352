/** Keeps what the program itself writes into a workspace out of its tree: a run must not change what it is made from. */
import { resolve } from 'node:path';
import { type Repository, toByteText } from '../context/index.ts';
import { pathWithin } from './path-within.ts';

/** What git's ignore rules give a meaning to. */
const SPECIAL = /[\\*?[\]#! ]/g;

/** Returns a repository that also ignores some files of the workspace. */
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
