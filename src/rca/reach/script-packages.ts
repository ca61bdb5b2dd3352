/**
 * The packages of a tree by their manifests: what a package's name, a path below it or its private `#name` stands for.
 * A manifest names built files; where they are not in the tree, the sources they are made from are taken instead.
 */
import { reachLimits } from './reach-limits.ts';
import { type ReachTree, remember } from './reach-tree.ts';
import { fieldOf, type JsonRecord, readJsonRecord, recordOf, textsOf } from './read-json.ts';
import { type FindScript, sourcesOfBuilt } from './script-modules.ts';
import { folderOf, foldersUp, joinPath } from './tree-paths.ts';

/** The packages of a tree. */
export interface ScriptPackages {
  /** Returns the files that `name` or `name/path` stands for; none where no package of the tree has the name. */
  named(specifier: string): readonly string[];
  /** Returns the files that a folder with a manifest is entered by. */
  entriesOf(folder: string): readonly string[];
  /** Returns the files that `#name` stands for in a source of a folder. */
  privately(specifier: string, folder: string): readonly string[];
  /** Returns the file that a built file which is not in the tree is made from. */
  sourceOf(path: string): string | undefined;
}

type Package = { readonly folder: string; readonly manifest: JsonRecord };

const ENTRY_FIELDS = ['source', 'main', 'module', 'types', 'typings', 'browser'];
const USUAL_ENTRIES = ['src/index', 'index', 'src/main', 'lib/index', 'src/mod', 'mod'];
const NONE: readonly string[] = [];

/** Reads the manifests of a tree. */
export function createScriptPackages(tree: ReachTree, find: FindScript): ScriptPackages {
  const byFolder = new Map<string, Package>();
  const byName = new Map<string, Package>();
  const manifests = tree.filesNamed('package.json').filter((path) => !path.includes('node_modules/'));
  for (const path of manifests.slice(0, reachLimits.manifests)) {
    const manifest = readJsonRecord(tree.manifest(path));
    if (manifest === undefined) continue;
    const own = { folder: folderOf(path), manifest };
    byFolder.set(own.folder, own);
    const name = fieldOf(manifest, 'name');
    // The shortest path of a name is the package itself; deeper ones are copies in fixtures.
    if (typeof name === 'string' && !(depth(byName.get(name)) <= depth(own))) byName.set(name, own);
  }

  const packageAbove = remember(
    (folder: string) => foldersUp(folder).flatMap((above) => byFolder.get(above) ?? [])[0],
  );
  const target = ({ folder }: Package, path: string): string | undefined => {
    const whole = joinPath(folder, path);
    const found = whole === undefined ? undefined : (find(whole) ?? find(`${whole}/index`));
    return found ?? firstFound(folder, sourcesOfBuilt(path));
  };
  const firstFound = (folder: string, paths: readonly string[]): string | undefined => {
    for (const path of paths) {
      const whole = joinPath(folder, path);
      const found = whole === undefined ? undefined : (find(whole) ?? find(`${whole}/index`));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const targets = (one: Package, paths: readonly string[]) =>
    unique(paths.flatMap((path) => target(one, path) ?? []));

  const enter = (one: Package): readonly string[] => {
    const fields = ENTRY_FIELDS.flatMap((field) => textsOf(fieldOf(one.manifest, field)));
    const found = targets(one, [...exportTargets(fieldOf(one.manifest, 'exports'), '.'), ...fields]);
    if (found.some((path) => !path.endsWith('.json'))) return found;
    const usual = firstFound(one.folder, USUAL_ENTRIES);
    return usual === undefined ? found : [usual];
  };
  const below = (one: Package, path: string): readonly string[] => {
    const found = targets(one, exportTargets(fieldOf(one.manifest, 'exports'), `./${path}`));
    if (found.length > 0) return found;
    const usual = firstFound(one.folder, [path, `src/${path}`, `lib/${path}`, ...sourcesOfBuilt(path)]);
    return usual === undefined ? NONE : [usual];
  };

  const entriesOf = remember((folder: string) => {
    const one = byFolder.get(folder);
    return one === undefined ? NONE : enter(one);
  });
  return {
    entriesOf,
    named: remember((specifier) => {
      const parts = specifier.split('/');
      const length = specifier.startsWith('@') ? 2 : 1;
      const one = byName.get(parts.slice(0, length).join('/'));
      if (one === undefined) return NONE;
      return parts.length === length ? entriesOf(one.folder) : below(one, parts.slice(length).join('/'));
    }),
    privately(specifier, folder) {
      for (const above of foldersUp(folder)) {
        const one = byFolder.get(above);
        const paths = one && exportTargets(fieldOf(one.manifest, 'imports'), specifier);
        if (one !== undefined && paths !== undefined && paths.length > 0) return targets(one, paths);
      }
      return NONE;
    },
    sourceOf(path) {
      const one = packageAbove(folderOf(path));
      const folder = one?.folder ?? '';
      const inPackage = folder === '' ? path : path.slice(folder.length + 1);
      const paths = sourcesOfBuilt(inPackage);
      if (paths.length === 0) return undefined;
      return firstFound(folder, paths) ?? (one === undefined ? undefined : enter(one)[0]);
    },
  };
}

function depth(one: Package | undefined): number {
  return one === undefined ? Number.POSITIVE_INFINITY : one.folder === '' ? 0 : one.folder.split('/').length;
}

/** Returns the targets of an entry under all conditions; a pattern's `*` is put in. */
function exportTargets(exports: unknown, entry: string): readonly string[] {
  const record = recordOf(exports);
  const hasEntries = record !== undefined && Object.keys(record).some((key) => /^[.#]/.test(key));
  if (!hasEntries) return entry === '.' ? textsWithin(exports, 0) : [];
  if (Object.hasOwn(record, entry)) return textsWithin(record[entry], 0);
  let best: { readonly prefix: string; readonly part: string; readonly value: unknown } | undefined;
  for (const [key, value] of Object.entries(record)) {
    const star = key.indexOf('*');
    if (star < 0) continue;
    const [prefix, suffix] = [key.slice(0, star), key.slice(star + 1)];
    if (entry.length < key.length || !entry.startsWith(prefix) || !entry.endsWith(suffix)) continue;
    if (best !== undefined && best.prefix.length >= prefix.length) continue;
    best = { prefix, part: entry.slice(prefix.length, entry.length - suffix.length), value };
  }
  if (best === undefined) return [];
  const { part, value } = best;
  return textsWithin(value, 0).map((path) => path.replaceAll('*', () => part));
}

function textsWithin(value: unknown, level: number): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object' || level >= reachLimits.exportsDepth) return [];
  const parts: unknown[] = Object.values(value);
  const some = parts.slice(0, reachLimits.exportTargets);
  return unique(some.flatMap((part) => textsWithin(part, level + 1))).slice(0, reachLimits.exportTargets);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
