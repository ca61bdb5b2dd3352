/** The main job: takes reports, returns a report, and records every step in the ledger. */
import type { ChangeBase } from '../context/index.ts';
import {
  findWorkspaceRoot,
  type OpenLedgerOptions,
  ownFiles,
  pathWithin,
  readSettings,
  withLedger,
} from '../engine/index.ts';
import { type ModelOptions, prepareModel, type SessionOptions } from '../engine/models/index.ts';
import { cite, PenumbraError } from '../kernel/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { memoryHead } from '../rca/index.ts';
import { concludeRun, type Investigation } from './conclude-run.ts';
import type { InvestigationProgress } from './drive-run.ts';
import {
  type Definitions,
  loadDefinitions,
  loadOwnDefinitions,
  type OwnDefinitions,
  runVersions,
} from './run/definitions.ts';
import { readEarlierReports } from './run/earlier-reports.ts';
import { findBase } from './run/find-base.ts';
import { openReports, openReportText } from './run/open-reports.ts';
import { openRepositoryView } from './run/repository-view.ts';
import { keptCourtSettings, type MemoryUse } from './run/run-inputs.ts';
import { attachSecrets, openRunSecrets, type RunSecrets } from './run/run-secrets.ts';
import { startRun } from './run/start-run.ts';
import { type Survey, surveyWorkspace } from './run/survey-workspace.ts';
import { type CoverageIntake, coverageIn, takeInCoverage } from './run/take-in-coverage.ts';
import { type Intake, screenByNamedSources, takeIn } from './run/take-in-reports.ts';
import { testedElsewhere } from './run/tested-elsewhere.ts';

/** What to investigate, and how. */
export type InvestigateOptions = Omit<OpenLedgerOptions, 'create'> &
  OwnDefinitions & {
    /** Files, directories or globs of reports; `-` is standard input. */
    readonly reports: readonly string[];
    /** A report as text, in addition to the named ones. */
    readonly reportText?: string | undefined;
    /** Defaults to `write`. */
    readonly memory?: MemoryUse;
    /** Whether uncertain conclusions are contested; defaults to the setting in `penumbra.yaml`, else true. */
    readonly court?: boolean;
    /** A revision at which the failing tests passed; only later changes can have broken them. */
    readonly good?: string | undefined;
    /** Reports of an earlier run: what already failed there was not broken since. */
    readonly baseline?: readonly string[] | undefined;
    /** Coverage documents from a run with the failing tests: code that never ran is no suspect. */
    readonly coverage?: readonly string[] | undefined;
    /** The model to ask in place of the heuristics, and its limits. */
    readonly asking?: ModelOptions | undefined;
    /** Files that the caller writes after the run; they are not part of the workspace. */
    readonly outputs?: readonly string[];
    /** Nodes before which every case pauses for a person to look; the call then rejects with `stopped`. */
    readonly pauseAt?: readonly string[];
    readonly signal?: AbortSignal;
    readonly onProgress?: (progress: InvestigationProgress) => void;
  };

/** Investigates failing tests; equal inputs are the same run, which is then read instead of repeated. */
export async function investigate(options: InvestigateOptions): Promise<Investigation> {
  const root = findWorkspaceRoot({ ...options, environment: options.environment ?? process.env }).path;
  // Done before a ledger is created: unreadable input leaves nothing behind.
  const { reportText } = options;
  const given = reportText === undefined ? [] : [openReportText('report', reportText)];
  const { reports, passedOver } = await openReports(options.reports, { ...options, root });
  const intake = await takeIn({ reports: [...reports, ...given], passedOver });
  const { baseline: names } = options;
  const baseline = names && (await takeIn(await openReports(names, { ...options, root })));
  const ran = options.coverage && takeInCoverage(options.coverage, { ...options, root });
  const definitions = await loadOwnDefinitions(options);
  const model = await prepareModel(options.asking, options.environment);
  return withLedger(options, (ledger) =>
    investigateIn(ledger, { ...options, root, intake, earlier: baseline, ran, definitions, model }),
  );
}

