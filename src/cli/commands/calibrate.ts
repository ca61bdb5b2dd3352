/** `penumbra calibrate`: measures answers on cases with known causes, and learns from them. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import defaultScorecard from '../../../scorecards/default.json' with { type: 'json' };
import publicBugsScorecard from '../../../scorecards/public-bugs.json' with { type: 'json' };
import type { CaseOutcome, Dataset } from '../../commands/calibrate/index.ts';
import { cite, exitCodes, PenumbraError } from '../../kernel/index.ts';
import type { CommandHost, Terminal } from '../console/terminal.ts';
import { once, readCount } from '../options/read-options.ts';

type ScoreFlags = { readonly scorecard?: string; readonly check?: boolean };
type RecordFlags = { readonly records: readonly string[] };
type FitFlags = RecordFlags & {
  readonly out?: string;
  readonly name?: string;
  readonly ablate?: boolean;
  readonly ridge: number;
};
type RunFlags = ScoreFlags & {
  readonly cases: string;
  readonly out?: string;
  readonly jobs: number;
  readonly only?: string;
  readonly learn?: readonly string[];
};

/** The built-in scorecards by name. */
const scorecards: Readonly<Record<string, unknown>> = {
  default: defaultScorecard,
  'public-bugs': publicBugsScorecard,
};

const CASES = 'a folder with cases/<id>/repo, cases/<id>/report.xml and gold/<id>.json';
const EXAMPLE =
  '\nExample:\n  $ penumbra calibrate run --cases red-runs --out outcomes.jsonl --jobs 4\n  $ penumbra calibrate score --records outcomes.jsonl --check';
const FIT_EXAMPLE =
  '\nExample:\n  $ penumbra calibrate fit --records outcomes.jsonl --out weights.json --ablate';
const RECORDS = 'files that `calibrate run --out` wrote';

export function addCalibrate(host: CommandHost): void {
  const calibrate = host.program
    .command('calibrate')
    .description('score investigations against known causes, and learn weights from them')
    .addHelpText('after', EXAMPLE);
  addRun(calibrate, host);
  addScore(calibrate, host);
  addFit(calibrate, host);
  addCase(calibrate, host);
}

function addRun(calibrate: Command, host: CommandHost): void {
  const { terminal } = host;
  const command = calibrate
    .command('run')
    .description('investigate every case of a dataset and score the answers')
    .requiredOption('--cases <folder>', CASES, once('--cases'))
    .option('--out <file>', 'also write the outcome of every case, one JSON line each', once('--out'))
    .option('--jobs <count>', 'how many cases to run at once', readCount, 2)
    .option('--only <project>', 'only the cases of this project, or the case of this id', once('--only'))
    .option(
      '--learn <files...>',
      'rank every project by weights learned from the other projects of such outcomes',
    );
  addScoreOptions(command).action(async ({ cases, out, jobs, only, learn, ...flags }: RunFlags) => {
    const engine = await import('../../commands/calibrate/index.ts');
    if (out !== undefined) await (await import('../../commands/index.ts')).requireWritable(out);
    const scorecard = await openScorecard(flags.scorecard);
    const dataset = engine.readDataset(cases, { only });
    sayUnusable(terminal, dataset);
    const total = dataset.cases.length;
    using learned = learn && engine.learnWithout(await engine.readOutcomeFiles(learn));
    const outcomes = await engine.runCases({
      cases: dataset.cases,
      jobs: Math.max(1, jobs),
      out,
      run: engine.inProcess(({ id, gold }) => {
        const fit = learned?.fileOf(gold.project);
        const ranked = fit === undefined ? [] : ['--fit', fit];
        return [...relaunch(), 'calibrate', 'case', id, '--cases', resolve(cases), ...ranked];
      }),
      onOutcome: (outcome, done) => sayOutcome(terminal, outcome, `${done}/${total}`),
    });
    await answerScores(host, outcomes, { scorecard, isCheck: flags.check ?? false });
  });
}

function addScore(calibrate: Command, host: CommandHost): void {
  const command = calibrate
    .command('score')
    .description('score outcomes that `calibrate run --out` wrote')
    .requiredOption('--records <files...>', RECORDS);
  addScoreOptions(command).action(async ({ records, ...flags }: ScoreFlags & RecordFlags) => {
    const { readOutcomeFiles } = await import('../../commands/calibrate/index.ts');
    const scorecard = await openScorecard(flags.scorecard);
    const outcomes = await readOutcomeFiles(records);
    await answerScores(host, outcomes, { scorecard, isCheck: flags.check ?? false });
  });
}

