/**
 * Any language: files that a literal names, as fixtures, templates and scripts that are started are named, and the
 * snapshots of a test.
 */
import { sourceSyntax } from '../../context/index.ts';
import { sideOfPath } from '../evidence/file-side.ts';
import { reachLimits } from './reach-limits.ts';
import { type ReachTree, remember } from './reach-tree.ts';
import type { Resolve } from './resolver.ts';
import { folderOf, foldersUp, joinPath, nameOf, nearestTo, stemOf } from './tree-paths.ts';

const NONE: readonly string[] = [];

/** Prepares finding files by literals. */
export function createResolveLiterals(tree: ReachTree): Resolve {
  const isData = (path: string) => sourceSyntax(path) === undefined;
  const filesBelow = remember((folder: string) =>
    tree.paths.filter((path) => path.startsWith(`${folder}/`)).slice(0, reachLimits.folderFiles),
  );
  /** A file beside the source or from one of the folders above; a folder only where it holds what tests use. */
  const fromAbove = (literal: string, folder: string): readonly string[] => {
    for (const above of foldersUp(folder)) {
      const path = joinPath(above, literal);
      if (path === undefined || path === '') return NONE;
      if (tree.has(path)) return [path];
      if (
        path !== folder &&
        tree.hasFolder(path) &&
        sideOfPath(`${path}/x`) === 'test' &&
        !`${folder}/`.startsWith(`${path}/`)
      )
        return filesBelow(path);
      if (literal.startsWith('..')) return NONE;
    }
    return NONE;
  };
  /** Data that lies elsewhere, as resources on a class path do. */
  const elsewhere = (literal: string, from: string): readonly string[] => {
    const ending = literal.replace(/^(?:\.{0,2}\/)+/, '');
    const alike = tree
      .filesNamed(nameOf(ending))
      .filter((path) => isData(path) && `/${path}`.endsWith(`/${ending}`));
    return nearestTo(from, alike);
  };
  const snapshots = (path: string): readonly string[] => {
    const folder = joinPath(folderOf(path), '__snapshots__') ?? '';
    return [`${folder}/${nameOf(path)}.snap`, `${folder}/${stemOf(path)}.ambr`].filter((one) =>
      tree.has(one),
    );
  };
  return function* ({ path, facts, isTest }) {
    const folder = folderOf(path);
    for (const name of facts.names) {
      if (!name.includes('/') || name.length < 3) continue;
      const found = fromAbove(name, folder);
      yield* found.length > 0 ? found : elsewhere(name, path);
    }
    for (const name of facts.fileLiterals) {
      const beside = joinPath(folder, name);
      if (beside !== undefined && tree.has(beside)) yield beside;
      else yield* elsewhere(name, path);
    }
    if (isTest) yield* snapshots(path);
  };
}
