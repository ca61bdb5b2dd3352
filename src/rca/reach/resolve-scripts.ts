/**
 * Resolves JavaScript and TypeScript: relative paths without an extension or with that of the build, package
 * names within the tree, aliases from settings, and the test runner's setup files.
 */
import { lexSource, sourceSyntax } from '../../context/index.ts';
import { folderOf, foldersUp, nameOf } from '../paths/path-parts.ts';
import {
  joinPath,
  type ReachTree,
  type Resolve,
  type Resolver,
  reachLimits,
  remember,
} from './reach-tree.ts';
import {
  createFindScript,
  createScriptPackages,
  type FindScript,
  fieldOf,
  type JsonRecord,
  readJsonRecord,
  recordOf,
  textsOf,
} from './script-packages.ts';

/** Prefixes that conventionally mean the source folder, and the folders they are looked up in. */
const HABITS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\$lib\//, ['src/lib/']],
  [/^(?:@|~|#|src)\//, ['src/', '', 'app/', 'lib/']],
  [/^~(?=\w)/, ['src/', '', 'app/']],
];
const NONE: readonly string[] = [];

export const scriptResolver: Resolver = {
  extensions: 'js jsx mjs cjs ts tsx mts cts vue svelte coffee',
  prepare: prepareScripts,
};

function prepareScripts(tree: ReachTree): Resolve {
  const find = createFindScript(tree);
  const packages = createScriptPackages(tree, find);
  const aliased = createFindAliased(tree);
  const setupOf = createFindSetup(tree, find);

  const findModule = (path: string): readonly string[] => {
    const found = find(path);
    if (found !== undefined) return [found];
    const entries = packages.entriesOf(path);
    if (entries.length > 0) return entries;
    const index = find(path === '' ? 'index' : `${path}/index`);
    return index === undefined ? NONE : [index];
  };
  const relative = (specifier: string, folder: string): readonly string[] => {
    const path = joinPath(folder, specifier.replace(/\?.*$/, ''));
    if (path === undefined) return NONE;
    if (path.includes('*')) return matching(tree, path);
    const found = findModule(path);
    if (found.length > 0) return found;
    const source = packages.sourceOf(path);
    return source === undefined ? NONE : [source];
  };
  const absolute = (specifier: string, folder: string): readonly string[] => {
    if (specifier.startsWith('#')) {
      const found = packages.privately(specifier, folder);
      if (found.length > 0) return found;
    }
    for (const path of aliased(specifier, folder)) {
      const found = findModule(path);
      if (found.length > 0) return found;
    }
    const named = packages.named(specifier);
    return named.length > 0 ? named : byHabit(specifier, folder);
  };
  const byHabit = (specifier: string, folder: string): readonly string[] => {
    for (const [prefix, places] of HABITS) {
      if (!prefix.test(specifier)) continue;
      const rest = specifier.replace(prefix, '');
      for (const above of foldersUp(folder))
        for (const place of places) {
          const path = joinPath(above, place + rest);
          const found = path === undefined ? NONE : findModule(path);
          if (found.length > 0) return found;
        }
    }
    return NONE;
  };
  const inFolder = remember((folder: string) =>
    remember((specifier: string) =>
      /^\.\.?(?:\/|$)/.test(specifier) ? relative(specifier, folder) : absolute(specifier, folder),
    ),
  );

  return function* ({ path, facts, isTest }) {
    const folder = folderOf(path);
    const resolve = inFolder(folder);
    for (const specifier of facts.imports) yield* resolve(specifier);
    // A relative path in a literal may be passed to an unknown loader.
    for (const literals of [facts.names, facts.fileLiterals])
      for (const name of literals) if (/^\.\.?\//.test(name)) yield* relative(name, folder);
    if (isTest) yield* setupOf(folder);
  };
}

/** Returns the files that a path with `*` may refer to; `**` also matches folders. */
function matching(tree: ReachTree, pattern: string): readonly string[] {
  const star = pattern.indexOf('*');
  const folder = folderOf(pattern.slice(0, star));
  const ending = pattern.slice(pattern.lastIndexOf('*') + 1);
  const start = pattern.slice(0, star);
  const paths = pattern.includes('**')
    ? tree.paths.filter((path) => path.startsWith(start))
    : tree.filesIn(folder).filter((path) => path.startsWith(start));
  return paths
    .filter((path) => path.endsWith(ending) || nameOf(path).includes(`${ending}.`))
    .slice(0, reachLimits.folderFiles);
}

/** Returns the files loaded before the tests of a folder. */
type FindSetup = (folder: string) => readonly string[];

const RUNNER_SETTINGS =
  /^(?:package\.json|\.mocharc\.\w+|(?:jest|vitest|vite|playwright|ava|karma|cypress|web-test-runner)[\w.-]*\.(?:[cm]?[jt]s|json))$/;
const KEYS = new Set(
  'setupFiles setupFilesAfterEnv setupFile setupTestFrameworkScriptFile globalSetup globalTeardown testEnvironment snapshotSerializers require preload supportFile'.split(
    ' ',
  ),
);
const COMMAND_OPTION = /(?:^|[\s"'])(?:--require|-r|--import|--file|--setup|--loader)[ =]([\w@./-]{1,200})/g;
/** How many files one list may name. */
const LISTED = 100;

/** Prepares the settings of a tree; a test is subject to those of its folder and of all folders above. */
function createFindSetup(tree: ReachTree, find: FindScript): FindSetup {
  const setupOf = remember((folder: string): readonly string[] => {
    const named = tree
      .filesIn(folder)
      .filter((path) => RUNNER_SETTINGS.test(nameOf(path)))
      .flatMap((path) => setupNames(tree.manifest(path) ?? ''));
    const own = named.flatMap((name) => {
      const path = joinPath(folder, name.replace(/^<rootDir>\/?/, ''));
      return path === undefined ? [] : (find(path) ?? find(`${path}/index`) ?? []);
    });
    return [...new Set(folder === '' ? own : [...own, ...setupOf(folderOf(folder))])];
  });
  return setupOf;
}

/** Reads JSON and code alike: a key, a colon, and a literal or a list of them. */
function setupNames(text: string): readonly string[] {
  const found = Array.from(text.matchAll(COMMAND_OPTION), ([, name = '']) => name);
  if (!/[sS]etup|require|preload|testEnvironment|snapshotSerializers|supportFile/.test(text)) return found;
  const syntax = sourceSyntax('a.js');
  const tokens = syntax === undefined ? [] : lexSource(text, syntax);
  for (const [index, token] of tokens.entries()) {
    if (tokens[index + 1]?.text !== ':' || !KEYS.has(token.text)) continue;
    const value = tokens[index + 2];
    if (value?.kind === 'literal') found.push(value.text);
    if (value?.text !== '[') continue;
    for (const listed of tokens.slice(index + 3, index + 3 + LISTED)) {
      if (listed.text === ']') break;
      if (listed.kind === 'literal') found.push(listed.text);
    }
  }
  return found;
}

/** Returns the paths that a specifier may refer to in a source of a folder, likeliest first. */
type FindAliased = (specifier: string, folder: string) => readonly string[];

type Alias = {
  readonly prefix: string;
  /** What must follow the part matched by `*`; undefined if the prefix must match as a whole. */
  readonly suffix: string | undefined;
  readonly targets: readonly string[];
};

const SETTINGS = /^[jt]sconfig(?:\.[\w-]+)*\.json$/;

/**
 * Prepares TypeScript's `paths` and `baseUrl`, through `extends`; a folder's own settings precede those above
 * it.
 */
function createFindAliased(tree: ReachTree): FindAliased {
  const aliasesOf = remember((folder: string): readonly Alias[] => {
    const own = tree.filesIn(folder).filter((path) => SETTINGS.test(nameOf(path)));
    // `tsconfig.json` is preferred to `tsconfig.test.json`.
    const ordered = own.toSorted((left, right) => left.length - right.length);
    const found = ordered.flatMap((path) => readAliases(tree, path, new Set()));
    return folder === '' ? found : [...found, ...aliasesOf(folderOf(folder))];
  });
  return (specifier, folder) =>
    aliasesOf(folder).flatMap(({ prefix, suffix, targets }) => {
      if (suffix === undefined) return specifier === prefix ? targets : [];
      if (specifier.length < prefix.length + suffix.length) return [];
      if (!specifier.startsWith(prefix) || !specifier.endsWith(suffix)) return [];
      const part = specifier.slice(prefix.length, specifier.length - suffix.length);
      return targets.map((target) => target.replace('*', () => part));
    });
}

function readAliases(tree: ReachTree, path: string, seen: Set<string>): readonly Alias[] {
  if (seen.has(path) || seen.size >= reachLimits.extendsDepth) return [];
  seen.add(path);
  const settings = readJsonRecord(tree.manifest(path));
  if (settings === undefined) return [];
  const folder = folderOf(path);
  const extended = textsOf(fieldOf(settings, 'extends')).flatMap((name) => {
    const whole = name.startsWith('.') ? joinPath(folder, name) : undefined;
    const found = [whole, `${whole}.json`, `${whole}/tsconfig.json`].find(
      (one) => one !== undefined && tree.has(one),
    );
    return found === undefined ? [] : readAliases(tree, found, seen);
  });
  return [...ownAliases(recordOf(fieldOf(settings, 'compilerOptions')), folder), ...extended];
}

function ownAliases(options: JsonRecord | undefined, folder: string): readonly Alias[] {
  const given = fieldOf(options, 'baseUrl');
  const base = typeof given === 'string' ? joinPath(folder, given) : undefined;
  const paths = Object.entries(recordOf(fieldOf(options, 'paths')) ?? {});
  const aliases = paths.slice(0, reachLimits.manifests).map(([pattern, targets]) => {
    const star = pattern.indexOf('*');
    return {
      prefix: star < 0 ? pattern : pattern.slice(0, star),
      suffix: star < 0 ? undefined : pattern.slice(star + 1),
      targets: textsOf(targets).flatMap((target) => joinPath(base ?? folder, target) ?? []),
    };
  });
  const named = aliases.toSorted((left, right) => right.prefix.length - left.prefix.length);
  return base === undefined
    ? named
    : [...named, { prefix: '', suffix: '', targets: [base === '' ? '*' : `${base}/*`] }];
}
