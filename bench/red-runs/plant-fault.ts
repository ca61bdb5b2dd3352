/** Chooses where the next fault goes, by what was tried before: rare operators first, fruitless files last. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEdit, GitStore } from './git-store.ts';
import {
  applyReplacements,
  type Operator,
  otherOperators,
  productOperators,
  type Site,
} from './operators/index.ts';
import { isAmong, type Recipe } from './recipe.ts';
import type { SeededRandom } from './seeded-random.ts';
import { languageOf, lineAt, readSource, type SourceFile } from './source-file.ts';

/** One attempt as the log keeps it. */
export interface Attempt {
  readonly number: number;
  readonly operator: string;
  readonly path: string;
  readonly outcome: 'red' | 'green' | 'no-report' | 'misfit' | 'not-from-fault';
}

/** A fault that is chosen but not yet run. */
export interface PlannedFault {
  readonly operator: Operator;
  readonly source: SourceFile;
  readonly edit: FileEdit;
  /** The line of the original file that the fault is at, from 1. */
  readonly line: number;
}

/** The files of a revision that operators may change, by what they are for. */
export type Targets = Readonly<Record<Operator['targets'][number], readonly SourceFile[]>>;

const MAX_SOURCE = 400_000;

/** Reads the files of a checkout that a recipe names. */
export function readTargets(recipe: Recipe, store: GitStore, checkout: string): Targets {
  const paths = store
    .git(['ls-tree', '-r', '--name-only', '-z', recipe.revision])
    .split('\0')
    .filter((path) => path !== '');
  const read = (patterns: readonly string[] | undefined, isSource: boolean) =>
    paths.filter((path) => isAmong(path, patterns)).flatMap((path) => readTarget(checkout, path, isSource));
  return {
    production: read(recipe.production, true).filter(({ path }) => !isAmong(path, recipe.tests)),
    tests: read(recipe.tests, true).filter(({ path }) => !isAmong(path, recipe.fixtures)),
    fixtures: read(recipe.fixtures, false),
    configuration: read(recipe.configuration, false),
  };
}

function readTarget(checkout: string, path: string, isSource: boolean): SourceFile[] {
  const file = join(checkout, path);
  if (isSource && (languageOf(path) === undefined || path.endsWith('.d.ts'))) return [];
  if (!existsSync(file) || !lstatSync(file).isFile() || lstatSync(file).size > MAX_SOURCE) return [];
  const text = readFileSync(file, 'utf8');
  return [readSource(path, text, (lstatSync(file).mode & 0o100) !== 0)];
}

/** Seven of twenty runs are not of the product. */
const OTHER_SLOTS = new Set([2, 5, 8, 11, 14, 17, 19]);

/** Chooses the next fault; nothing when all operators are used up. */
export function planFault(
  targets: Targets,
  attempts: readonly Attempt[],
  random: SeededRandom,
): PlannedFault | undefined {
  const kept = attempts.filter(({ outcome }) => outcome === 'red');
  const isOther = OTHER_SLOTS.has(kept.length % 20);
  const order = isOther
    ? [...orderOf(otherOperators, attempts, random), ...orderOf(productOperators, attempts, random)]
    : orderOf(productOperators, attempts, random);
  for (const operator of order) {
    const planned = planWith(operator, targets, attempts, random);
    if (planned !== undefined) return planned;
  }
  return undefined;
}

/** Operators that gave least so far come first; those that only wasted time are left out. */
function orderOf(
  operators: readonly Operator[],
  attempts: readonly Attempt[],
  random: SeededRandom,
): Operator[] {
  const distinct = random.shuffled([...new Set(operators)]);
  const rated = distinct.map((operator) => {
    const own = attempts.filter((attempt) => attempt.operator === operator.name);
    const red = own.filter(({ outcome }) => outcome === 'red').length;
    const share = operators.filter((each) => each === operator).length;
    return { operator, red: red / share, wasted: own.length - red };
  });
  return rated
    .filter(({ red, wasted }) => wasted < 2 + red * 2)
    .sort((left, right) => left.red - right.red || left.wasted - right.wasted)
    .map(({ operator }) => operator);
}

function planWith(
  operator: Operator,
  targets: Targets,
  attempts: readonly Attempt[],
  random: SeededRandom,
): PlannedFault | undefined {
  const sources = random.shuffled(operator.targets.flatMap((target) => targets[target]));
  const rated = sources.map((source) => {
    const own = attempts.filter(({ path }) => path === source.path);
    const red = own.filter(({ outcome }) => outcome === 'red').length;
    return { source, red, wasted: own.length - red };
  });
  const usable = rated
    .filter(({ red, wasted }) => wasted < 2 + red)
    .sort((left, right) => left.red + left.wasted - right.red - right.wasted);
  for (const { source } of usable) {
    const sites = [...operator.sites(source)];
    const site = sites.length === 0 ? undefined : random.pick(sites);
    const edit = site && editOf(source, site);
    if (site === undefined || edit === undefined) continue;
    const tried = attempts.some(({ operator: name, path }) => name === operator.name && path === source.path);
    if (tried && sites.length < 3) continue;
    return {
      operator,
      source,
      edit,
      line: site.change === 'replace' ? lineAt(source.text, site.replacements[0].start) : 1,
    };
  }
  return undefined;
}

function editOf({ path, text, isExecutable }: SourceFile, site: Site): FileEdit | undefined {
  if (site.change === 'delete-file') return { path, content: null };
  if (site.change === 'not-executable') return { path, content: text, isExecutable: false };
  const content = applyReplacements(text, site.replacements);
  return content === text ? undefined : { path, content, isExecutable };
}
