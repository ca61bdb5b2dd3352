/** C, C++ and Objective-C: included headers, and from a header the sources of its name, in which its functions are. */
import type { ReachTree } from './reach-tree.ts';
import type { Resolve, Resolver } from './resolver.ts';
import { folderOf, joinPath, nameOf, nearestTo, stemOf } from './tree-paths.ts';

const HEADER = /\.(?:h|hh|hpp|hxx)$/;
const SOURCES = ['c', 'cc', 'cpp', 'cxx', 'm', 'mm'];
const NONE: readonly string[] = [];

/** Resolves includes. */
export const includeResolver: Resolver = {
  extensions: 'c h cc cpp cxx hh hpp hxx m mm',
  prepare: prepareIncludes,
};

function prepareIncludes(tree: ReachTree): Resolve {
  const included = (specifier: string, path: string): readonly string[] => {
    const beside = joinPath(folderOf(path), specifier);
    if (beside !== undefined && tree.has(beside)) return [beside];
    const ending = `/${specifier.replace(/^(?:\.{0,2}\/)+/, '')}`;
    const alike = tree.filesNamed(nameOf(specifier)).filter((one) => `/${one}`.endsWith(ending));
    return nearestTo(path, alike);
  };
  return function* ({ path, facts }) {
    for (const specifier of facts.imports) yield* included(specifier, path);
    if (!HEADER.test(path)) return;
    const stem = stemOf(path);
    for (const extension of SOURCES) yield* nearestTo(path, tree.filesNamed(`${stem}.${extension}`) ?? NONE);
  };
}
