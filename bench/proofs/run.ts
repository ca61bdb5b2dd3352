/**
 * Proves the red runs by running their tests, and does the same by hand beside it:
 *
 *     node bench/proofs/run.ts --mirror DIR --work DIR [--repositories owner/name,…] [--limit N] [--again]
 *
 * Each run is laid out in a checkout of its repository; `penumbra why` is asked with the project's own command; then
 * `git bisect run` and delta debugging get the command that selected the tests. What came out is kept in `results.jsonl`
 * run by run, and a run that is there is not made again unless told so. `summarise.ts` makes the tables.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { why } from '../../src/investigation/prove/index.ts';
import { parseCommandLine } from '../../src/rca/index.ts';
import type { ReportDocument } from '../../src/record/index.ts';
import { folderName, type Recipe, readRecipes } from '../red-runs/recipe.ts';
import { type RedRun, readRuns } from '../red-runs/red-run.ts';
import { type CaseCheckout, openCaseCheckout } from './case-checkout.ts';
import { keepResult, type ProofCase, readResults } from './proof-case.ts';
import { provenPieces, scorePieces } from './score-proof.ts';
import { searchPlainly } from './search-plainly.ts';
import { type ProgramCall, timeProgram } from './timed-program.ts';

const { values } = parseArgs({
  options: {
    mirror: { type: 'string' },
    work: { type: 'string' },
    repositories: { type: 'string' },
    only: { type: 'string' },
    limit: { type: 'string', default: '1000' },
    until: { type: 'string' },
    again: { type: 'boolean', default: false },
  },
});
if (values.mirror === undefined || values.work === undefined)
  throw new Error('--mirror DIR or --work DIR is missing');
const mirror = resolve(values.mirror);
const work = resolve(values.work);
const MOST_RUNS = 80;
const wanted = values.repositories?.split(',');
const only = values.only?.split(',');

for (const recipe of readRecipes()) {
  if (recipe.own === undefined || (wanted !== undefined && !wanted.includes(recipe.repository))) continue;
  const chosen = spread(
    readRuns(recipe.repository).filter(({ id }) => only === undefined || only.includes(id)),
    Number(values.limit),
  );
  const known = new Set(readResults().map(({ id }) => id));
  const left = chosen.filter(({ id }) => values.again || !known.has(id));
  if (left.length === 0) continue;
  const checkout = await openCaseCheckout(recipe, { mirror, work });
  for (const run of left) {
    if (values.until !== undefined && new Date().toTimeString().slice(0, 5) >= values.until) break;
    const result = await proveCase(recipe, run, checkout);
    keepResult(result);
    console.log(describe(result));
  }
}

/** Takes so many runs from all over the list. */
function spread(runs: readonly RedRun[], most: number): readonly RedRun[] {
  if (runs.length <= most) return runs;
  return Array.from({ length: most }, (_, index) => runs[Math.floor((index * runs.length) / most)] as RedRun);
}

async function proveCase(recipe: Recipe, run: RedRun, checkout: CaseCheckout): Promise<ProofCase> {
  const { own } = recipe;
  const command = parseCommandLine(own?.command ?? '');
  const folder = join(work, folderName(recipe.repository), 'calls');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const program = timeProgram(command[0] ?? '', { folder, path });
  const environment = {
    ...process.env,
    CI: 'true',
    ...own?.environment,
    PATH: `${program.directory}:${path}`,
  };
  const faulty = checkout.layOut(run);
  const before = checkout.digest();
  const startMs = performance.now();
  const asked = await ask({ command, environment, workspace: checkout.directory });
  const seconds = (performance.now() - startMs) / 1000;
  const isUntouched = checkout.digest() === before;
  const calls = program.calls();
  const proven = asked.document === undefined ? [] : provenPieces(asked.document);
  const { id, world, placement, distance, operator, kind, language } = run;
  return {
    id,
    repository: run.repository,
    language,
    world,
    placement,
    distance,
    operator,
    kind,
    ...asked.outcome,
    score: scorePieces(proven, run),
    proven: proven.map((piece) => piece.path),
    isCommitRight: isCommitRight(asked.document, faulty ?? null),
    runs: calls.length,
    verifyingRuns: asked.verifyingRuns,
    seconds: round(seconds),
    testSeconds: round(calls.reduce((sum, call) => sum + ownSeconds(call), 0)),
    isUntouched,
    ...(world === 'change' && kind !== 'flaky' && (await plainly(run, recipe, { checkout, calls }))),
  };
}

