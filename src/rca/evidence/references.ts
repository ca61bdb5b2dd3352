/**
 * Who refers to whom, without a parser: a source refers to a file when it has an identifier that is the file's name
 * (as classes are in many languages), or a literal that is a path to it (as imports are in others).
 */

/** Returns the positions of the candidates that a source at `path` with these names refers to, itself left out. */
export type References = (path: string, names: Iterable<string>) => number[];

/** A name that more files have tells nothing. */
const MOST_NAMESAKES = 4;
const EXTENSION = /\.\w+$/;
const FOLDER_FILE = /^(?:index|__init__|mod)$/;

/** Prepares references to candidates. */
export function createReferences(candidates: readonly string[]): References {
  const byStem = new Map<string, number[]>();
  const byPath = new Map<string, number>();
  for (const [position, path] of candidates.entries()) {
    const stemPath = path.replace(EXTENSION, '');
    const stem = stemPath.slice(stemPath.lastIndexOf('/') + 1);
    byPath.set(stemPath, position);
    if (FOLDER_FILE.test(stem)) byPath.set(stemPath.slice(0, -stem.length - 1), position);
    else if (!byStem.has(stem)) byStem.set(stem, [position]);
    else byStem.get(stem)?.push(position);
  }
  const positionsOf = (from: string, name: string): readonly number[] => {
    if (!name.includes('/')) return byStem.get(name) ?? [];
    const position = byPath.get(resolvePath(from, name).replace(EXTENSION, ''));
    return position === undefined ? [] : [position];
  };
  return (path, names) => {
    const found = new Set<number>();
    for (const name of names) {
      const positions = positionsOf(path, name);
      if (positions.length <= MOST_NAMESAKES) for (const position of positions) found.add(position);
    }
    return [...found].filter((position) => candidates[position] !== path).sort((left, right) => left - right);
  };
}

/** Resolves `./x` and `../x` from a file's folder; other paths are taken from the root. */
function resolvePath(from: string, name: string): string {
  const parts = name.startsWith('.') ? from.split('/').slice(0, -1) : [];
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
