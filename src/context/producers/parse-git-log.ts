/**
 * Reads one `git log` for all files. The format needs commits and trees only, so it works in a partial clone: equal
 * files are found as renames by their ids, and no file's content is compared.
 */

import type { CommitRecord, FileChange } from './commit-history.ts';
import { producerLimits } from './producer-limits.ts';

/** Begins a commit; no path does. */
const COMMIT_MARK = '\u0001';
const ID = /^[0-9a-f]{40,64}$/;
const STATUS = /^[A-Z]\d{0,3}$/;

/** The arguments of git whose output `parseGitLog` reads. */
export const gitLogArguments: readonly string[] = [
  'log',
  '-z',
  '--name-status',
  '-M100%',
  `--max-count=${producerLimits.commits}`,
  '--format=%x01%H',
];

/** Reads the commits of a log, newest first; what is not understood is passed over. */
export function* parseGitLog(text: string): Generator<CommitRecord> {
  let commit: string | undefined;
  let files: FileChange[] = [];
  const fields = text.split('\0').values();
  for (const field of fields) {
    // Git puts a line's end between a commit and its first file.
    const entry = field.startsWith('\n') ? field.slice(1) : field;
    if (entry.startsWith(COMMIT_MARK)) {
      if (commit !== undefined) yield { commit, files };
      const id = entry.slice(COMMIT_MARK.length);
      commit = ID.test(id) ? id : undefined;
      files = [];
    } else if (STATUS.test(entry)) {
      const change = fileChange(entry, () => fields.next().value);
      if (change !== undefined) files.push(change);
    }
  }
  if (commit !== undefined) yield { commit, files };
}

/** A status is followed by the path, that of a rename or copy by the former path and the new one. */
function fileChange(status: string, nextField: () => string | undefined): FileChange | undefined {
  const first = nextField();
  const isRename = status.startsWith('R');
  const path = isRename || status.startsWith('C') ? nextField() : first;
  // A log that breaks off may end within an entry.
  if (first === undefined || path === undefined || path === '') return undefined;
  if (isRename) return { kind: 'renamed', path, from: first };
  if (status === 'A' || status.startsWith('C')) return { kind: 'added', path };
  return { kind: status === 'D' ? 'deleted' : 'modified', path };
}
