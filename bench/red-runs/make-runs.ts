/**
 * Makes the red runs of one repository:
 *
 *     node bench/red-runs/make-runs.ts --repository owner/name --mirror DIR --work DIR [--count N] [--latent N]
 *
 * Everything is chosen by the name of the repository, and every step is written down at once, so that a run that was ended
 * goes on where it stopped. The data lies in `runs/`, the checkout and the log of attempts under the work folder.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Hiding, type HidingPlace, hideFault, recentAuthors } from './case-history.ts';
import { changedLines } from './changed-lines.ts';
import { enclosingSymbols } from './enclosing-symbol.ts';
import { type HarmlessEdit, harmlessEdit } from './harmless-edits.ts';
import { type ReportedTest, testKey } from './junit-report.ts';
import { makeLatentRuns } from './latent-runs.ts';
import { type Attempt, type PlannedFault, planFault, readTargets, type Targets } from './plant-fault.ts';
import { recipeOf } from './recipe.ts';
import { type RedRun, type RunGold, readRuns, writeRuns } from './red-run.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { openTestBench, type TestBench, type TestRun } from './test-bench.ts';

const RAN_OUT_OF_TIME = /time(?:d )?-?out|ETIMEDOUT|ECONNRESET|EADDRINUSE|socket hang up/i;

/** The shares of the hiding places: a third each, with real and scripted later commits in halves. */
const SHARES: readonly (readonly [Hiding, number])[] = [
  ['uncommitted', 2],
  ['last', 2],
  ['back-real', 1],
  ['back-scripted', 1],
];

const { values } = parseArgs({
  options: {
    repository: { type: 'string' },
    mirror: { type: 'string' },
    work: { type: 'string' },
    count: { type: 'string', default: '26' },
    latent: { type: 'string', default: '10' },
  },
});
const { repository, mirror, work } = values;
if (repository === undefined || mirror === undefined || work === undefined)
  throw new Error(
    'usage: make-runs.ts --repository owner/name --mirror DIR --work DIR [--count N] [--latent N]',
  );

async function makeChangeRuns(bench: TestBench, count: number): Promise<void> {
  const { recipe, store } = bench;
  const log = join(bench.folder, 'attempts.jsonl');
  const attempts = existsSync(log)
    ? readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Attempt)
    : [];
  const red = () => attempts.filter(({ outcome }) => outcome === 'red').length;
  if (red() >= count) return;
  store.git(['--work-tree', bench.checkout, 'checkout', '--quiet', '--force', '--detach', recipe.revision]);
  const targets = readTargets(recipe, store, bench.checkout);
  const pool = await harmlessPool(bench, targets);
  const place = { store, revision: recipe.revision, authors: recentAuthors(store, recipe.revision), pool };
  while (red() < count && attempts.length < count * 3) {
    const number = (attempts.at(-1)?.number ?? 0) + 1;
    const random = seededRandom(`${recipe.repository} ${number}`);
    const planned = planFault(targets, attempts, random);
    if (planned === undefined) return console.log('no operator has anything left to try');
    const outcome = await attempt(bench, { place, planned, number });
    const entry: Attempt = { number, operator: planned.operator.name, path: planned.edit.path, outcome };
    attempts.push(entry);
    appendFileSync(log, `${JSON.stringify(entry)}\n`);
    console.log(
      `${recipe.project} ${number}: ${entry.operator} in ${entry.path}:${planned.line}: ${outcome}`,
    );
  }
}

async function attempt(
  bench: TestBench,
  {
    place,
    planned,
    number,
  }: { readonly place: HidingPlace; readonly planned: PlannedFault; readonly number: number },
): Promise<Attempt['outcome']> {
  const { recipe, store } = bench;
  const random = seededRandom(`${recipe.repository} ${number} hiding`);
  const wanted = rarestHiding(recipe.repository, planned, random);
  const hidden =
    hideFault(place, planned.edit, wanted, random) ?? hideFault(place, planned.edit, 'back-scripted', random);
  if (hidden === undefined) return 'misfit';
  const run = await redRun(bench, hidden.tree, planned.operator.kind === 'flaky' ? 4 : 1);
  if (run === undefined) return 'no-report';
  if (run.failed.length === 0) return 'green';
  const report = bench.print(run.tests);
  if (!planned.operator.breaksLoading && /\[(?:build|setup) failed\]/.test(report)) return 'not-from-fault';
  const { placement, distance, history } = hidden;
  const id = `${recipe.project}-${String(number).padStart(3, '0')}`;
  const line: RedRun = {
    id,
    repository: recipe.repository,
    project: recipe.project,
    revision: recipe.revision,
    language: recipe.language,
    world: 'change',
    placement,
    distance,
    operator: planned.operator.name,
    kind: planned.operator.kind,
    gold: await goldOf(
      planned,
      store.patchBetween(recipe.revision, store.treeWith(recipe.revision, [planned.edit])),
    ),
    history,
    failures: run.failed.length,
    report,
  };
  writeRuns(recipe.repository, [...readRuns(recipe.repository).filter((each) => each.id !== id), line]);
  return 'red';
}

