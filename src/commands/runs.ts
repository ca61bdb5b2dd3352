/** Lists the runs of a ledger, and shows one. */

import { readDetail, readOutcome, readTrialRecord } from '../court/index.ts';
import { type OpenLedgerOptions, SECRET, withLedger } from '../engine/index.ts';
import {
  courtSubjectOf,
  type FoundRun,
  findRun,
  findRunRecord,
  findRuns,
  isKeptSecret,
  type KeptSecret,
  openUserSealer,
  readReport,
  readRunRecord,
} from '../investigation/run/index.ts';
import { type CanonicalValue, PenumbraError, parseCanonical } from '../kernel/index.ts';
import { currentFrames, type Ledger } from '../ledger/index.ts';
import { caseSubject, openJournal, readRun, walksOf } from '../pipeline/index.ts';
import { type ReportDocument, type RunModel, type RunSummary, runStatus } from '../record/index.ts';
import { requireCase, type SecretsDocument, type TrialDocument } from '../report/index.ts';

export {
  type InvestigateOptions,
  type Investigation,
  type InvestigationProgress,
  investigate,
  type MemoryUse,
  type ModelSpending,
  type OverrideOptions,
  overrideCase,
  type RefreshedInvestigation,
  type ResumeOptions,
  refreshRun,
  resumeRun,
  staleConclusions,
} from '../investigation/index.ts';

type RunOptions = Omit<OpenLedgerOptions, 'create'>;

/** Lists the runs, newest first. */
export async function listRuns(options: RunOptions = {}): Promise<readonly RunSummary[]> {
  return withLedger({ ...options, create: false }, async (ledger) => {
    const runs: RunSummary[] = [];
    for (const found of await findRuns(ledger.store)) runs.push(await summarise(ledger, found));
    return runs;
  });
}

/** A run recorded by another program is not an investigation, and has no record and no report. */
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

/** Shows a run: its events and, if it has ended, its report. */
export async function showRun(
  options: RunOptions & { readonly run: string },
): Promise<{ readonly model: RunModel; readonly document: ReportDocument | null }> {
  return withLedger({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, options.run);
    return { model: await readRun(ledger.store, run), document: await readReport(ledger, run) };
  });
}

/** Shows the secrets of a run. For people who have its key; never given to an agent. */
export async function showSecrets({
  run: wanted = 'latest',
  ...options
}: Omit<OpenLedgerOptions, 'create'> & { readonly run?: string }): Promise<SecretsDocument> {
  return withLedger({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, wanted);
    const record = await readRunRecord(ledger, run);
    const kept = new Map<string, KeptSecret>();
    const add = (secret: KeptSecret) =>
      kept.set(`${secret.placeholder}\n${secret.where}\n${secret.sealed}`, secret);
    for (const secret of record.secrets ?? []) add(secret);
    for (const { id } of record.cases) {
      const frames = await currentFrames(ledger, caseSubject(run, id));
      for (const { type, content } of frames) {
        const payload: CanonicalValue = type === SECRET && content !== null ? parseCanonical(content) : null;
        if (isKeptSecret(payload)) add(payload);
      }
    }
    const sealer = await openUserSealer(options.environment);
    const secrets = [...kept.values()].map(({ kind, placeholder, where, sealed }) => ({
      placeholder,
      kind,
      where,
      value: sealer.open(sealed),
      isKept: sealed !== '',
    }));
    return { run, secrets };
  });
}

/** Returns the trials of a case, in order; throws if it was not tried. */
export async function showTrials(
  options: OpenLedgerOptions & { readonly run: string; readonly case: string },
): Promise<readonly TrialDocument[]> {
  return withLedger({ ...options, create: false }, async ({ store, ...ledger }) => {
    const run = await findRun(store, options.run);
    const { id, steps } = requireCase(await readRun(store, run), options.case);
    const { progress } = await openJournal({ store, ...ledger }, { run, case: id });
    const subject = courtSubjectOf(id, progress);
    const held = walksOf(progress).filter(({ pipeline }) => pipeline === 'court');
    if (held.length === 0 || subject === null)
      throw new PenumbraError('usage', `${id} was not contested, so there is no review to show`, {
        hint: 'uncertain conclusions are; penumbra show <run> lists the steps of each case',
      });
    const seatOf = (node: string) => steps.findLast((step) => step.node === node)?.agent?.name ?? '';
    return held.map(({ pass, state }): TrialDocument => {
      const { indictment, discovery, brief, hearing, verdict } = readTrialRecord(state.outputs);
      const { exhibits } = readDetail(state);
      const { decision, reason, gapBrief } = readOutcome(subject, state);
      return {
        case: id,
        pass,
        seats: {
          claim: seatOf('indict'),
          rebuttal: seatOf('defend'),
          check: seatOf('hearing'),
          decision: seatOf('verdict'),
        },
        charge: {
          defect_type: indictment?.charged_defect_type ?? 'to_investigate',
          ...(indictment?.charged_location !== undefined && { location: indictment.charged_location }),
          strength: indictment?.confidence ?? 0,
        },
        exhibits: exhibits.map(({ index, handle, class: kind, weight, struck }) => ({
          index,
          handle,
          class: kind,
          weight,
          struck,
          description: (indictment?.evidence[index] ?? discovery?.further_evidence[index])?.description ?? '',
        })),
        checks: (discovery?.checks ?? []).map(({ name, result }) => ({ name, result })),
        challenges: (brief?.challenges ?? []).map((challenge) => ({
          exhibit: challenge.evidence_index,
          challenge: challenge.challenge,
          severity: challenge.severity,
          stands: exhibits[challenge.evidence_index]?.struck === false,
        })),
        ...(brief?.alternative_hypothesis !== undefined && { alternative: brief.alternative_hypothesis }),
        rounds: (hearing?.rounds ?? []).map(({ round, judge_notes, gap }) => ({
          round,
          notes: judge_notes,
          gap,
        })),
        decision: decision ?? 'mistrial',
        ...(reason !== undefined && { reason }),
        reasoning: verdict?.reasoning ?? '',
        ...(decision === 'amend' &&
          verdict?.final_location !== undefined && { held: verdict.final_location }),
        questions: verdict?.remand_feedback?.specific_questions ?? [],
        gaps: (gapBrief?.gaps ?? []).map(({ description, suggested_action }) => ({
          description,
          suggested_action,
        })),
      };
    });
  });
}