function addFit(calibrate: Command, { terminal }: CommandHost): void {
  calibrate
    .command('fit')
    .description('learn the weights of evidence and calibrate confidence, judged on held-out projects')
    .requiredOption('--records <files...>', RECORDS)
    .option('--out <file>', 'write the weights to this file', once('--out'))
    .option('--name <name>', 'what to call the weights', once('--name'))
    .option('--ablate', 'also fit without each family of evidence')
    .option('--ridge <count>', 'how strongly weights are pulled to zero, in tenths', readCount, 10)
    .addHelpText('after', FIT_EXAMPLE)
    .action(async ({ records, out, name = 'fitted/1', ablate, ridge }: FitFlags) => {
      const engine = await import('../../commands/calibrate/index.ts');
      const { requireWritable, writeTextFile } = await import('../../commands/index.ts');
      if (out !== undefined) await requireWritable(out);
      const options = {
        name,
        ridge: Math.max(1, ridge) / 10,
        isAblating: ablate ?? false,
      };
      const fit = engine.fitOutcomes(await engine.readOutcomeFiles(records), options);
      if (out !== undefined) await writeTextFile(out, `${JSON.stringify(fit.file, null, 2)}\n`);
      terminal.answer(fit, engine.renderFit(fit));
    });
}

function addCase(calibrate: Command, { terminal }: CommandHost): void {
  calibrate
    .command('case')
    .description('investigate one case of a dataset and print its outcome as one JSON line')
    .argument('<id>', 'the case')
    .requiredOption('--cases <folder>', CASES, once('--cases'))
    .option('--fit <file>', 'rank by weights that `calibrate fit --out` wrote', once('--fit'))
    .addHelpText('after', '\nExample:\n  $ penumbra calibrate case shop-12 --cases red-runs')
    .action(async (id: string, { cases, fit }: { readonly cases: string; readonly fit?: string }) => {
      const { findCase, runCase, useFit } = await import('../../commands/calibrate/index.ts');
      if (fit !== undefined) useFit(fit);
      const outcome = await runCase(findCase(cases, id));
      terminal.answerLine(outcome, JSON.stringify(outcome));
    });
}

function addScoreOptions(command: Command): Command {
  return command
    .option(
      '--scorecard <name>',
      `the goals: ${Object.keys(scorecards).join(' or ')}, or a file`,
      once('--scorecard'),
    )
    .option('--check', 'exit with 1 if a goal is not met or not measured')
    .addHelpText('after', EXAMPLE);
}

async function answerScores(
  { terminal, exitWith }: CommandHost,
  outcomes: readonly CaseOutcome[],
  { scorecard, isCheck }: { readonly scorecard: unknown; readonly isCheck: boolean },
): Promise<void> {
  const { checkGoals, readScorecard, renderScores, scoreOutcomes } = await import(
    '../../commands/calibrate/index.ts'
  );
  const scores = scoreOutcomes(outcomes);
  const goals = checkGoals(scores, readScorecard(scorecard, 'the scorecard'));
  terminal.answer({ scores, goals }, renderScores(scores, goals));
  if (isCheck && goals.some(({ isMet }) => !isMet)) exitWith(exitCodes.checkFailed);
}

async function openScorecard(name = 'default'): Promise<unknown> {
  if (Object.hasOwn(scorecards, name)) return scorecards[name];
  try {
    return JSON.parse(await readText(name));
  } catch (error) {
    if (error instanceof PenumbraError) throw error;
    throw new PenumbraError('invalid-configuration', `${cite(name)} is not JSON`);
  }
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PenumbraError('unreadable-input', `${cite(file)} cannot be read (${error.code})`);
  });
}

/** The arguments to start this program again as a child process. */
function relaunch(): readonly string[] {
  return [...process.execArgv, process.argv[1] ?? ''];
}

function sayUnusable(terminal: Terminal, { unusable }: Dataset): void {
  for (const { id, reason } of unusable)
    terminal.note(`${id}: left out, ${reason}`, { id, left_out: reason });
}

function sayOutcome(terminal: Terminal, { id, error, result }: CaseOutcome, done: string): void {
  const said =
    error === null ? `${result?.causes.length ?? 0} causes, ${result?.duration_ms ?? 0} ms` : error;
  terminal.note(`${done} ${id}: ${said}`, { done, id, ...(error !== null && { error }) });
}
