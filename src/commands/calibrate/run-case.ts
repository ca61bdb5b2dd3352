/** Investigates one case in a ledger of its own and writes down what came of it; a failure is an outcome, too. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CaseOutcome,
  OUTCOME_SCHEMA,
  type OutcomeCause,
  type OutcomeResult,
} from '../../calibrate/index.ts';
import { type Investigation, investigate } from '../../investigation/index.ts';
import type { ReportCause } from '../../record/index.ts';
import { answerSimply } from './baselines.ts';
import type { DatasetCase } from './dataset.ts';
import { readRankings } from './read-rankings.ts';

const MOST_SUSPECTS = 50;

/** Runs a case; memory is off, so that no case learns from another. */
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

/** Returns the outcome of a case whose investigation did not come to an end. */
export function failedOutcome({ id, gold }: Pick<DatasetCase, 'id' | 'gold'>, error: unknown): CaseOutcome {
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
