/** The way from the top of a work tree to the workspace in it, as git writes paths. */
import { relative, sep } from 'node:path';

/** Returns the prefix that git's paths below a workspace have: nothing at the top, else ended by a slash. */
export function workTreePrefix(top: string, root: string): string {
  const way = relative(top, root);
  return way === '' ? '' : `${way.split(sep).join('/')}/`;
}
