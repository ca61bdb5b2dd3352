/**
 * Proves a run that was only argued. Also holds what `why` shares: opening a laboratory and reporting its
 * results.
 */
import { openSecretScanner } from '../../adapters/secrets/index.ts';
import {
  findWorkspaceRoot,
  type OpenLedgerOptions,
  ownFiles,
  pathWithin,
  readSettings,
  withLedger,
} from '../../engine/index.ts';
import type { Id } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readRun } from '../../pipeline/index.ts';
import type { ProofProgress } from '../../rca/index.ts';
import type { ReportDocument } from '../../record/index.ts';
import type { Investigation } from '../conclude-run.ts';
import { findRun } from '../run/find-run.ts';
import { readReport } from '../run/run-record.ts';
import { attachedSecrets, type RunSecrets } from '../run/run-secrets.ts';
import { surveyWorkspace } from '../run/survey-workspace.ts';
import { type Laboratory, openLaboratory } from './laboratory.ts';
import { hasOpenRequest, type ProofRequest, readRequest, settingsOf, writtenFiles } from './proof-request.ts';
import { proveRun } from './prove-run.ts';
import { makeTestCommand, type TestCommand } from './test-command.ts';

/** The progress of experiments, for display. */
type ExperimentProgress = Omit<ProofProgress, 'phase'> & {
  readonly phase: ProofProgress['phase'] | 'running' | 'ranking';
  /** The test being proven; undefined until one is chosen. */
  readonly test?: string;
  readonly remainingMs: number | null;
};

/** Options of experiments. */
export type ExperimentOptions = {
  /**
   * The command that runs the tests: its words, or one line; empty to derive it from the manifests of the
   * folder.
   */
  readonly command: readonly string[] | string;
  /** A command run on every state before its tests. */
  readonly build?: string | undefined;
  /** The time limit for everything; defaults to five minutes. */
  readonly budgetMs?: number | undefined;
  readonly maxRuns?: number | undefined;
  /** Whether tests can reach the network, as the user can; defaults to true. */
  readonly network?: boolean | undefined;
  readonly good?: string | undefined;
  /** Whether to stop at the commit that broke the tests; by default the lines are searched for too. */
  readonly bisect?: boolean | undefined;
  /** Called before the command runs for the first time, for example to ask for consent. */
  readonly beforeFirstRun?: () => Promise<void>;
  /** Files that the caller writes at the end; they are not part of the workspace. */
  readonly outputs?: readonly string[];
  readonly onExperiment?: (progress: ExperimentProgress) => void;
  readonly signal?: AbortSignal;
};

/** The result of an investigation, with what was proven. */
export type ProvenInvestigation = Investigation & {
  readonly run: Id<'run'>;
  /** Reverts everything that was proven; null if nothing was. */
  readonly patch: string | null;
  /** Why something remains unproven that could be continued; null if everything was tried. */
  readonly stopReason: string | null;
};

const DEFAULT_BUDGET_MS = 5 * 60_000;

/** Proves the causes of a run that has ended. */
export async function prove(
  options: OpenLedgerOptions &
    ExperimentOptions & { readonly run: string; readonly cause?: string | undefined },
): Promise<ProvenInvestigation> {
  return proveOpened(options, undefined);
}

async function proveOpened(
  options: Parameters<typeof prove>[0],
  secrets: RunSecrets | undefined,
): Promise<ProvenInvestigation> {
  const root = rootOf(options);
  const command = makeTestCommand(options.command, { root, currentDirectory: options.currentDirectory });
  return withLedger({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, options.run);
    const written = writtenFiles(await readRequest(ledger, run), root);
    const outputs = [...new Set([...(options.outputs ?? []), ...written])];
    return inLaboratory(ledger, { ...options, root, command, outputs }, (laboratory) =>
      proveIn(ledger, { run, isNew: false }, { ...options, root, command, outputs, laboratory, secrets }),
    );
  });
}

/** Proves the causes of an investigation just made. */
export async function proveInvestigation(
  found: Investigation,
  options: OpenLedgerOptions & ExperimentOptions,
): Promise<ProvenInvestigation> {
  const proven = await proveOpened({ ...options, run: found.run }, attachedSecrets(found));
  return { ...proven, isNew: found.isNew };
}

/** The command that a proof would run, where, and whether the person typed it. */
export type NamedCommand = {
  readonly text: string;
  readonly isTyped: boolean;
  readonly settings: Pick<ExperimentOptions, 'command' | 'build' | 'network' | 'good'> &
    Pick<OpenLedgerOptions, 'currentDirectory'>;
};

/**
 * Finds the command of a proof: as typed, else as in the last proof of the run, else as set in
 * `penumbra.yaml`, else as given by the manifests.
 */
export async function nameCommand(
  options: OpenLedgerOptions & { readonly command?: string | undefined; readonly run: string },
): Promise<NamedCommand> {
  const root = rootOf(options);
  const isTyped = options.command !== undefined;
  const asked = isTyped ? null : await findRequest(options);
  if (asked !== null) {
    const settings = settingsOf(asked, root);
    // Consent is asked for what will actually run, whatever the record displays.
    const { text } = makeTestCommand(settings.command, { root, currentDirectory: settings.currentDirectory });
    const before = settings.build === undefined ? '' : `${settings.build}, then `;
    return { text: `${before}${text}`, isTyped, settings };
  }
  const command = options.command ?? (await readSettings(root)).run ?? [];
  const { text } = makeTestCommand(command, { root, currentDirectory: options.currentDirectory });
  return { text, isTyped, settings: { command } };
}