/** Investigates an intake in an open ledger. */
export async function investigateIn(
  ledger: Ledger,
  options: InvestigateOptions & {
    readonly root: string;
    readonly intake: Intake;
    /** The reports of an earlier run, if any. */
    readonly earlier?: Intake | undefined;
    /** The coverage given with the reports. */
    readonly ran?: CoverageIntake | undefined;
    /** The definitions the run is walked by; defaults to the shipped ones. */
    readonly definitions?: Definitions;
    /** The prepared model; null for the heuristics. */
    readonly model?: SessionOptions | null;
  },
): Promise<Investigation> {
  const { memory = 'write', root, onProgress, definitions = loadDefinitions() } = options;
  const settings = (await readSettings(root)).court;
  const court = options.court ?? settings?.enabled ?? true;
  const model =
    options.model !== undefined ? options.model : await prepareModel(options.asking, options.environment);
  onProgress?.({ phase: 'scanning', done: 0, total: 0 });
  const survey = surveyWorkspace(root, ownFiles(ledger, options.outputs));
  const intake = await screenByNamedSources(options.intake, survey, options.earlier);
  const secrets = await openRunSecrets({
    known: intake.secrets,
    ...(options.environment !== undefined && { environment: options.environment }),
  });
  const earlier = await readEarlierReports(ledger, {
    intake,
    survey,
    baseline: options.earlier,
    hasLedger: memory !== 'off',
  });
  const base = baseOf(survey, { ...options, lastGreen: earlier.lastGreen });
  const ran = options.ran && screenCoverage(options.ran, secrets);
  const elsewhere = testedElsewhere(intake.failures, survey);
  const asked = {
    reports: intake.reports,
    ...(elsewhere && { elsewhere }),
    ...(ran && { coverage: ran.inputs }),
    ...folderWithin(root, options.currentDirectory ?? process.cwd(), secrets),
  };
  const seen = { ...survey, ...asked, secrets, ...(base && { base }) };
  // A history that cannot be read, for example because objects are missing, counts as none, whatever depth
  // git reports.
  const opened = openRepositoryView(ledger, survey, seen);
  const isReadable = (await opened.means.history()) !== null;
  const history = isReadable ? survey.history : ('none' as const);
  const repository = isReadable ? opened : openRepositoryView(ledger, survey, { ...seen, history });
  const inputs = {
    ...asked,
    repository: secrets.screenName(survey.name),
    tree: survey.rootDigest,
    revision: survey.revision,
    history,
    ...(base && { base }),
    ...(earlier.digest !== undefined && { earlier: earlier.digest }),
    memory: memory === 'off' ? 'off' : await memoryHead(ledger.store),
    configuration: {
      court,
      memory,
      ...keptCourtSettings(settings),
      ...(model && { model: { ...model.settings, prompts: model.prompts } }),
    },
    versions: runVersions(definitions),
  };
  const run = await startRun(ledger, inputs, {
    intake,
    tree: survey.tree,
    secrets,
    coverage: ran && coverageIn(ran, survey),
    pastOf: earlier.pastOf,
  });
  const found = await concludeRun(ledger, run, {
    ground: () => ({ survey, repository, secrets }),
    ...options,
    definitions,
    prepare: async () => model,
  });
  return attachSecrets(found, secrets);
}

function screenCoverage(
  { inputs, documents, unread }: CoverageIntake,
  { screenName }: RunSecrets,
): CoverageIntake {
  return {
    inputs: inputs.map((one) => ({ ...one, name: screenName(one.name) })),
    documents: documents.map((one) => ({ ...one, name: screenName(one.name) })),
    unread: unread.map((one) => ({ ...one, source: screenName(one.source) })),
  };
}

/**
 * The folder the investigation was started in; omitted for the root and for a folder outside the workspace.
 */
function folderWithin(
  root: string,
  directory: string,
  { screenName }: RunSecrets,
): { readonly folder?: string } {
  const folder = pathWithin(root, directory);
  return folder === null || folder === '' ? {} : { folder: screenName(folder) };
}

function baseOf(
  { git, revision }: Survey,
  {
    good,
    lastGreen,
    environment = process.env,
  }: InvestigateOptions & { readonly lastGreen: string | undefined },
): ChangeBase | null {
  if (revision !== null) return findBase(git, revision, { good, lastGreen, environment });
  if (good === undefined) return null;
  throw new PenumbraError('usage', `there is no commit that ${cite(good)} could have come before`, {
    hint: 'investigate in a clone with its history, or leave --good out',
  });
}
