/** Lists the runs of a ledger, and shows one. */

import type { Id } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readRun } from '../../pipeline/index.ts';
import type { ReportDocument, RunModel, RunSummary } from '../../record/index.ts';
import type { OpenLedgerOptions } from '../open-ledger.ts';
import { findRun, findRuns } from './run/find-run.ts';
import { readReport } from './run/finish-run.ts';
import { readRunRecord } from './run/run-record.ts';
import { withRuns } from './with-runs.ts';

type RunOptions = Omit<OpenLedgerOptions, 'create'>;

/** Lists the runs, newest first. */
export async function listRuns(options: RunOptions = {}): Promise<readonly RunSummary[]> {
  return withRuns({ ...options, create: false }, async (ledger) => {
    const runs: RunSummary[] = [];
    for (const { run, startedMs } of await findRuns(ledger.store)) {
      const { cases, inputs } = await readRunRecord(ledger, run);
      const report = await readReport(ledger, run);
      runs.push({
        run,
        status: report === null ? await openStatus(ledger, run) : 'done',
        startedMs,
        cases: cases.length,
        causes: report?.causes.length ?? null,
        ...(inputs.fork && { forkOf: inputs.fork.run }),
      });
    }
    return runs;
  });
}

/** A run whose cases wait for a person is not running, whether or not a process is. */
async function openStatus({ store }: Ledger, run: Id<'run'>): Promise<string> {
  const { cases } = await readRun(store, run);
  return cases.some(({ paused }) => paused !== null) ? 'paused' : 'running';
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
