/** Lists the runs of a ledger, and shows one. */
import { type Id, makeId, type Sha256 } from '../../kernel/index.ts';
import { everyHead, STAMPS_PER_MILLISECOND } from '../../ledger/index.ts';
import type { ReportDocument, RunModel, RunSummary } from '../../record/index.ts';
import type { OpenLedgerOptions } from '../open-ledger.ts';
import { readReport } from './finish-run.ts';
import { RUN_LOGS, readRun } from './run-log.ts';
import { findRun } from './run-record.ts';
import { withRuns } from './with-runs.ts';

type RunOptions = Omit<OpenLedgerOptions, 'create'>;

/** Lists the runs, newest first. */
export async function listRuns(options: RunOptions = {}): Promise<readonly RunSummary[]> {
  return withRuns({ ...options, create: false }, async (ledger) => {
    const runs: RunSummary[] = [];
    for await (const { log } of everyHead(ledger.store, RUN_LOGS)) {
      const run: Id<'run'> = makeId('run', log.slice(RUN_LOGS.length) as Sha256);
      const [first] = await ledger.store.readLog(log, { limit: 1 });
      const { status, cases } = await readRun(ledger.store, run);
      const report = await readReport(ledger, run);
      runs.push({
        run,
        status,
        startedMs: Math.floor((first?.stamp ?? 0) / STAMPS_PER_MILLISECOND),
        cases: cases.length,
        causes: report?.causes.length ?? null,
      });
    }
    return runs.sort((left, right) => right.startedMs - left.startedMs || (left.run < right.run ? -1 : 1));
  });
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
