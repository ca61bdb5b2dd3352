/**
 * PHP: classes and functions that are used by name or mentioned in the same namespace, and required files. Sources say
 * which namespace they are in, so where an autoloader would look for them need not be known.
 */
import type { ReachTree } from './reach-tree.ts';
import { remember } from './reach-tree.ts';
import type { Resolve, Resolver } from './resolver.ts';
import { folderOf, foldersUp, joinPath } from './tree-paths.ts';
import { createTypeIndex } from './type-index.ts';

const BOOTSTRAP = /\bbootstrap\s*=\s*"([^"\n]{1,200})"/;

/** Resolves PHP. */
export const phpResolver: Resolver = { extensions: 'php', prepare: preparePhp };

function preparePhp(tree: ReachTree): Resolve {
  const types = createTypeIndex(tree, { sources: /\.php$/, separator: '\\', hasFunctions: () => true });
  /** What PHPUnit loads before every test. */
  const bootstrapOf = remember((folder: string) =>
    foldersUp(folder).flatMap((above) =>
      ['phpunit.xml', 'phpunit.xml.dist'].flatMap((name) => {
        const file = BOOTSTRAP.exec(tree.manifest(joinPath(above, name) ?? '') ?? '')?.[1];
        const path = file === undefined ? undefined : joinPath(above, file);
        return path !== undefined && tree.has(path) ? [path] : [];
      }),
    ),
  );
  return function* ({ path, facts, isTest }) {
    const folder = folderOf(path);
    for (const specifier of facts.imports) {
      const file = specifier.endsWith('.php') ? joinPath(folder, specifier) : undefined;
      if (file !== undefined && tree.has(file)) yield file;
      else yield* types.findQualified(specifier, path);
    }
    for (const name of facts.names) {
      if (!types.isKnown(name)) continue;
      // Methods are declared all over a namespace under the same names; types are not.
      if (/^\p{Lu}/u.test(name)) yield* types.find(facts.namespace, name, path);
    }
    if (isTest) yield* bootstrapOf(folder);
  };
}