type Asked = {
  readonly verifyingRuns: number;
  readonly document?: ReportDocument;
  readonly outcome: Pick<ProofCase, 'outcome' | 'causes'> & Pick<Partial<ProofCase>, 'fault'>;
};

async function ask(options: {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workspace: string;
}): Promise<Asked> {
  let verifyingRuns = 0;
  try {
    const found = await why({
      ...options,
      currentDirectory: options.workspace,
      maxRuns: MOST_RUNS,
      onExperiment: ({ phase, last }) => {
        if (phase === 'verifying' && last !== undefined) verifyingRuns += 1;
      },
    });
    if (!('run' in found)) return { verifyingRuns, outcome: { outcome: 'green', causes: [] } };
    const { document } = found;
    const causes = document.causes.map(({ experiments }) => ({
      outcome: experiments?.outcome ?? 'explained',
      runs: experiments?.runs ?? 0,
      notes: experiments?.notes ?? [],
    }));
    const outcomes = causes.map(({ outcome }) => outcome);
    const outcome = outcomes.includes('proven') ? 'proven' : (outcomes[0] ?? 'green');
    return { verifyingRuns, document, outcome: { outcome, causes } };
  } catch (error) {
    return {
      verifyingRuns,
      outcome: {
        outcome: 'fault',
        causes: [],
        fault: error instanceof Error ? error.message.slice(0, 500) : '',
      },
    };
  }
}

/** Does the same by hand, with the command of the first run that selected tests and did nothing else. */
async function plainly(
  run: RedRun,
  recipe: Recipe,
  { checkout, calls }: { readonly checkout: CaseCheckout; readonly calls: readonly ProgramCall[] },
): Promise<Pick<ProofCase, 'plain'> | undefined> {
  const isCovered = ({ words, environment }: ProgramCall) =>
    [...words, ...Object.values(environment)].some((text) => /\/coverage-\w{6}/.test(text));
  const call = calls.slice(1).find((one) => !isCovered(one));
  if (call === undefined) return undefined;
  checkout.layOut(run);
  const { units, runs, seconds } = await searchPlainly(checkout, {
    call,
    timeoutSeconds: recipe.timeoutSeconds ?? 120,
  });
  const pieces = units.map(({ path, before, after }) => ({
    path,
    lines: [...signed('-', before.lines), ...signed('+', after.lines)],
  }));
  return { plain: { runs, seconds: round(seconds), score: scorePieces(pieces, run) } };
}

function signed(sign: '-' | '+', lines: readonly string[]): readonly string[] {
  return lines.map((line) => `${sign}${line.replace(/\r?\n$/, '')}`);
}

function isCommitRight(document: ReportDocument | undefined, faulty: string | null): boolean | null {
  const proofs = document?.causes.flatMap(({ proof }) => proof ?? []) ?? [];
  return proofs.length === 0 ? null : proofs.every(({ change }) => change?.commit === faulty);
}

function ownSeconds({ startMs, endMs = startMs }: ProgramCall): number {
  return (endMs - startMs) / 1000;
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

function describe(result: ProofCase): string {
  const { id, placement, operator, outcome, score, runs, seconds, testSeconds, plain, fault } = result;
  const byHand =
    plain === undefined ? '-' : `${Object.values(plain.runs).reduce((a, b) => a + b, 0)} ${plain.score}`;
  return [
    ...[id, placement, operator, outcome, score, `${runs} runs`, `${seconds} s (${testSeconds})`],
    `by hand ${byHand}`,
    ...(fault === undefined ? [] : [fault]),
    ...(result.isUntouched ? [] : ['TOUCHED']),
  ].join('  ');
}
