/**
 * Resolves languages with declared namespaces (JVM, C#, PHP): a name leads to the files that declare it in a
 * namespace that is open where it is mentioned.
 */

import { folderOf, foldersUp, stemOf } from '../paths/path-parts.ts';
import {
  addTo,
  joinPath,
  nearestTo,
  type ReachTree,
  type Resolve,
  type Resolver,
  remember,
} from './reach-tree.ts';

const JVM_SOURCES = /\.(?:java|kts?|scala|groovy)$/;
const WITH_FUNCTIONS = /\.(?:kts?|scala)$/;
const TYPE_NAME = /^\p{Lu}/u;
/** A function declared in more files of a package is a common method name and tells nothing. */
const MOST_NAMESAKES = 3;

/**
 * Resolves Java, Kotlin, Scala and Groovy: imported types, mentioned types of the same package and of
 * wildcard imports, and types named in literals. Base classes are mentioned like any other type.
 */
export const jvmResolver: Resolver = { extensions: 'java kt kts scala groovy', prepare: prepareJvm };

function prepareJvm(tree: ReachTree): Resolve {
  const types = createTypeIndex(tree, {
    sources: JVM_SOURCES,
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
      // An attribute may be written without its `Attribute` suffix.
      for (const type of [name, `${name}Attribute`])
        if (types.isKnown(type)) for (const namespace of open) yield* types.find(namespace, type, path);
    }
  };
}

/** `A.B.C` is in `A.B`, in `A` and in the global namespace. */
function enclosing(namespace: string): readonly string[] {
  const parts = namespace === '' ? [] : namespace.split('.');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('.')), ''];
}

const BOOTSTRAP = /\bbootstrap\s*=\s*"([^"\n]{1,200})"/;

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
      if (TYPE_NAME.test(name)) yield* types.find(facts.namespace, name, path);
    }
    if (isTest) yield* bootstrapOf(folder);
  };
}

interface TypeIndex {
  /** Returns whether anything is declared under a name, in any namespace. */
  isKnown(name: string): boolean;
  hasNamespace(namespace: string): boolean;
  /** Returns the files that declare a name in a namespace, those nearest to a path. */
  find(namespace: string, name: string, from: string): readonly string[];
  /** Returns the files that declare the longest part of a qualified name: a type, or a member of it. */
  findQualified(qualified: string, from: string): readonly string[];
}

const NONE: readonly string[] = [];

/** Indexes the sources whose paths match; without `hasFunctions`, only capitalised names count as types. */
function createTypeIndex(
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
