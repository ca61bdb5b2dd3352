/** Finds the file that a path without extension, a folder or the path of a built file stands for in JavaScript. */
import { addTo, type ReachTree } from './reach-tree.ts';
import { nameOf } from './tree-paths.ts';

/** The extensions of scripts, those that are tried first in front. */
const scriptExtensions = 'ts tsx mts cts js jsx mjs cjs vue svelte d.ts d.mts d.cts json coffee'.split(' ');

const EXTENSION = new RegExp(`\\.(?:${scriptExtensions.toReversed().join('|').replaceAll('.', '\\.')})$`);
/** What a source may be called by once it is built. */
const WRITTEN_EXTENSION = /\.(?:d\.[cm]?ts|[cm]?[jt]s|[jt]sx)$/;

/** Returns the script at a path, or that a path without its extension or with that of its build stands for. */
export type FindScript = (path: string) => string | undefined;

/** Prepares the scripts of a tree. */
export function createFindScript(tree: ReachTree): FindScript {
  const byStem = new Map<string, string[]>();
  for (const path of tree.paths) {
    const extension = EXTENSION.exec(path)?.[0];
    if (extension !== undefined) addTo(byStem, path.slice(0, -extension.length), path);
  }
  const rank = (path: string) => scriptExtensions.indexOf(EXTENSION.exec(path)?.[0].slice(1) ?? '');
  for (const [stem, paths] of byStem)
    if (paths.length > 1)
      byStem.set(
        stem,
        paths.toSorted((left, right) => rank(left) - rank(right)),
      );
  return (path) => {
    if (tree.has(path)) return path;
    return byStem.get(path)?.[0] ?? byStem.get(path.replace(WRITTEN_EXTENSION, ''))?.[0];
  };
}

/** The folders that builds are written to. */
const BUILT = new Set(
  'dist lib build out output es esm cjs mjs umd bundle bundles types typings commonjs module modules node browser prod production development'.split(
    ' ',
  ),
);

/** Returns the paths below a package's folder that a built file may be made from, the likeliest first. */
export function sourcesOfBuilt(inPackage: string): readonly string[] {
  const parts = inPackage.split('/').filter((part) => part !== '' && part !== '.');
  const first = parts.findIndex((part) => BUILT.has(part));
  if (first < 0 || first === parts.length - 1) return [];
  let behind = first;
  while (behind < parts.length - 1 && BUILT.has(parts[behind] ?? '')) behind += 1;
  const before = parts.slice(0, first);
  const rest = [...parts.slice(behind, -1), bareName(parts.at(-1) ?? '')];
  return [
    [...before, 'src', ...rest],
    [...before, 'lib', ...rest],
    [...before, ...rest],
  ].map((path) => path.join('/'));
}

/** `index.min.cjs.js` is made from `index`. */
function bareName(name: string): string {
  return nameOf(name).replace(/(?:\.(?:min|prod|dev|cjs|esm|umd|iife|global|bundle|d|[cm]?[jt]sx?))+$/, '');
}
