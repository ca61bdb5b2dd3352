/** A checkout in which the tests of a repository are run, again and again, on one tree after the other. */
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { mirrorOf } from './build-history.ts';
import { type GitStore, openGitStore } from './git-store.ts';
import { isFailed, printReport, type ReportedTest, readReport, testKey } from './junit-report.ts';
import { folderName, type Recipe } from './recipe.ts';

/** What a run gave: the tests that are stable at the revision, and those of them that failed. */
export interface TestRun {
  readonly tests: readonly ReportedTest[];
  readonly failed: readonly ReportedTest[];
}

/** The checkout of a recipe, prepared, with the tests that are not to be trusted. */
export interface TestBench {
  readonly recipe: Recipe;
  readonly store: GitStore;
  readonly folder: string;
  readonly checkout: string;
  /** Runs the tests on a tree; nothing if there was no report. */
  run(tree: string): Promise<TestRun | undefined>;
  /** Remembers tests that failed without a fault, so that later runs leave them out. */
  distrust(tests: readonly ReportedTest[]): void;
  print(tests: readonly ReportedTest[]): string;
}

/** Clones the mirror, prepares the checkout once, and runs the tests twice at the revision. */
export async function openTestBench(
  recipe: Recipe,
  { mirror, work }: { readonly mirror: string; readonly work: string },
): Promise<TestBench> {
  const folder = join(work, folderName(recipe.repository));
  const checkout = join(folder, 'checkout');
  await prepareCheckout(recipe, { mirror, folder });
  const store = openGitStore(join(checkout, '.git'));
  const distrustFile = join(folder, 'distrusted.json');
  const distrusted = new Set<string>(
    existsSync(distrustFile) ? (JSON.parse(readFileSync(distrustFile, 'utf8')) as string[]) : [],
  );
  const runAll = async (tree: string) => {
    checkOut(checkout, store, tree);
    for (const report of reportFiles(recipe, checkout)) rmSync(report);
    await runShell(recipe.test, {
      cwd: checkout,
      timeoutSeconds: recipe.timeoutSeconds ?? 120,
      log: join(folder, 'test.log'),
    });
    const tests = reportFiles(recipe, checkout).flatMap((file) => readReport(readFileSync(file, 'utf8')));
    return tests.length === 0 ? undefined : tests;
  };
  const bench: TestBench = {
    recipe,
    store,
    folder,
    checkout,
    async run(tree) {
      const all = await runAll(tree);
      if (all === undefined) return undefined;
      const tests = all.filter((test) => !distrusted.has(testKey(test)));
      return { tests, failed: tests.filter(isFailed) };
    },
    distrust(tests) {
      for (const test of tests) distrusted.add(testKey(test));
      writeFileSync(distrustFile, JSON.stringify([...distrusted]));
    },
    print: (tests) =>
      printReport(tests, [
        [checkout, '/builds/project'],
        [work, '/builds'],
        [dirname(process.execPath), '/usr/local/bin'],
      ]),
  };
  if (!existsSync(distrustFile)) await distrustUnstable(bench, runAll);
  return bench;
}

async function distrustUnstable(
  bench: TestBench,
  runAll: (tree: string) => Promise<readonly ReportedTest[] | undefined>,
): Promise<void> {
  const runs = [await runAll(bench.recipe.revision), await runAll(bench.recipe.revision)];
  const [first, second] = runs;
  if (first === undefined || second === undefined)
    throw new Error('the tests write no report at the revision');
  const keys = runs.map((tests) => new Set((tests ?? []).map(testKey)));
  const unstable = [...first, ...second].filter(
    (test) => isFailed(test) || keys.some((each) => !each.has(testKey(test))),
  );
  bench.distrust(unstable);
  console.log(`${first.length} tests at the revision, ${new Set(unstable.map(testKey)).size} not trusted`);
}

/** Clones the mirror into `checkout` below a folder and installs what its tests need, unless that is done. */
export async function prepareCheckout(
  recipe: Recipe,
  { mirror, folder }: { readonly mirror: string; readonly folder: string },
): Promise<void> {
  if (existsSync(join(folder, 'prepared'))) return;
  const repository = mirrorOf(mirror, recipe);
  const checkout = join(folder, 'checkout');
  rmSync(checkout, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', repository, checkout]);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', checkout, ...args], { encoding: 'utf8' });
  leaveOut(join(checkout, '.git'), recipe.absent ?? []);
  git('checkout', '--quiet', '--force', '--detach', recipe.revision);
  const exclude = join(checkout, '.git/info/exclude');
  mkdirSync(dirname(exclude), { recursive: true });
  appendFileSync(exclude, `\n${['node_modules/', ...recipe.reports].join('\n')}\n`);
  const status = await runShell(recipe.prepare, {
    cwd: checkout,
    timeoutSeconds: 900,
    log: join(folder, 'prepare.log'),
  });
  if (status !== 0)
    throw new Error(`preparing \`${recipe.repository}\` failed: see ${join(folder, 'prepare.log')}`);
  // What preparing leaves behind must outlive the cleaning between runs.
  const left = git('-c', 'core.quotePath=false', 'status', '--porcelain', '--untracked-files=normal').split(
    '\n',
  );
  const untracked = left.filter((line) => line.startsWith('?? ')).map((line) => `/${line.slice(3)}`);
  appendFileSync(exclude, `${untracked.join('\n')}\n`);
  writeFileSync(join(folder, 'prepared'), '');
}

/** Keeps files out of the work tree whose content the stored snapshot lacks. */
export function leaveOut(gitDirectory: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  execFileSync('git', [`--git-dir=${gitDirectory}`, 'config', 'core.sparseCheckout', 'true']);
  mkdirSync(join(gitDirectory, 'info'), { recursive: true });
  writeFileSync(
    join(gitDirectory, 'info/sparse-checkout'),
    ['/*', ...paths.map((path) => `!/${path}`), ''].join('\n'),
  );
}

function checkOut(checkout: string, store: GitStore, tree: string): void {
  const meta = {
    message: 'run\n',
    author: { name: 'bench', email: 'bench@example.invalid' },
    date: '1700000000 +0000',
  };
  const isCommit = store.git(['cat-file', '-t', tree]).trim() === 'commit';
  const commit = isCommit
    ? tree
    : store.commit(tree, store.git(['rev-list', '--max-parents=0', '-1', 'HEAD']).trim(), meta);
  execFileSync('git', ['-C', checkout, 'checkout', '--quiet', '--force', '--detach', commit], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  execFileSync('git', ['-C', checkout, 'clean', '-fdq'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function reportFiles({ reports }: Recipe, checkout: string): string[] {
  return globSync([...reports], { cwd: checkout, exclude: (path) => path.includes('node_modules') })
    .sort()
    .map((path) => join(checkout, path));
}

function runShell(
  command: string,
  {
    cwd,
    timeoutSeconds,
    log,
  }: { readonly cwd: string; readonly timeoutSeconds: number; readonly log: string },
): Promise<number> {
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  writeFileSync(log, '');
  return new Promise((resolve) => {
    // A process group of its own, so that a hanging test is ended with everything it started.
    const child = spawn('nice', ['-n', '10', 'bash', '-c', command], {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: path,
        RED_RUNS: import.meta.dirname,
        CI: 'true',
        FORCE_COLOR: '0',
        NO_COLOR: '1',
      },
    });
    let written = 0;
    const keep = (chunk: Buffer) => {
      written += chunk.length;
      if (written < 2_000_000) appendFileSync(log, chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), timeoutSeconds * 1000);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });
}
