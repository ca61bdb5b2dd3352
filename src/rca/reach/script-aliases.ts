/** The names that settings of TypeScript give to paths: `paths` and `baseUrl`, through `extends`. */
import { reachLimits } from './reach-limits.ts';
import { type ReachTree, remember } from './reach-tree.ts';
import { fieldOf, type JsonRecord, readJsonRecord, recordOf, textsOf } from './read-json.ts';
import { folderOf, joinPath, nameOf } from './tree-paths.ts';

/** Returns the paths that a specifier may stand for in a source of a folder, the likeliest first. */
export type FindAliased = (specifier: string, folder: string) => readonly string[];

type Alias = {
  readonly prefix: string;
  /** What must follow the part that `*` stands for; undefined where the prefix is the whole. */
  readonly suffix: string | undefined;
  readonly targets: readonly string[];
};

const SETTINGS = /^[jt]sconfig(?:\.[\w-]+)*\.json$/;

/** Prepares the settings of a tree; those of a folder go before those above it. */
export function createFindAliased(tree: ReachTree): FindAliased {
  const aliasesOf = remember((folder: string): readonly Alias[] => {
    const own = tree.filesIn(folder).filter((path) => SETTINGS.test(nameOf(path)));
    // `tsconfig.json` goes before `tsconfig.test.json`.
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
