/**
 * Verifies a proof: rebuilds its report from the experiments it is based on, and compares the bytes. Nothing
 * is run for that; on request, the experiments are also repeated, and nothing of that is stored.
 */
import { join } from 'node:path';
import { findWorkspaceRoot, type OpenLedgerOptions, ownFiles, withLedger } from '../../engine/index.ts';
import {
  type CanonicalValue,
  canonicalText,
  type FrameId,
  type Id,
  PenumbraError,
  shortId,
} from '../../kernel/index.ts';
import { currentFrames, type Ledger, readFrames } from '../../ledger/index.ts';
import { observationOf, ProofStopped } from '../../rca/index.ts';
import { findRun } from '../run/find-run.ts';
import { REPORT_TYPE } from '../run/run-record.ts';
import { surveyWorkspace } from '../run/survey-workspace.ts';
import {
  bounded,
  type Difference,
  differencesIn,
  type RunVerification,
  type VerifyRunOptions,
  verifyRun,
} from '../verify-run.ts';
import { EXPERIMENT_TYPE, type KeptRecord, type KeptRun, readRuns } from './experiment-journal.ts';
import { type Laboratory, openLaboratory } from './laboratory.ts';
import { type ProofRequest, REQUEST_TYPE, requestIn, writtenFiles } from './proof-request.ts';
import { proveCauses } from './prove-causes.ts';
import { openProof } from './prove-run.ts';
import { makeTestCommand } from './test-command.ts';

/** Options for verifying a proof. */
export type VerifyProofOptions = OpenLedgerOptions & {
  readonly run: string;
  /** If given, the experiments are repeated. */
  readonly rerun?: {
    readonly budgetMs: number;
    /** Throws unless the user agrees to run the command. */
    readonly agree: (command: string) => Promise<void>;
    readonly signal?: AbortSignal;
    readonly onRun?: (progress: { readonly done: number; readonly total: number }) => void;
  };
};

/** The result of verifying a proof. */
export type ProofVerification = {
  readonly ok: boolean;
  readonly run: Id<'run'>;
  /** The frame of the report, from which `penumbra explain` leads to the experiments. */
  readonly report: FrameId;
  /** How many experiments the proof is based on, and how many of them were repeated. */
  readonly experiments: number;
  readonly rerun: number;
  readonly differences: readonly Difference[];
};

const MOST_DIFFERENCES = 50;
const DIGITS = 12;

/** Verifies the proof of a run; null if nothing was proven. */
export async function verifyProof(options: VerifyProofOptions): Promise<ProofVerification | null> {
  const { rerun, environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  return withLedger({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, options.run);
    const proof = await readProof(ledger, run);
    if (proof === null) return null;
    const { request, runs } = proof;
    const command = makeTestCommand(request.command, { root, currentDirectory: join(root, request.folder) });
    const outputs = writtenFiles(request, root);
    if (rerun !== undefined) await rerun.agree(requireWhole(request).text);
    const survey = surveyWorkspace(root, ownFiles(ledger, outputs));
    const opened = await openProof(ledger, run, { survey, environment });
    const laboratory = openLaboratory({
      ledger,
      scanner: opened.secrets.scanner,
      root,
      command,
      build: request.build === null ? undefined : makeTestCommand(request.build, { root }).words,
      budgetMs: rerun?.budgetMs ?? 0,
      hasNetwork: request.network,
      outputs,
      environment,
      signal: rerun?.signal,
      replays: runs,
    });
    try {
      const { document } = await proveCauses(opened, {
        laboratory,
        command: { ...command, text: request.text },
        survey,
        tests: request.tests,
        bisect: request.bisect,
        ...(request.good !== null && { good: request.good }),
        environment,
      });
      const replayed = differencesIn(JSON.parse(proof.report), JSON.parse(JSON.stringify(document)));
      // The states of the experiments exist now, because the replay has made them.
      const repeated = rerun === undefined ? [] : await repeatRuns(laboratory, runs, rerun.onRun);
      const differences = [...proof.missing, ...replayed, ...repeated];
      const isSame = proof.report === JSON.stringify(document);
      return {
        ok: isSame && differences.length === 0,
        run,
        report: proof.frame,
        experiments: runs.length,
        rerun: rerun === undefined ? 0 : runs.length,
        differences: differences.slice(0, MOST_DIFFERENCES),
      };
    } finally {
      laboratory.close();
    }
  });
}

/** A proof as recorded. */
type RecordedProof = {
  readonly frame: FrameId;
  readonly report: string;
  readonly request: ProofRequest;
  readonly runs: readonly KeptRun[];
  readonly missing: readonly Difference[];
};

