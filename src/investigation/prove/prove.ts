/** Proof for a run that was only argued, and the part of it that `why` has as well: the laboratory, and what came of it. */
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

/** How far experiments have come, for people. */
type ExperimentProgress = Omit<ProofProgress, 'phase'> & {
  readonly phase: ProofProgress['phase'] | 'running' | 'ranking';
  /** The test that is being proven; none before one was chosen. */
  readonly test?: string;
  readonly remainingMs: number | null;
};

/** How experiments are made. */
export type ExperimentOptions = {
  /** The command that runs the tests: its words, or one line; empty to go by the manifests of the folder. */
  readonly command: readonly string[] | string;
  /** A command that is run on every state before its tests. */
  readonly build?: string | undefined;
  /** How long it may take in all; five minutes unless given. */
  readonly budgetMs?: number | undefined;
  readonly maxRuns?: number | undefined;
  /** Whether tests can reach the network, as the user can; true unless told otherwise. */
  readonly network?: boolean | undefined;
  readonly good?: string | undefined;
  /** Whether to stop at the commit that broke the tests; the lines are looked for unless told otherwise. */
  readonly bisect?: boolean | undefined;
  /** Asked before the command is run for the first time, for instance whether somebody agrees. */
  readonly beforeFirstRun?: () => Promise<void>;
  /** Files that the caller writes in the end; they are no part of the workspace. */
  readonly outputs?: readonly string[];
  readonly onExperiment?: (progress: ExperimentProgress) => void;
  readonly signal?: AbortSignal;
};

/** What an investigation came to, with what was proven of it. */
export type ProvenInvestigation = Investigation & {
  readonly run: Id<'run'>;
  /** Takes back all that was proven; null where nothing was. */
  readonly patch: string | null;
  /** Why something was left unproven that could be gone on with; null where all was tried. */
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

/** Proves the causes of an investigation that has just been made. */
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
 * Finds the command of a proof: as typed, else as the last proof of the run had it, else as set in `penumbra.yaml`, else
 * as the manifests have it.
 */
export async function nameCommand(
  options: OpenLedgerOptions & { readonly command?: string | undefined; readonly run: string },
): Promise<NamedCommand> {
  const root = rootOf(options);
  const isTyped = options.command !== undefined;
  const asked = isTyped ? null : await findRequest(options);
  if (asked !== null) {
    const settings = settingsOf(asked, root);
    // What is agreed to is what will run, whatever words the record has for people.
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

/** Returns the run whose proof was asked for and did not end; null where there is nothing to go on with. */
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
    /** The secrets of the run's reports, where these were just read. */
    readonly secrets: RunSecrets | undefined;
  };

/** Proves the causes of a run in a laboratory that is open. */
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

/** What the causes of a report are called while they are proven: their first tests. */
function namesOf(report: ReportDocument | null): ReadonlyMap<string, string> {
  return new Map(
    (report?.causes ?? []).map(({ id, tests: [first, ...others] }) => {
      const more = others.length === 0 ? '' : `, and ${others.length} more`;
      return [id, first === undefined ? id : `${first.name}${more}`];
    }),
  );
}

/** Tells of progress; a run that is only read from the record has not just ended. */
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

/** Returns the root of the workspace that experiments are made in. */
export function rootOf(options: OpenLedgerOptions): string {
  return findWorkspaceRoot({ ...options, environment: options.environment ?? process.env }).path;
}
