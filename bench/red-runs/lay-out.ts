/**
 * Lays the red runs out as a dataset for `penumbra calibrate run`:
 *
 *     node bench/red-runs/lay-out.ts --mirror DIR --out DIR [--only owner/name]
 *
 * Objects are shared with the mirror, and names and dates are fixed, so that the same runs give the same commits. A case
 * holds its history on the branch `main` and nothing that came later.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildHistory, mirrorOf } from './build-history.ts';
import { openGitStore } from './git-store.ts';
import { type Recipe, readRecipes } from './recipe.ts';
import { type RedRun, readRuns } from './red-run.ts';
import { leaveOut } from './test-bench.ts';

const { values } = parseArgs({
  options: { mirror: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' } },
});
if (values.mirror === undefined || values.out === undefined)
  throw new Error('--mirror DIR or --out DIR is missing');
const mirror = resolve(values.mirror);
const out = resolve(values.out);

for (const recipe of readRecipes()) {
  if (values.only !== undefined && values.only !== recipe.repository) continue;
  const runs = readRuns(recipe.repository);
  const objects = join(mirrorOf(mirror, recipe), 'objects');
  if (runs.length > 0 && !existsSync(objects)) {
    console.error(
      `${recipe.repository}: no mirror at ${mirrorOf(mirror, recipe)}, ${runs.length} cases left out`,
    );
    continue;
  }
  for (const run of runs) layOut(run, recipe, objects);
  console.log(`${recipe.repository}: ${runs.length} cases`);
}

function layOut(run: RedRun, recipe: Recipe, objects: string): void {
  const folder = join(out, 'cases', run.id);
  const repository = join(folder, 'repo');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(repository, { recursive: true });
  execFileSync('git', ['init', '--quiet', '--template=', '--initial-branch=main', repository]);
  const gitDirectory = join(repository, '.git');
  mkdirSync(join(gitDirectory, 'objects/info'), { recursive: true });
  writeFileSync(join(gitDirectory, 'objects/info/alternates'), `${objects}\n`);
  const store = openGitStore(gitDirectory);
  const { head, faulty } = buildHistory(store, run.history);
  store.git(['update-ref', 'refs/heads/main', head]);
  leaveOut(gitDirectory, recipe.absent ?? []);
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-C', repository, '-c', 'core.autocrlf=false', ...args], {
      input,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  git(['read-tree', '-m', '-u', 'HEAD']);
  if (run.history.staged !== '') git(['apply', '--index', '--whitespace=nowarn', '-'], run.history.staged);
  if (run.history.unstaged !== '') git(['apply', '--whitespace=nowarn', '-'], run.history.unstaged);
  writeFileSync(join(folder, 'report.xml'), run.report);
  mkdirSync(join(out, 'gold'), { recursive: true });
  writeFileSync(join(out, 'gold', `${run.id}.json`), `${JSON.stringify(goldOf(run, faulty), null, 2)}\n`);
}

function goldOf(run: RedRun, faulty: string | undefined): Record<string, unknown> {
  const { id, project, language, world, placement, distance, operator, kind, gold } = run;
  return {
    id,
    project,
    language,
    world,
    placement,
    distance,
    operator,
    kind,
    ...gold,
    ...(faulty !== undefined && { bug_inducing_commit: faulty }),
  };
}
