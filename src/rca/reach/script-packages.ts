/**
 * The packages of a tree by their manifests: what a package's name, a path below it or its private `#name`
 * refers to. Manifests name built files; if those are not in the tree, the sources they are built from are
 * used.
 */

import { isRecord } from '../../kernel/index.ts';
import { folderOf, foldersUp, nameOf } from '../paths/path-parts.ts';
import { addTo, joinPath, type ReachTree, reachLimits, remember } from './reach-tree.ts';

export interface ScriptPackages {
  /** Returns the files that `name` or `name/path` refers to; none if no package of the tree has the name. */
  named(specifier: string): readonly string[];
  /** Returns the entry files of a folder with a manifest. */
  entriesOf(folder: string): readonly string[];
  /** Returns the files that `#name` refers to in a source of a folder. */
  privately(specifier: string, folder: string): readonly string[];
  /** Returns the source of a built file that is not in the tree. */
  sourceOf(path: string): string | undefined;
}

type Package = { readonly folder: string; readonly manifest: JsonRecord };

const ENTRY_FIELDS = ['source', 'main', 'module', 'types', 'typings', 'browser'];
const USUAL_ENTRIES = ['src/index', 'index', 'src/main', 'lib/index', 'src/mod', 'mod'];
const NONE: readonly string[] = [];

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
    // Of several packages with one name, the shortest path is the package itself; deeper ones are copies in
    // fixtures.
    if (typeof name === 'string' && !(depth(byName.get(name)) <= depth(own))) byName.set(name, own);
  }

  const packageAbove = remember(
    (folder: string) => foldersUp(folder).flatMap((above) => byFolder.get(above) ?? [])[0],
  );
  const firstFound = (folder: string, paths: readonly string[]): string | undefined => {
    for (const path of paths) {
      const whole = joinPath(folder, path);
      const found = whole === undefined ? undefined : (find(whole) ?? find(`${whole}/index`));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const targets = ({ folder }: Package, paths: readonly string[]) =>
    unique(paths.flatMap((path) => firstFound(folder, [path, ...sourcesOfBuilt(path)]) ?? []));

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

/** Returns the targets of an entry under all conditions, with the `*` of a pattern filled in. */
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

/** The extensions of scripts, in the order they are tried. */
const scriptExtensions = 'ts tsx mts cts js jsx mjs cjs vue svelte d.ts d.mts d.cts json coffee'.split(' ');

const EXTENSION = new RegExp(`\\.(?:${scriptExtensions.toReversed().join('|').replaceAll('.', '\\.')})$`);
/** The extensions by which a built source may be imported. */
const WRITTEN_EXTENSION = /\.(?:d\.[cm]?ts|[cm]?[jt]s|[jt]sx)$/;

/** Returns the script at a path; the path may lack its extension or have that of the build. */
export type FindScript = (path: string) => string | undefined;

/** Prepares the lookup of scripts, also without an extension or by the path of a built file. */
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

/** Returns the paths below a package's folder that a built file may be made from, likeliest first. */
function sourcesOfBuilt(inPackage: string): readonly string[] {
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

const COMMENT = /("(?:[^"\\]|\\.)*(?:"|$))|\/\/[^\n]*|\/\*.*?(?:\*\/|$)/gs;
const NEEDLESS_COMMA = /("(?:[^"\\]|\\.)*(?:"|$))|,(?=\s*[}\]])/gs;

/** A JSON object of unknown shape. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Parses JSON as written in settings files, with comments and trailing commas; undefined if it is not an
 * object.
 */
export function readJsonRecord(text: string | undefined): JsonRecord | undefined {
  if (text === undefined) return undefined;
  const plain = parseJson(text.replace(/^\ufeff/, ''));
  return recordOf(
    plain ??
      parseJson(
        text
          .replace(/^\ufeff/, '')
          .replace(COMMENT, '$1')
          .replace(NEEDLESS_COMMA, '$1'),
      ),
  );
}

export function recordOf(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? (value as JsonRecord) : undefined;
}

/** Returns an object's own value under a key. */
export function fieldOf(record: JsonRecord | undefined, key: string): unknown {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns the strings in a value that is a string or a list. */
export function textsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
