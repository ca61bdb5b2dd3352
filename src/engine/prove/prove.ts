/**
 * What a person asks for: why a command's tests fail (`why`), or proof for a run that was only argued (`prove`). Both
 * investigate and prove in one laboratory on the working tree as it is.
 */
import { cite, type Id, PenumbraError, sha256 } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readRun } from '../../pipeline/index.ts';
import {
  type ProofProgress,
  ProofStopped,
  type TestName,
  type TestResult,
  toJunit,
} from '../../rca/index.ts';
import type { ReportDocument } from '../../record/index.ts';
import { investigateIn } from '../investigate/investigate.ts';
import type { InvestigateOptions, Investigation } from '../investigate/investigation.ts';
import { findRun } from '../investigate/run/find-run.ts';
import { readReport } from '../investigate/run/finish-run.ts';
import { ownFiles } from '../investigate/run/own-files.ts';
import { openRunSecrets, type RunSecrets } from '../investigate/run/run-secrets.ts';
import { takeIn } from '../investigate/run/start-run.ts';
import { surveyWorkspace } from '../investigate/run/survey-workspace.ts';
import { type CoverageIntake, tracedCoverage } from '../investigate/run/take-in-coverage.ts';
import { withRuns } from '../investigate/with-runs.ts';
import type { OpenLedgerOptions } from '../open-ledger.ts';
import { readSettings } from '../read-settings.ts';
import { findWorkspaceRoot } from '../workspace-root.ts';
import { type Laboratory, openLaboratory } from './laboratory.ts';
import { hasOpenRequest, type ProofRequest, readRequest, settingsOf } from './proof-request.ts';
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

/** Why nothing was investigated: all tests passed. */
export type NothingFailed = { readonly passed: number };

const DEFAULT_BUDGET_MS = 5 * 60_000;

type WhyOptions = Omit<InvestigateOptions, 'reports' | 'good' | 'outputs'> & ExperimentOptions;

/** Runs a test command, investigates what fails, and proves why. */
export async function why(options: WhyOptions): Promise<ProvenInvestigation | NothingFailed> {
  const root = rootOf(options);
  const command = makeTestCommand(options.command, { root, currentDirectory: options.currentDirectory });
  return withLaboratory(options, { root, command }, async (ledger, laboratory) => {
    const begun = { left: null, remainingMs: null };
    options.onExperiment?.({ ...begun, runs: 0, phase: 'running', trying: command.text });
    const outcome = await runAll(laboratory);
    const results = requireResults(outcome, command);
    const failed = results.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && outcome.exitCode !== 0) throw failedOutside(outcome, command);
    if (failed.length === 0) return { passed: results.filter(({ status }) => status === 'passed').length };
    options.onExperiment?.({
      ...begun,
      runs: laboratory.runs,
      phase: 'ranking',
      trying: 'what failed',
      last: { what: `${command.text}: ${failed.length} of ${results.length} failed`, end: 'red' },
    });
    const text = toJunit(results);
    const report = {
      name: `what \`${command.text}\` reported`,
      bytes: bytesOf(text),
      hash: async () => sha256(text),
    };
    const intake = await takeIn([report]);
    const ran = await traceFailures(laboratory, intake.failures, options);
    const found = await investigateIn(ledger, { ...options, reports: [], root, intake, ...(ran && { ran }) });
    const { environment = process.env } = options;
    const secrets = await openRunSecrets({ known: intake.secrets, environment });
    return proveIn(ledger, found, { ...options, root, command, laboratory, secrets });
  });
}

/** Proves the causes of a run that has ended. */
export async function prove(
  options: OpenLedgerOptions &
    ExperimentOptions & { readonly run: string; readonly cause?: string | undefined },
): Promise<ProvenInvestigation> {
  const root = rootOf(options);
  const command = makeTestCommand(options.command, { root, currentDirectory: options.currentDirectory });
  return withLaboratory({ ...options, create: false }, { root, command }, async (ledger, laboratory) => {
    const run = await findRun(ledger.store, options.run);
    return proveIn(ledger, { run, isNew: false }, { ...options, root, command, laboratory });
  });
}

/** Proves the causes of an investigation that has just been made. */
export async function proveInvestigation(
  found: Investigation,
  options: OpenLedgerOptions & ExperimentOptions,
): Promise<ProvenInvestigation> {
  return { ...(await prove({ ...options, run: found.run })), isNew: found.isNew };
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
  return withRuns({ ...options, create: false }, async (ledger) =>
    readRequest(ledger, await findRun(ledger.store, options.run)),
  );
}

