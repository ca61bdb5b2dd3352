/** Paths of a tree: names with `/` between them, and `.` for the root. */
import { ROOT_PATH } from './tree.ts';

/** Returns the path of what stands in a directory under a name. */
export function joinPath(directory: string, name: string): string {
  return directory === ROOT_PATH ? name : `${directory}/${name}`;
}

/** Returns the directory of a path, or null for the root. */
export function parentPath(path: string): string | null {
  if (path === ROOT_PATH) return null;
  const slash = path.lastIndexOf('/');
  return slash < 0 ? ROOT_PATH : path.slice(0, slash);
}

/** Returns the last name of a path. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the directories above a path, the nearest first, the root last. */
export function pathsAbove(path: string): readonly string[] {
  const found: string[] = [];
  for (let above = parentPath(path); above !== null; above = parentPath(above)) found.push(above);
  return found;
}

/** Tells whether a path is a directory's own or lies below it. */
export function isWithin(path: string, directory: string): boolean {
  return directory === ROOT_PATH || path === directory || path.startsWith(`${directory}/`);
}
