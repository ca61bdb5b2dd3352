/**
 * Red runs of the other world: a new test meets an old fault. They come from fixes in the repository's own history: the
 * tests of the fix on the product as it was before it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { laterDate } from './case-history.ts';
import { changedLines } from './changed-lines.ts';
import { enclosingSymbols } from './enclosing-symbol.ts';
import type { GitStore } from './git-store.ts';
import { isFailed, testKey } from './junit-report.ts';
import { isAmong, type Recipe } from './recipe.ts';
import { type RedRun, type RunGold, readRuns, writeRuns } from './red-run.ts';
import { languageOf } from './source-file.ts';
import type { TestBench } from './test-bench.ts';

type Fix = {
  readonly commit: string;
  readonly parent: string;
  /** Whether its message says so; those that do are tried first. */
  readonly isNamedFix: boolean;
  readonly production: readonly string[];
  readonly tests: readonly string[];
};
type Tried = { readonly commit: string; readonly outcome: string };

const limits = { commits: 300, hopeless: 4, productionFiles: 3, productionLines: 60, attempts: 3 };
const HOPELESS = new Set(['no-report', 'no-report-with-fix', 'not-fixed', 'does-not-run']);
const IS_FIX =
  /\b(?:fix|fixes|fixed|bug|bugs|correct|corrects|regression|handle|handles|prevent|avoid|wrong|crash|ensure)\b/i;
const IS_NO_FIX =
  /^(?:feat|chore|docs|doc|build|ci|style|test|tests|release|bump|revert|refactor|perf|deps)\b|\btypo|^merge branch/i;
const IS_FEATURE =
  /\b(?:add|adds|added|support|supports|implement|implements|introduce|new|allow|allows|feature|release|remove|drop|rename|deprecate)\b/i;

/** Makes up to `count` runs; goes on where an earlier call stopped. */
export async function makeLatentRuns(bench: TestBench, count: number): Promise<void> {
  const { recipe } = bench;
  const log = join(bench.folder, 'latent.jsonl');
  const tried = existsSync(log)
    ? readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Tried)
    : [];
  const red = () => tried.filter(({ outcome }) => outcome === 'red').length;
  if (red() >= count) return;
  const fixes = [...findFixes(bench.store, recipe)];
  for (const fix of [
    ...fixes.filter(({ isNamedFix }) => isNamedFix),
    ...fixes.filter(({ isNamedFix }) => !isNamedFix),
  ]) {
    if (red() >= count || tried.length > count * limits.attempts) return;
    // The further back, the less fits what is installed.
    const last = tried.slice(-limits.hopeless);
    if (last.length === limits.hopeless && last.every(({ outcome }) => HOPELESS.has(outcome))) return;
    if (tried.some(({ commit }) => commit === fix.commit)) continue;
    const outcome = await attempt(bench, fix, red());
    tried.push({ commit: fix.commit, outcome });
    appendFileSync(log, `${JSON.stringify({ commit: fix.commit, outcome })}\n`);
    console.log(`${recipe.project} latent ${fix.commit.slice(0, 10)}: ${outcome}`);
  }
}

function* findFixes(store: GitStore, recipe: Recipe): Generator<Fix> {
  const lines = store
    .git(['log', '--first-parent', `-${limits.commits}`, '--format=%H%x00%P%x00%s', recipe.revision])
    .trim()
    .split('\n');
  for (const line of lines) {
    const [commit = '', parents = '', subject = ''] = line.split('\0');
    const [parent] = parents.split(' ');
    if (parent === undefined || parent === '' || IS_NO_FIX.test(subject)) continue;
    const isNamedFix = IS_FIX.test(subject);
    if (!isNamedFix && IS_FEATURE.test(subject)) continue;
    const changed = store
      .git(['diff-tree', '-r', '--numstat', '--no-renames', parent, commit])
      .trim()
      .split('\n');
    const entries = changed
      .map((each) => each.split('\t'))
      .map(([added, removed, path = '']) => ({ path, size: Number(added) + Number(removed) }));
    const tests = entries.filter(({ path }) => isAmong(path, recipe.tests) || isAmong(path, recipe.fixtures));
    const production = entries.filter(
      (entry) =>
        isAmong(entry.path, recipe.production) &&
        !tests.includes(entry) &&
        languageOf(entry.path) !== undefined,
    );
    const size = production.reduce((sum, each) => sum + each.size, 0);
    const isSmall = production.length <= limits.productionFiles && size > 0 && size <= limits.productionLines;
    if (tests.length === 0 || production.length === 0 || !isSmall) continue;
    // A file that is new in the fix is a feature more often than a fix.
    if (production.some(({ path }) => store.read(parent, path) === undefined)) continue;
    yield {
      commit,
      parent,
      isNamedFix,
      production: production.map(({ path }) => path),
      tests: tests.map(({ path }) => path),
    };
  }
}

async function attempt(bench: TestBench, fix: Fix, kept: number): Promise<string> {
  const { recipe, store } = bench;
  const patch = store.patchBetween(fix.parent, fix.commit, fix.tests);
  const tree = store.patched(fix.parent, patch);
  if (tree === undefined) return 'misfit';
  const run = await bench.run(tree);
  if (run === undefined) return 'no-report';
  if (run.failed.length === 0) return 'green';
  const fixed = await bench.run(fix.commit);
  if (fixed === undefined) return 'no-report-with-fix';
  const stillFailing = new Set(fixed.tests.filter(isFailed).map(testKey));
  const tests = run.tests.filter((test) => !stillFailing.has(testKey(test)));
  const failures = tests.filter(isFailed).length;
  if (failures === 0) return 'not-fixed';
  // Too much that stays red says that this revision does not run here as it should.
  if (stillFailing.size > 20 && stillFailing.size > fixed.tests.length / 5) return 'does-not-run';
  const isCommitted = kept % 2 === 0;
  const meta = {
    message: 'Add tests\n',
    author: store.metaOf(fix.commit).author,
    date: laterDate(store, fix.parent, 2),
  };
  const id = `${recipe.project}-${String(900 + kept)}`;
  const line: RedRun = {
    id,
    repository: recipe.repository,
    project: recipe.project,
    revision: fix.parent,
    language: recipe.language,
    world: 'latent',
    placement: isCommitted ? 'last' : 'uncommitted',
    distance: 0,
    operator: 'real-fix',
    kind: 'product_bug',
    gold: await goldOf(store, fix),
    history: {
      base: fix.parent,
      steps: isCommitted ? [{ patch, ...meta }] : [],
      faultStep: null,
      staged: '',
      unstaged: isCommitted ? '' : patch,
    },
    failures,
    report: bench.print(tests),
  };
  writeRuns(recipe.repository, [...readRuns(recipe.repository).filter((each) => each.id !== id), line]);
  return 'red';
}

async function goldOf(store: GitStore, { commit, parent, production }: Fix): Promise<RunGold> {
  const methods = new Map<string, { readonly file: string; readonly method: string }>();
  const lines: number[] = [];
  for (const { path, before } of changedLines(store.patchBetween(parent, commit, production))) {
    const text = store.read(parent, path) ?? '';
    for (const line of before) {
      lines.push(line);
      for (const method of await enclosingSymbols(path, text, line))
        methods.set(`${path} ${method}`, { file: path, method });
    }
  }
  return {
    fixed_files: production,
    ...(methods.size > 0 && { fixed_methods: [...methods.values()] }),
    ...(production.length === 1 && { lines: lines.slice(0, 40) }),
  };
}
