/** C#: types that are mentioned and declared in a namespace that the source is in or uses. */
import type { ReachTree } from './reach-tree.ts';
import type { Resolve, Resolver } from './resolver.ts';
import { createTypeIndex } from './type-index.ts';

/** Resolves C#. */
export const netResolver: Resolver = { extensions: 'cs', prepare: prepareNet };

function prepareNet(tree: ReachTree): Resolve {
  const types = createTypeIndex(tree, { sources: /\.cs$/, separator: '.' });
  return function* ({ path, facts }) {
    const open = new Set(enclosing(facts.namespace));
    for (const specifier of facts.imports) {
      if (types.hasNamespace(specifier)) open.add(specifier);
      else yield* types.findQualified(specifier, path);
    }
    for (const name of facts.names) {
      // An attribute may be written without the end of its name.
      for (const type of [name, `${name}Attribute`])
        if (types.isKnown(type)) for (const namespace of open) yield* types.find(namespace, type, path);
    }
  };
}

/** `A.B.C` lies in `A.B`, in `A` and in the global namespace. */
function enclosing(namespace: string): readonly string[] {
  const parts = namespace === '' ? [] : namespace.split('.');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('.')), ''];
}
