/**
 * What an event says to a scan. Git and the program itself write much that is in no tree; of git's own files only those
 * count that decide what belongs to a tree.
 */
import { relative, sep } from 'node:path';

/** What of a `.git` decides: what is tracked, which rules hold, and whether it is a repository at all. */
const TELLING = new Set(['', 'HEAD', 'index', 'info', 'info/exclude', 'objects', 'refs', 'commondir']);

/** Returns the hint of an absolute path, relative to the root and empty for the root itself; nothing if it is no matter. */
export function hintOfPath(root: string, path: string): string | undefined {
  const names = relative(root, path).split(sep);
  if (names[0] === '..' || path.includes('\0') || names.includes('.penumbra')) return undefined;
  const git = names.indexOf('.git');
  if (git < 0) return names.join('/');
  return TELLING.has(names.slice(git + 1).join('/')) ? names.slice(0, git + 1).join('/') : undefined;
}