/** The hiding place with the fewest runs so far, counted apart for faults of the product and others. */
function rarestHiding(repository: string, { operator }: PlannedFault, random: SeededRandom): Hiding {
  const isProduct = (kind: RedRun['kind']) => kind === 'product_bug';
  const runs = readRuns(repository).filter(
    ({ world, kind }) => world === 'change' && isProduct(kind) === isProduct(operator.kind),
  );
  const used = ({ placement, history }: RedRun): Hiding => {
    if (placement !== 'back') return placement;
    return history.steps.some((step) => 'real' in step) ? 'back-real' : 'back-scripted';
  };
  const rated = random.shuffled(SHARES).map(([hiding, share]) => ({
    hiding,
    filled: runs.filter((run) => used(run) === hiding).length / share,
  }));
  return rated.reduce((least, each) => (each.filled < least.filled ? each : least)).hiding;
}

/** Runs until something fails; only a fault that depends on luck gets more than one chance. */
async function redRun(bench: TestBench, tree: string, chances: number): Promise<TestRun | undefined> {
  for (let chance = 1; ; chance++) {
    const run = await bench.run(tree);
    if (run === undefined || (run.failed.length === 0 && chance >= chances)) return run;
    if (run.failed.length > 0) return chances > 1 ? run : withoutSlowTests(bench, tree, run);
  }
}

/** A busy machine lets tests run out of time; such failures count only if they come again. */
async function withoutSlowTests(bench: TestBench, tree: string, run: TestRun): Promise<TestRun> {
  const isSlow = (test: ReportedTest) =>
    test.outcomes.some(({ text, attributes }) => RAN_OUT_OF_TIME.test(`${attributes.message} ${text}`));
  if (!run.failed.some(isSlow)) return run;
  const again = await bench.run(tree);
  const failedAgain = new Set(again?.failed.map(testKey));
  const isKept = (test: ReportedTest) => !isSlow(test) || failedAgain.has(testKey(test));
  return { tests: run.tests.filter(isKept), failed: run.failed.filter(isKept) };
}

async function goldOf({ source, edit, line }: PlannedFault, patch: string): Promise<RunGold> {
  const methods = edit.content === null ? [] : await enclosingSymbols(edit.path, source.text, line);
  const lines = changedLines(patch).flatMap(({ after }) => after);
  return {
    fixed_files: [edit.path],
    ...(methods.length > 0 && { fixed_methods: methods.map((method) => ({ file: edit.path, method })) }),
    ...(lines.length > 0 && edit.content !== null && { lines: lines.slice(0, 40) }),
  };
}

/** Harmless edits that were run together and stayed green; a red batch is halved until the culprits are out. */
async function harmlessPool(bench: TestBench, targets: Targets): Promise<readonly HarmlessEdit[]> {
  const file = join(bench.folder, 'harmless.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as HarmlessEdit[];
  const { recipe, store } = bench;
  const random = seededRandom(`${recipe.repository} harmless`);
  const documents = store
    .git(['ls-tree', '-r', '--name-only', '-z', recipe.revision])
    .split('\0')
    .filter((path) => /^(?:docs\/)?[^/]+\.(?:md|rst|txt)$/i.test(path))
    .map((path) => ({ path, text: store.read(recipe.revision, path) ?? '', isExecutable: false }));
  const production = random.shuffled(targets.production);
  const candidates = [
    ...production.slice(0, 30),
    ...production.slice(0, 30),
    ...random.shuffled(targets.tests).slice(0, 12),
    ...random.shuffled(documents).slice(0, 6),
  ];
  const edits = candidates.flatMap((source) => harmlessEdit(source, random) ?? []);
  const distinct = edits.filter(
    ({ content }, index) => edits.findIndex((each) => each.content === content) === index,
  );
  const first = distinct.filter(
    ({ path }, index) => distinct.findIndex((each) => each.path === path) === index,
  );
  const second = distinct.filter((edit) => !first.includes(edit));
  const pool = [...(await greenOnes(bench, first)), ...(await greenOnes(bench, second))];
  writeFileSync(file, JSON.stringify(pool));
  console.log(`${pool.length} of ${distinct.length} harmless edits are harmless`);
  return pool;
}

async function greenOnes(bench: TestBench, edits: readonly HarmlessEdit[]): Promise<readonly HarmlessEdit[]> {
  if (edits.length === 0) return [];
  const tree = bench.store.treeWith(bench.recipe.revision, edits);
  const run = await bench.run(tree);
  if (run !== undefined && run.failed.length === 0) return edits;
  if (edits.length === 1) return [];
  const middle = Math.ceil(edits.length / 2);
  return [
    ...(await greenOnes(bench, edits.slice(0, middle))),
    ...(await greenOnes(bench, edits.slice(middle))),
  ];
}

const bench = await openTestBench(recipeOf(repository), { mirror, work });
await makeChangeRuns(bench, Number(values.count));
await makeLatentRuns(bench, Number(values.latent));