async function readProof(ledger: Ledger, run: Id<'run'>): Promise<RecordedProof | null> {
  const current = await currentFrames(ledger, { kind: 'run', id: run });
  const report = current.find(({ type }) => type === REPORT_TYPE);
  const rests = (report?.basis.inputs ?? []).filter((input) => typeof input === 'string') as FrameId[];
  const frames = await readFrames(ledger.store, rests);
  const asked = frames.find(({ frame }) => frame?.type === REQUEST_TYPE);
  if (report === undefined || report.content === null || asked === undefined) return null;
  const request = requestIn(asked.content);
  if (request === null)
    throw new PenumbraError('erased', `what the proof of ${shortId(run)} was asked for with was removed`, {
      hint: `prove it anew with \`penumbra prove ${shortId(run)}\``,
    });
  return {
    frame: report.id,
    report: new TextDecoder().decode(report.content),
    request,
    runs: await readRuns(ledger, rests),
    missing: frames
      .filter(({ frame, content }) => frame?.type === EXPERIMENT_TYPE && content === null)
      .map(({ id }) => ({ what: `experiment ${shortId(id)}`, recorded: 'on record', found: 'removed' })),
  };
}

function requireWhole(request: ProofRequest): ProofRequest {
  if (request.isWhole) return request;
  throw new PenumbraError(
    'usage',
    'the command held a secret, which is not on record, so it cannot be run again',
    {
      hint: 'verify without --rerun',
    },
  );
}

async function repeatRuns(
  laboratory: Laboratory,
  runs: readonly KeptRun[],
  onRun: NonNullable<VerifyProofOptions['rerun']>['onRun'],
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const [done, run] of runs.entries()) {
    onRun?.({ done, total: runs.length });
    const found = await repeatRun(laboratory, run);
    const [before, now] = [endsOf(run.record, run.record), endsOf(found, run.record)];
    if (before === now) continue;
    const what = `run ${run.attempt + 1} on tree ${run.state.slice(0, DIGITS)}`;
    differences.push({ what, recorded: bounded(before), found: bounded(now) });
  }
  return differences;
}

async function repeatRun(laboratory: Laboratory, run: KeptRun): Promise<KeptRecord> {
  try {
    return await laboratory.repeat(run);
  } catch (error) {
    if (!(error instanceof ProofStopped)) throw error;
    throw new PenumbraError('stopped', `not all experiments were made again: ${error.message}`, {
      hint: 'give more time with --budget',
    });
  }
}

/** How the tests of a run ended, in words; a failure matches if the test fails as recorded. */
function endsOf(record: KeptRecord, known: KeptRecord): string {
  if (record.kind === 'traced' && known.kind === 'traced') return endsOf(record.run, known.run);
  if (!('ends' in record)) return canonicalText(record as unknown as CanonicalValue);
  const ends = 'ends' in known ? known.ends : [];
  const marks = ends.map((end) => (end.status === 'failed' ? end.mark : undefined));
  const observed = observationOf(record, marks);
  return observed.kind === 'told' ? observed.ends.join(', ') : observed.kind;
}

/** The result of verifying a run: its report, and its proof if there is one. */
export type VerifiedRun = RunVerification & {
  /** Whether the report was reproduced, and the proof; null if nothing was proven. */
  readonly holds: { readonly report: boolean; readonly proof: boolean | null };
  readonly experiments: number;
  readonly rerun: number;
};

/** Verifies a run that has ended, on the workspace it was made on. */
export async function verifyWhole(
  options: VerifyRunOptions & Pick<VerifyProofOptions, 'rerun'>,
): Promise<VerifiedRun> {
  const argued = await verifyRun(options);
  const proof = await verifyProof(options);
  const { run } = argued;
  if (options.rerun !== undefined && proof === null)
    throw new PenumbraError(
      'usage',
      `nothing of ${shortId(run)} was proven, so no experiment can be run again`,
      {
        hint: `verify it without --rerun, or prove it with \`penumbra prove ${shortId(run)}\``,
        data: { run },
      },
    );
  return {
    ok: argued.ok && (proof?.ok ?? true),
    run,
    holds: { report: argued.ok, proof: proof?.ok ?? null },
    report: proof?.report ?? argued.report,
    steps: argued.steps,
    experiments: proof?.experiments ?? 0,
    rerun: proof?.rerun ?? 0,
    differences: [...argued.differences, ...(proof?.differences ?? [])],
  };
}