/** Returns the run whose proof was asked for and did not end; null where there is nothing to go on with. */
export async function findOpenProof(
  options: OpenLedgerOptions & { readonly run: string },
): Promise<Id<'run'> | null> {
  return withRuns({ ...options, create: false }, async (ledger) => {
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
    readonly secrets?: RunSecrets;
  };

async function proveIn(
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

async function withLaboratory<Result>(
  options: OpenLedgerOptions & ExperimentOptions,
  { root, command }: { readonly root: string; readonly command: TestCommand },
  work: (ledger: Ledger, laboratory: Laboratory) => Promise<Result>,
): Promise<Result> {
  const {
    budgetMs = DEFAULT_BUDGET_MS,
    maxRuns,
    network = true,
    build,
    signal,
    environment = process.env,
  } = options;
  return withRuns(options, async (ledger) => {
    const laboratory = openLaboratory({
      ledger,
      root,
      command,
      build: build === undefined ? undefined : makeTestCommand(build, { root }).words,
      budgetMs,
      maxRuns,
      hasNetwork: network,
      environment,
      beforeFirstRun: options.beforeFirstRun,
      signal,
    });
    try {
      return await work(ledger, laboratory);
    } finally {
      laboratory.close();
    }
  });
}

async function runAll(laboratory: Laboratory) {
  try {
    return await laboratory.runAll();
  } catch (error) {
    if (!(error instanceof ProofStopped)) throw error;
    throw new PenumbraError('stopped', `the tests did not end: ${error.message}`, {
      hint: 'give more time with --budget, or name fewer tests',
    });
  }
}

/** How many failing tests are traced; the rest of a flood runs the same code. */
const MOST_TRACED = 100;

/**
 * Runs the failing tests by themselves with a tracer, to see which code they run: what never ran is no suspect. Where the
 * proof then asks for the same tests, this is one of its runs.
 */
async function traceFailures(
  laboratory: Laboratory,
  failed: readonly TestName[],
  { onExperiment }: ExperimentOptions,
): Promise<CoverageIntake | null> {
  const trying = 'which code the failing tests run';
  const remainingMs = laboratory.remainingMs();
  onExperiment?.({ phase: 'reproducing', trying, runs: laboratory.runs, left: null, remainingMs });
  try {
    const lines = await laboratory.cover(failed.slice(0, MOST_TRACED));
    return lines && tracedCoverage(lines);
  } catch (error) {
    if (error instanceof ProofStopped) return null;
    throw error;
  }
}

/** A command that only ends with a code is one test; one that says nothing and fails did not get to its tests. */
function requireResults(
  { results, exitCode, isByExitCode, hasTimedOut, output }: Awaited<ReturnType<Laboratory['runAll']>>,
  { text }: TestCommand,
): readonly TestResult[] {
  if (results.length > 0) return results;
  if (hasTimedOut)
    throw new PenumbraError('stopped', `${cite(text)} did not end in half of the time there is`, {
      hint: 'a test may hang: name fewer tests, or give more time with --budget',
    });
  const said = output === '' ? '' : `:\n${output}`;
  if (isByExitCode && !hasTimedOut)
    return [
      exitCode === 0
        ? { suitePath: [], name: text, status: 'passed' }
        : {
            suitePath: [],
            name: text,
            status: 'failed',
            failure: { kind: 'error', message: `ended with ${exitCode ?? 'a signal'}`, stack: output },
          },
    ];
  throw new PenumbraError('unreadable-input', `${cite(text)} reported no test${said}`, {
    hint: exitCode === 0 ? 'name tests that exist' : 'make it run by itself first; this is what it printed',
  });
}

/** What fails outside of any test, as a threshold or an error after the last one does, has no test to be proven by. */
function failedOutside(
  { exitCode, output }: Awaited<ReturnType<Laboratory['runAll']>>,
  { text }: TestCommand,
): PenumbraError {
  const said = output === '' ? '' : `:\n${output}`;
  return new PenumbraError(
    'unreadable-input',
    `no test failed, and yet ${cite(text)} ended with ${exitCode ?? 'a signal'}${said}`,
    { hint: 'look at what it printed: the failure is outside of the tests' },
  );
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

function rootOf(options: OpenLedgerOptions): string {
  return findWorkspaceRoot({ ...options, environment: options.environment ?? process.env }).path;
}
