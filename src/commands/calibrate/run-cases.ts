/** Runs the cases of a dataset in parallel, each in its own process so that none can affect another. */
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CaseOutcome,
  OUTCOME_SCHEMA,
  type OutcomeCause,
  type OutcomeResult,
  readOutcomes,
} from '../../calibrate/index.ts';
import { type Investigation, investigate } from '../../investigation/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import type { ReportCause } from '../../record/index.ts';
import { answerSimply } from './baselines.ts';
import type { DatasetCase } from './dataset.ts';
import { readRankings } from './read-rankings.ts';

/** Runs one case. */
export type CaseRunner = (one: DatasetCase) => Promise<CaseOutcome>;

/** What to run, and how. */
export type RunCasesOptions = {
  readonly cases: readonly DatasetCase[];
  readonly jobs: number;
  /** Defaults to running in this process. */
  readonly run?: CaseRunner;
  /** The file to which each outcome is written as it completes, and finally all of them in order. */
  readonly out?: string | undefined;
  readonly onOutcome?: (outcome: CaseOutcome, done: number) => void;
};

const TIME_LIMIT_MS = 15 * 60_000;
const MOST_BYTES = 256 * 1024 * 1024;

/** Runs cases and returns their outcomes by id; an error in a case becomes its outcome. */
export async function runCases(options: RunCasesOptions): Promise<readonly CaseOutcome[]> {
  const { cases, jobs, run = runCase, out, onOutcome } = options;
  const outcomes: CaseOutcome[] = [];
  const waiting = cases.values();
  if (out !== undefined) writeFileSync(out, '');
  const work = async () => {
    for (const one of waiting) {
      const outcome = await run(one).catch((error: unknown) => failedOutcome(one, error));
      outcomes.push(outcome);
      if (out !== undefined) appendFileSync(out, lineOf(outcome));
      onOutcome?.(outcome, outcomes.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, cases.length) }, work));
  outcomes.sort((left, right) => compareCodePoints(left.id, right.id));
  if (out !== undefined) writeFileSync(out, outcomes.map(lineOf).join(''));
  return outcomes;
}

/** Makes a runner that starts a program which prints a case's outcome as one JSON line. */
export function inProcess(argumentsOf: (one: DatasetCase) => readonly string[]): CaseRunner {
  return (one) =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        argumentsOf(one),
        { maxBuffer: MOST_BYTES, timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL', encoding: 'utf8' },
        (error, stdout, stderr) => {
          if (error === null)
            resolve(readOutcomes(stdout, one.id)[0] ?? failedOutcome(one, 'nothing was printed'));
          else resolve(failedOutcome(one, reasonOf(error, stderr)));
        },
      );
    });
}

function reasonOf(error: { readonly killed?: boolean; readonly message: string }, stderr: string): string {
  if (error.killed) return `stopped after ${TIME_LIMIT_MS / 60_000} minutes`;
  return stderr.trim().split('\n').at(-1) || error.message;
}

function lineOf(outcome: CaseOutcome): string {
  return `${JSON.stringify(outcome)}\n`;
}

const MOST_SUSPECTS = 50;

/** Runs a case with memory off, so that no case learns from another. */
export async function runCase({ id, repository, report, gold }: DatasetCase): Promise<CaseOutcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'penumbra-calibrate-'));
  const options = { workspace: repository, store: `sqlite:${join(scratch, 'ledger.db')}` };
  const started = performance.now();
  try {
    const found = await investigate({ ...options, reports: [report], memory: 'off' });
    const durationMs = Math.round(performance.now() - started);
    const ranked = await readRankings(options, found.model);
    const result = { ...resultOf(found, durationMs), ...ranked };
    const baselines = await answerSimply(repository, report);
    return { schema: OUTCOME_SCHEMA, id, gold, result, baselines, error: null };
  } catch (error) {
    return {
      ...failedOutcome({ id, gold }, error),
      baselines: await answerSimply(repository, report).catch(() => null),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Returns the outcome of a case whose investigation did not finish. */
function failedOutcome({ id, gold }: Pick<DatasetCase, 'id' | 'gold'>, error: unknown): CaseOutcome {
  const reason = error instanceof Error ? error.message : String(error);
  return { schema: OUTCOME_SCHEMA, id, gold, result: null, baselines: null, error: reason.slice(0, 2_000) };
}

function resultOf(
  { document, model }: Investigation,
  durationMs: number,
): Omit<OutcomeResult, 'rankings' | 'trials'> {
  const { versions, history, summary, causes } = document;
  return {
    versions,
    history,
    failures: summary.failures,
    cases: summary.cases,
    causes: causes.map(causeOf),
    steps: model.cases.reduce((sum, { steps }) => sum + steps.length, 0),
    duration_ms: durationMs,
  };
}

function causeOf({
  status,
  confidence,
  defect_type,
  world,
  answer,
  tests,
  suspects,
  commits,
}: ReportCause): OutcomeCause {
  return {
    status,
    confidence,
    defect_type,
    world,
    tests: tests.length,
    answer,
    suspects: suspects.slice(0, MOST_SUSPECTS).map(({ score: _score, ...suspect }) => suspect),
    commits: commits.map(({ id }) => id),
  };
}
