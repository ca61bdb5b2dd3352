/** Drives a started run to its end, from wherever it is, or reads the report of one that has ended. */

import { withTrail } from '../engine/guard/audit/index.ts';
import { type OpenLedgerOptions, writeTextFile } from '../engine/index.ts';
import {
  costOf,
  formatAmount,
  type ModelOptions,
  type ModelSession,
  openModelSession,
  readExchanges,
  type SessionOptions,
  writeRecording,
} from '../engine/models/index.ts';
import { type Id, PenumbraError, shortId } from '../kernel/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { readRun } from '../pipeline/index.ts';
import type { ReportDocument, RunModel } from '../record/index.ts';
import { type DrivenRun, type DriveOptions, driveRun } from './drive-run.ts';
import { finishRun } from './finish-run.ts';
import { type Definitions, requireNodes } from './run/definitions.ts';
import type { RunInputs } from './run/run-inputs.ts';
import { readReport, readRunRecord } from './run/run-record.ts';
import { type Ground, openSetting } from './run/run-setting.ts';

/** What the model of a run consumed. */
export type ModelSpending = {
  readonly model: string;
  readonly answers: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly isEstimated: boolean;
  /** The cost, if a price is known, and the date of that price. */
  readonly cost: { readonly amount: string; readonly asOf: string } | null;
};

/** The result of an investigation. */
export type Investigation = {
  readonly run: string;
  readonly document: ReportDocument;
  readonly model: RunModel;
  /** False if the same inputs were investigated before and that run is returned. */
  readonly isNew: boolean;
  /** What the run's model consumed, if it has one. */
  readonly spending?: ModelSpending;
};

/** How a run is concluded. */
type ConcludeOptions = DriveOptions & {
  readonly ground: () => Ground;
  readonly definitions: Definitions;
  readonly environment?: OpenLedgerOptions['environment'];
  /** Prepares the model that the run asks; null if it asks none. */
  readonly prepare: (inputs: RunInputs) => Promise<SessionOptions | null>;
  /** The model options, including the file that answers are written to. */
  readonly asking?: ModelOptions | undefined;
};

/** Concludes a run; the workspace is surveyed only if there is work left to do. */
export async function concludeRun(
  ledger: Ledger,
  run: Id<'run'>,
  { ground, environment, definitions, prepare, asking, ...options }: ConcludeOptions,
): Promise<Investigation> {
  requireNodes(definitions, options.pauseAt ?? []);
  const known = await readReport(ledger, run);
  if (known) await recordAnswers(ledger, run, asking);
  if (known) return { run, document: known, model: await readRun(ledger.store, run), isNew: false };
  return withTrail(ledger, { ...(environment !== undefined && { environment }) }, async (trail) => {
    const opened = await openSetting(ledger, run, {
      ...ground(),
      definitions,
      trail,
      ...(environment !== undefined && { environment }),
    });
    const prepared = await prepare(opened.inputs);
    const { screen } = opened.secrets;
    const model = prepared && (await openModelSession(ledger, run, { ...prepared, screen }));
    const setting = { ...opened, ...(model && { model }) };
    const { works, paused } = await recordingAnswers(ledger, run, asking, () => driveRun(setting, options));
    if (paused.length > 0) throw pausedRun(run, paused);
    if (options.signal?.aborted)
      throw new PenumbraError('stopped', 'the investigation was stopped', {
        hint: `go on with \`penumbra resume ${run}\``,
      });
    // The tool calls are recorded before the conclusions drawn from them.
    await trail.flush();
    const document = await finishRun(setting, works);
    const spending = prepared && model && { spending: spendingOf(prepared, model) };
    return { run, document, model: await readRun(ledger.store, run), isNew: true, ...spending };
  });
}

/** Writes down the model's answers however the work ends: they were paid for. */
async function recordingAnswers<Result>(
  ledger: Ledger,
  run: Id<'run'>,
  asking: ModelOptions | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    await recordAnswers(ledger, run, asking);
  }
}

async function recordAnswers(
  ledger: Ledger,
  run: Id<'run'>,
  asking: ModelOptions | undefined,
): Promise<void> {
  if (asking?.record === undefined) return;
  const { configuration } = (await readRunRecord(ledger, run)).inputs;
  if (configuration.model === undefined) return;
  const { prompts: _prompts, ...settings } = configuration.model;
  await writeTextFile(asking.record, writeRecording(settings, await readExchanges(ledger, run)));
}

function spendingOf({ settings, price }: SessionOptions, model: ModelSession): ModelSpending {
  const spent = model.spent();
  const cost = price && { amount: formatAmount(costOf(price, spent)), asOf: price.asOf };
  return { model: `${settings.provider}:${settings.model}`, ...spent, cost };
}

/** A run that waits for a person has no report yet. */
function pausedRun(run: Id<'run'>, paused: DrivenRun['paused']): PenumbraError {
  const nodes = [...new Set(paused.map(({ node }) => `\`${node}\``))].join(', ');
  const cases = paused.length === 1 ? '1 case waits' : `${paused.length} cases wait`;
  return new PenumbraError('stopped', `${cases} before ${nodes}`, {
    data: { run, paused },
    hint: `see \`penumbra show ${shortId(run)}\`, answer with \`penumbra override\`, go on with \`penumbra resume ${shortId(run)}\``,
  });
}