async function findRequest(
  options: OpenLedgerOptions & { readonly run: string },
): Promise<ProofRequest | null> {
  return withLedger({ ...options, create: false }, async (ledger) =>
    readRequest(ledger, await findRun(ledger.store, options.run)),
  );
}

/** Returns the run whose proof was requested and did not finish; null if there is nothing to continue. */
export async function findOpenProof(
  options: OpenLedgerOptions & { readonly run: string },
): Promise<Id<'run'> | null> {
  return withLedger({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, options.run);
    return (await hasOpenRequest(ledger, run)) ? run : null;
  });
}

type ProveContext = Omit<ExperimentOptions, 'command'> &
  Pick<OpenLedgerOptions, 'environment'> & {
    readonly root: string;
    readonly command: TestCommand;
    readonly laboratory: Laboratory;
    readonly cause?: string | undefined;
    /** The secrets of the run's reports, if they were just read. */
    readonly secrets: RunSecrets | undefined;
  };

/** Proves the causes of a run in an open laboratory. */
export async function proveIn(
  ledger: Ledger,
  { run, isNew }: { readonly run: string; readonly isNew: boolean },
  {
    root,
    command,
    laboratory,
    outputs,
    cause,
    good,
    secrets,
    environment,
    onExperiment,
    ...options
  }: ProveContext,
): Promise<ProvenInvestigation> {
  const survey = surveyWorkspace(root, ownFiles(ledger, outputs));
  const id = await findRun(ledger.store, run);
  const named = namesOf(await readReport(ledger, id));
  const { document, patch } = await proveRun(ledger, id, {
    laboratory,
    command,
    survey,
    cause,
    good,
    bisect: options.bisect,
    request: {
      command: command.words,
      text: command.text,
      folder: command.folder,
      build: options.build ?? null,
      network: options.network ?? true,
      good: good ?? null,
      bisect: options.bisect ?? false,
      outputs: (outputs ?? []).flatMap((file) => pathWithin(root, file) ?? []),
      tests: null,
      isWhole: true,
    },
    ...(secrets !== undefined && { secrets }),
    ...(environment !== undefined && { environment }),
    ...(onExperiment !== undefined && {
      onProgress: followRuns(laboratory, { named, onExperiment }),
    }),
  });
  const model = await readRun(ledger.store, id);
  return { run: id, document, model, isNew, patch, stopReason: laboratory.stopReason() };
}

/** The display names of a report's causes while they are proven: their first tests. */
function namesOf(report: ReportDocument | null): ReadonlyMap<string, string> {
  return new Map(
    (report?.causes ?? []).map(({ id, tests: [first, ...others] }) => {
      const more = others.length === 0 ? '' : `, and ${others.length} more`;
      return [id, first === undefined ? id : `${first.name}${more}`];
    }),
  );
}

/** Reports progress; a run that is only read from the record does not count as just finished. */
function followRuns(
  laboratory: Laboratory,
  {
    named,
    onExperiment,
  }: {
    readonly named: ReadonlyMap<string, string>;
    readonly onExperiment: (progress: ExperimentProgress) => void;
  },
): (progress: ProofProgress & { readonly cause: string }) => void {
  let { runs } = laboratory;
  return ({ last, cause, ...progress }) => {
    const test = named.get(cause);
    const hasRun = laboratory.runs > runs;
    if (last !== undefined) runs = laboratory.runs;
    onExperiment({
      ...progress,
      ...(test !== undefined && { test }),
      runs: laboratory.runs,
      remainingMs: laboratory.remainingMs(),
      ...(last !== undefined && hasRun && { last }),
    });
  };
}

/** Opens a laboratory for a command, works in it, and closes it. */
export async function inLaboratory<Result>(
  ledger: Ledger,
  {
    budgetMs = DEFAULT_BUDGET_MS,
    network = true,
    build,
    environment = process.env,
    ...options
  }: Omit<ExperimentOptions, 'command'> &
    Pick<OpenLedgerOptions, 'environment'> & { readonly root: string; readonly command: TestCommand },
  work: (laboratory: Laboratory) => Promise<Result>,
): Promise<Result> {
  const { root, command, maxRuns, outputs, beforeFirstRun, signal } = options;
  const laboratory = openLaboratory({
    ledger,
    scanner: await openSecretScanner(),
    root,
    command,
    build: build === undefined ? undefined : makeTestCommand(build, { root }).words,
    budgetMs,
    maxRuns,
    hasNetwork: network,
    outputs,
    environment,
    beforeFirstRun,
    signal,
  });
  try {
    return await work(laboratory);
  } finally {
    laboratory.close();
  }
}

/** Returns the root of the workspace in which experiments are made. */
export function rootOf(options: OpenLedgerOptions): string {
  return findWorkspaceRoot({ ...options, environment: options.environment ?? process.env }).path;
}
