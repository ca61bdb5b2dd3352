/** Lists the runs of a ledger, and shows one. */

import type { OpenLedgerOptions } from '../../engine/index.ts';
import {
  type FoundRun,
  findRun,
  findRunRecord,
  findRuns,
  readReport,
  withRuns,
} from '../../investigation/run/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readRun } from '../../pipeline/index.ts';
import { type ReportDocument, type RunModel, type RunSummary, runStatus } from '../../record/index.ts';

type RunOptions = Omit<OpenLedgerOptions, 'create'>;

/** Lists the runs, newest first. */
export async function listRuns(options: RunOptions = {}): Promise<readonly RunSummary[]> {
  return withRuns({ ...options, create: false }, async (ledger) => {
    const runs: RunSummary[] = [];
    for (const found of await findRuns(ledger.store)) runs.push(await summarise(ledger, found));
    return runs;
  });
}

/** A run that is no investigation, but was recorded by somebody's own program, has no record and no report. */
async function summarise(ledger: Ledger, { run, startedMs }: FoundRun): Promise<RunSummary> {
  const record = await findRunRecord(ledger, run);
  const report = await readReport(ledger, run);
  const model = record === null || report === null ? await readRun(ledger.store, run) : null;
  return {
    run,
    status: report === null && model !== null ? runStatus(model) : 'done',
    startedMs,
    cases: (record ?? model)?.cases.length ?? 0,
    causes: report?.causes.length ?? null,
    ...(record?.inputs.fork && { forkOf: record.inputs.fork.run }),
  };
}

/** Shows a run: what happened in it and, where it has ended, its report. */
export async function showRun(
  options: RunOptions & { readonly run: string },
): Promise<{ readonly model: RunModel; readonly document: ReportDocument | null }> {
  return withRuns({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, options.run);
    return { model: await readRun(ledger.store, run), document: await readReport(ledger, run) };
  });
}
