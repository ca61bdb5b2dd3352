/** Where a place lies below a root, in a form that is the same in every clone. */
import { isAbsolute, relative, sep } from 'node:path';

/** Returns the path below a root with `/` between names, empty for the root itself, or null for what lies outside. */
export function pathWithin(root: string, place: string): string | null {
  const path = relative(root, place).split(sep).join('/');
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? null : path;
}
