/** The types of a tree by namespace and name, in languages whose sources name their namespace. */
import { addTo, type ReachTree } from './reach-tree.ts';
import { nearestTo, stemOf } from './tree-paths.ts';

/** The types of a tree. */
export interface TypeIndex {
  /** Tells whether anything is declared under a name, in whatever namespace. */
  isKnown(name: string): boolean;
  hasNamespace(namespace: string): boolean;
  /** Returns the files that declare a name in a namespace, those nearest to a path. */
  find(namespace: string, name: string, from: string): readonly string[];
  /** Returns the files that declare the longest part of a qualified name: a type, or a member of it. */
  findQualified(qualified: string, from: string): readonly string[];
}

const NONE: readonly string[] = [];
const TYPE_NAME = /^\p{Lu}/u;

/** Indexes the sources whose paths match; without `hasFunctions` only names with a capital letter are types. */
export function createTypeIndex(
  tree: ReachTree,
  {
    sources,
    separator,
    hasFunctions = () => false,
  }: {
    readonly sources: RegExp;
    readonly separator: string;
    hasFunctions?(path: string): boolean;
  },
): TypeIndex {
  const declared = new Map<string, string[]>();
  const names = new Set<string>();
  const namespaces = new Set<string>();
  for (const path of tree.paths) {
    const facts = sources.test(path) ? tree.facts.get(path) : undefined;
    if (facts === undefined) continue;
    const { namespace } = facts;
    namespaces.add(namespace);
    const stem = stemOf(path);
    const add = (name: string) => {
      names.add(name);
      addTo(declared, namespace + separator + name, path);
    };
    add(stem);
    for (const name of facts.declared)
      if (name !== stem && (TYPE_NAME.test(name) || hasFunctions(path))) add(name);
  }
  const find = (namespace: string, name: string, from: string) =>
    nearestTo(from, declared.get(namespace + separator + name) ?? NONE);
  return {
    isKnown: (name) => names.has(name),
    hasNamespace: (namespace) => namespaces.has(namespace),
    find,
    findQualified(qualified, from) {
      const parts = qualified.split(separator);
      for (let length = parts.length; length > 0; length--) {
        const found = find(parts.slice(0, length - 1).join(separator), parts[length - 1] ?? '', from);
        if (found.length > 0) return found;
      }
      return NONE;
    },
  };
}
