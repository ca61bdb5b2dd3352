/**
 * Ruby: what is required relative to the source or to a folder on the load path, and constants by the file that
 * autoloading expects them in.
 */
import { addTo, type ReachTree, remember } from './reach-tree.ts';
import type { Resolve, Resolver } from './resolver.ts';
import { folderOf, foldersUp, joinPath, nearestTo, stemOf } from './tree-paths.ts';

const LOAD_FOLDERS = ['lib', 'spec', 'test', '', 'app', 'src'];
const CONSTANT = /^\p{Lu}.*\p{Ll}/u;
const NONE: readonly string[] = [];

/** Resolves Ruby. */
export const rubyResolver: Resolver = { extensions: 'rb', prepare: prepareRuby };

function prepareRuby(tree: ReachTree): Resolve {
  const byConstant = new Map<string, string[]>();
  for (const path of tree.paths) if (path.endsWith('.rb')) addTo(byConstant, spelling(stemOf(path)), path);
  const file = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : [path, `${path}.rb`].find((one) => tree.has(one));
  const required = (specifier: string, folder: string): string | undefined => {
    if (specifier.startsWith('.')) return file(joinPath(folder, specifier));
    for (const above of foldersUp(folder))
      for (const place of LOAD_FOLDERS) {
        const found = file(joinPath(above, `${place}/${specifier}`));
        if (found !== undefined) return found;
      }
    return loadedElsewhere(tree, specifier, folder);
  };
  /** The helpers that RSpec loads before every specification. */
  const helpersOf = remember((folder: string) =>
    foldersUp(folder).flatMap((above) => {
      const options = tree.manifest(joinPath(above, '.rspec') ?? '') ?? '';
      const names = Array.from(options.matchAll(/(?:--require|-r)[ =](\S{1,200})/g), ([, name = '']) => name);
      return names.flatMap((name) => required(name, above) ?? []);
    }),
  );
  return function* ({ path, facts, isTest }) {
    const folder = folderOf(path);
    for (const specifier of facts.imports) {
      const found = required(specifier, folder);
      if (found !== undefined) yield found;
    }
    for (const name of facts.names) {
      if (!CONSTANT.test(name)) continue;
      // A file names its own constants, too.
      const found = byConstant.get(name.toLowerCase()) ?? NONE;
      if (!found.includes(path)) yield* nearestTo(path, found);
    }
    if (isTest) yield* helpersOf(folder);
  };
}

/** `http_client` is where `HTTPClient` and `HttpClient` are looked for. */
function spelling(stem: string): string {
  return stem.replaceAll('_', '').toLowerCase();
}

/** Finds `a/b` in the `lib` of another gem of the tree. */
function loadedElsewhere(tree: ReachTree, specifier: string, folder: string): string | undefined {
  const ending = `/lib/${specifier}.rb`;
  const alike = tree
    .filesNamed(`${stemOf(`${specifier}.rb`)}.rb`)
    .filter((path) => `/${path}`.endsWith(ending));
  return nearestTo(`${folder}/x`, alike)[0];
}
