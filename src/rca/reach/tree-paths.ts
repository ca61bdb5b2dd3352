/** Paths of a tree as the graph sees them: names with `/` between them, and the empty text for the root. */

/** Returns the folder of a path. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Returns the last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the last name of a path without what follows its last dot. */
export function stemOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

/** Returns a folder and the folders above it, the nearest first, the root last. */
export function foldersUp(folder: string): string[] {
  const found = [folder];
  for (let above = folder; above !== ''; ) {
    above = folderOf(above);
    found.push(above);
  }
  return found;
}

/** Follows a relative path from a folder; nothing where it leads out of the tree. */
export function joinPath(folder: string, relative: string): string | undefined {
  if (folder !== '' && relative !== '' && !/(?:^|\/)\.{0,2}(?:\/|$)/.test(relative))
    return `${folder}/${relative}`;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Returns those of sorted paths that share the most folders with a path, in their order. */
export function nearestTo(from: string, paths: readonly string[]): readonly string[] {
  if (paths.length < 2) return paths;
  const folders = from.split('/').slice(0, -1);
  const shared = paths.map((path) => {
    const parts = path.split('/');
    let count = 0;
    while (count < folders.length && folders[count] === parts[count]) count += 1;
    return count;
  });
  const most = shared.reduce((best, count) => Math.max(best, count), 0);
  return paths.filter((_, index) => shared[index] === most);
}
