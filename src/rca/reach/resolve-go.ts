/**
 * Go: the path of a package leads to a folder through the module it is in. Of a package those files count that declare
 * an identifier the source mentions, or all where none does; a source and its own package are related the same way.
 */
import type { SourceFacts } from '../../context/index.ts';
import { reachLimits } from './reach-limits.ts';
import { addTo, type ReachTree, remember } from './reach-tree.ts';
import type { Resolve, Resolver } from './resolver.ts';
import { folderOf, foldersUp, joinPath } from './tree-paths.ts';

const NONE: readonly string[] = [];
const MODULE = /^module\s+"?([^\s"]+)/m;
const REPLACED = /^(?:replace\s+|\s+)([^\s/]\S*)(?:\s+v\S+)?\s+=>\s+(\.\S+)\s*$/gm;

/** Resolves Go. */
export const goResolver: Resolver = { extensions: 'go', prepare: prepareGo };

function prepareGo(tree: ReachTree): Resolve {
  const folderOfPackage = packageFolders(tree);
  const declarersIn = remember((folder: string) => createDeclarers(tree, folder));
  const mentioned = (folder: string, facts: SourceFacts) => {
    const { byName, code } = declarersIn(folder);
    const found = new Set<string>();
    for (const name of facts.names) for (const path of byName.get(name) ?? NONE) found.add(path);
    return { found, code };
  };
  return function* ({ path, facts, isTest }) {
    const own = folderOf(path);
    for (const specifier of facts.imports) {
      const folder = folderOfPackage(specifier, own);
      if (folder === undefined || folder === own) continue;
      const { found, code } = mentioned(folder, facts);
      const files = [...found].filter((one) => !one.endsWith('_test.go'));
      yield* files.length > 0 ? files : code;
    }
    const { found, code } = mentioned(own, facts);
    // Only the tests of a package see its test files.
    for (const one of found) if (isTest || !one.endsWith('_test.go')) yield one;
    if (!isTest) return;
    if (![...found].some((one) => !one.endsWith('_test.go'))) yield* code;
    yield* declarersIn(own).byName.get('TestMain') ?? NONE;
  };
}

/** The files of a package's folder, and which of them declare what. */
function createDeclarers(tree: ReachTree, folder: string) {
  const byName = new Map<string, string[]>();
  const code: string[] = [];
  for (const path of tree.filesIn(folder)) {
    const facts = path.endsWith('.go') ? tree.facts.get(path) : undefined;
    if (facts === undefined) continue;
    for (const name of facts.declared) addTo(byName, name, path);
    if (!path.endsWith('_test.go')) code.push(path);
  }
  return { byName, code };
}

/** Returns the folder of a package as a source of a folder imports it. */
function packageFolders(tree: ReachTree): (specifier: string, from: string) => string | undefined {
  const modules = new Map<string, string>();
  for (const path of tree.filesNamed('go.mod').slice(0, reachLimits.manifests)) {
    const text = tree.manifest(path) ?? '';
    const name = MODULE.exec(text)?.[1];
    const folder = folderOf(path);
    if (name !== undefined && !modules.has(name)) modules.set(name, folder);
    for (const [, replaced = '', target = ''] of text.matchAll(REPLACED)) {
      const place = joinPath(folder, target);
      if (place !== undefined && !modules.has(replaced)) modules.set(replaced, place);
    }
  }
  const byModule = remember((specifier: string) => {
    for (const prefix of foldersUp(specifier)) {
      const folder = prefix === '' ? undefined : modules.get(prefix);
      const place = folder === undefined ? undefined : joinPath(folder, specifier.slice(prefix.length));
      if (place !== undefined && tree.hasFolder(place)) return place;
    }
    return undefined;
  });
  return (specifier, from) => {
    if (specifier.startsWith('.')) return joinPath(from, specifier);
    const found = byModule(specifier);
    if (found !== undefined || !specifier.includes('.')) return found;
    const vendored = foldersUp(from).map((above) => joinPath(above, `vendor/${specifier}`) ?? '');
    return vendored.find((folder) => tree.hasFolder(folder) && folder !== '');
  };
}
