/**
 * Java, Kotlin, Scala and Groovy: imported types, types of the same package and of wildcard imports that are mentioned,
 * and types named by literals. Base classes are mentioned like any other type.
 */
import type { ReachTree } from './reach-tree.ts';
import type { Resolve, Resolver } from './resolver.ts';
import { createTypeIndex } from './type-index.ts';

const SOURCES = /\.(?:java|kts?|scala|groovy)$/;
const WITH_FUNCTIONS = /\.(?:kts?|scala)$/;
const TYPE_NAME = /^\p{Lu}/u;
/** A function that more files of a package declare is a method of many classes and tells nothing. */
const MOST_NAMESAKES = 3;

/** Resolves the languages of the JVM. */
export const jvmResolver: Resolver = { extensions: 'java kt kts scala groovy', prepare: prepareJvm };

function prepareJvm(tree: ReachTree): Resolve {
  const types = createTypeIndex(tree, {
    sources: SOURCES,
    separator: '.',
    hasFunctions: (path) => WITH_FUNCTIONS.test(path),
  });
  return function* ({ path, facts }) {
    const open = [facts.namespace];
    for (const specifier of facts.imports) {
      const package_ = specifier.endsWith('.*') ? specifier.slice(0, -2) : undefined;
      if (package_ !== undefined && types.hasNamespace(package_)) open.push(package_);
      else yield* types.findQualified(package_ ?? specifier, path);
    }
    for (const name of facts.names) {
      if (!types.isKnown(name)) continue;
      for (const namespace of open) {
        const found = types.find(namespace, name, path);
        if (TYPE_NAME.test(name) || found.length <= MOST_NAMESAKES) yield* found;
      }
    }
    for (const name of facts.fileLiterals)
      if (name.split('.').length > 2) yield* types.findQualified(name, path);
  };
}
