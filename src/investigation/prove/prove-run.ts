/**
 * Proves the causes of a run that has ended: plans experiments by its ranking, runs them, and rewrites the
 * report with the results. Recorded runs are not repeated, so a proof that was stopped continues when it is
 * requested again.
 */
import { cite, type FrameId, type Id, PenumbraError } from '../../kernel/index.ts';
import { frameHistory, type Ledger, putFrames } from '../../ledger/index.ts';
import type { ReportCause, ReportDocument } from '../../record/index.ts';
import { tryLearning } from '../finish-run.ts';
import {
  casesOfCause,
  REPORT_TYPE,
  type RunRecord,
  readCases,
  readReport,
  readRunRecord,
  reportContent,
} from '../run/run-record.ts';
import { type RunSecrets, reopenRunSecrets } from '../run/run-secrets.ts';
import { requireSameWorkspace } from '../run/run-setting.ts';
import { type AskedTest, keepRequest, type ProofRequest } from './proof-request.ts';
import { type ArguedRun, type ProvenRun, type ProveOptions, proveCauses } from './prove-causes.ts';

/** Proves the causes of a run, as far as the laboratory's budget goes, and stores the result. */
export async function proveRun(
  ledger: Ledger,
  run: Id<'run'>,
  {
    cause,
    ...options
  }: Omit<ProveOptions, 'tests'> & {
    readonly request: ProofRequest;
    /** The cause to prove, by its id or number in the report; defaults to all. */
    readonly cause?: string | undefined;
  },
): Promise<ProvenRun> {
  const opened = await openProof(ledger, run, options);
  const { frame: argued, record, records, secrets } = opened;
  const tests = cause === undefined ? null : testsOf((await readReport(ledger, run)) ?? opened.argued, cause);
  const asked = screened({ ...options.request, tests }, secrets);
  const request = await keepRequest(ledger, run, { request: asked, argued });
  const proven = await proveCauses(opened, { ...options, tests });
  const { document } = proven;
  await keepReport(ledger, run, { document, rests: [argued, request, ...options.laboratory.frames()] });
  if (record.inputs.configuration.memory === 'write') {
    const causes = document.causes
      .filter(({ status }) => status === 'proven')
      .map((cause) => ({ cause, cases: casesOfCause(document, cause, records) }));
    await tryLearning(ledger, { run, causes, contentOf: options.survey.contentOf });
  }
  return proven;
}

/** The parts of a run that a proof starts from, and the frame of its argued report. */
type OpenedProof = ArguedRun & { readonly frame: FrameId; readonly record: RunRecord };

/** Opens a run that has ended, on the workspace it was started on. */
export async function openProof(
  ledger: Ledger,
  run: Id<'run'>,
  { survey, secrets, environment }: Pick<ProveOptions, 'survey' | 'secrets' | 'environment'>,
): Promise<OpenedProof> {
  const record = await readRunRecord(ledger, run);
  requireSameWorkspace(run, record.inputs, survey);
  return {
    ...(await arguedReport(ledger, run)),
    record,
    records: (await readCases(ledger, run, record)).map((opened) => opened.record),
    secrets: secrets ?? (await reopenRunSecrets(run, record.secrets ?? [], environment)),
  };
}

/** The report as argued, before any proof, and its frame. */
async function arguedReport(ledger: Ledger, run: Id<'run'>): Promise<Pick<OpenedProof, 'frame' | 'argued'>> {
  const frames = await frameHistory(ledger, { kind: 'run', id: run });
  const first = frames.find(({ type }) => type === REPORT_TYPE);
  const argued = reportContent(first?.content ?? null);
  if (first !== undefined && argued !== null) return { frame: first.id, argued };
  throw new PenumbraError('usage', 'the run has not ended, so there is nothing to prove yet', {
    hint: `go on with \`penumbra resume ${run}\``,
    data: { run },
  });
}

/** The tests of the cause a person names, by its number or id in the displayed report. */
function testsOf(document: ReportDocument, wanted: string): readonly AskedTest[] {
  const isMeant = ({ id }: ReportCause, index: number) => id === wanted || String(index + 1) === wanted;
  const exact = document.causes.filter(isMeant);
  const found = exact.length > 0 ? exact : document.causes.filter(({ id }) => id.startsWith(wanted));
  if (found.length === 1) return found.flatMap(({ tests }) => tests);
  throw new PenumbraError(
    'usage',
    `${cite(wanted)} names ${found.length === 0 ? 'no' : 'more than one'} cause of the run`,
    {
      hint: `name one of: ${document.causes
        .map(({ id }) => id)
        .slice(0, 10)
        .join(', ')}`,
    },
  );
}

/** A request in the form it may be stored: without secrets. */
function screened(request: ProofRequest, { screen }: RunSecrets): ProofRequest {
  const command = request.command.map(screen);
  const build = request.build && screen(request.build);
  const outputs = request.outputs.map(screen);
  const isWhole = build === request.build && command.every((word, index) => word === request.command[index]);
  return { ...request, command, build, outputs, text: screen(request.text), isWhole };
}

/** The report with its proofs is based on the argued report, on the request, and on every experiment. */
async function keepReport(
  ledger: Ledger,
  run: Id<'run'>,
  { document, rests }: { readonly document: ReportDocument; readonly rests: readonly FrameId[] },
): Promise<void> {
  await putFrames(ledger, [
    {
      subject: { kind: 'run', id: run },
      type: REPORT_TYPE,
      agent: 'laboratory',
      basis: { inputs: [...new Set(rests)] },
      content: JSON.stringify(document),
    },
  ]);
}
