/** The main job: reports in, a report out, every step of it in the ledger. */
import type { Ledger } from '../../ledger/index.ts';
import { memoryHead } from '../../rca/index.ts';
import { findWorkspaceRoot } from '../workspace-root.ts';
import { concludeRun } from './conclude-run.ts';
import type { InvestigateOptions, Investigation } from './investigation.ts';
import { type Definitions, loadDefinitions, loadOwnDefinitions } from './run/definitions.ts';
import { openReports } from './run/open-reports.ts';
import { ownFiles } from './run/own-files.ts';
import { openRepositoryView } from './run/repository-view.ts';
import { runVersions } from './run/run-versions.ts';
import { type Intake, startRun, takeIn } from './run/start-run.ts';
import { surveyWorkspace } from './run/survey-workspace.ts';
import { withRuns } from './with-runs.ts';

/** Investigates failing tests; equal inputs are the same run, which is then read and not done again. */
export async function investigate(options: InvestigateOptions): Promise<Investigation> {
  const root = findWorkspaceRoot({ ...options, environment: options.environment ?? process.env }).path;
  // Before a ledger is made: what cannot be read leaves nothing behind.
  const intake = await takeIn(openReports(options.reports, { ...options, root }));
  const definitions = await loadOwnDefinitions(options);
  return withRuns(options, (ledger) => investigateIn(ledger, { ...options, root, intake, definitions }));
}

/** Investigates what was taken in, in a ledger that is open. */
export async function investigateIn(
  ledger: Ledger,
  options: InvestigateOptions & {
    readonly root: string;
    readonly intake: Intake;
    /** What the run is walked by; what ships unless given. */
    readonly definitions?: Definitions;
  },
): Promise<Investigation> {
  const {
    memory = 'write',
    court = true,
    root,
    intake,
    onProgress,
    definitions = loadDefinitions(),
  } = options;
  onProgress?.({ phase: 'scanning', done: 0, total: 0 });
  const survey = surveyWorkspace(root, ownFiles(ledger, options.outputs));
  const repository = openRepositoryView(ledger, survey, survey);
  // A history that cannot be read, for instance for want of objects, is none, whatever git says of its depth.
  const isReadable = (await repository.means.history()) !== null;
  const inputs = {
    reports: intake.reports,
    repository: survey.name,
    tree: survey.rootDigest,
    revision: survey.revision,
    history: isReadable ? survey.history : ('none' as const),
    memory: memory === 'off' ? 'off' : await memoryHead(ledger.store),
    configuration: { court, memory },
    versions: runVersions(definitions),
  };
  const run = await startRun(ledger, inputs, { intake, tree: survey.tree });
  return concludeRun(ledger, run, { ground: () => ({ survey, repository }), ...options, definitions });
}
