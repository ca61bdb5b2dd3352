/** Asks git what differs from the commit at hand or is new and not ignored. */
import type { OpenedGit } from './open-git.ts';
import { type ChangedPath, parseStatus } from './parse-status.ts';
import { silenceFilters } from './silence-filters.ts';

const STATUS = [
  'status',
  '--porcelain=v1',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  // Looking into a submodule would run git there, by that one's settings.
  '--ignore-submodules=all',
  '--',
  '.',
];

/** What has changed, and the settings under which git reads files without running a program for it. */
export type GitStatus = { readonly changed: readonly ChangedPath[]; readonly silenced: readonly string[] };

/** Returns what has changed, sorted; null where git cannot tell. */
export function readStatus({ run, prefix }: OpenedGit): GitStatus | null {
  const silenced = silenceFilters((args) => run(args));
  const printed = silenced && run([...silenced, ...STATUS]);
  return printed && { changed: parseStatus(printed, prefix), silenced };
}
