/**
 * Explains why a command's tests fail: runs them, investigates the results, and proves the causes, in one
 * laboratory.
 */
import { openSecretScanner } from '../../adapters/secrets/index.ts';
import { screenText } from '../../context/index.ts';
import { withLedger } from '../../engine/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { ProofStopped, type TestName, type TestResult, toJunit } from '../../rca/index.ts';
import { type InvestigateOptions, investigateIn } from '../investigate.ts';
import { openReportText } from '../run/open-reports.ts';
import { attachedSecrets } from '../run/run-secrets.ts';
import { type CoverageIntake, tracedCoverage } from '../run/take-in-coverage.ts';
import { takeIn } from '../run/take-in-reports.ts';
import type { Laboratory } from './laboratory.ts';
import { type ExperimentOptions, inLaboratory, type ProvenInvestigation, proveIn, rootOf } from './prove.ts';
import { makeTestCommand, type TestCommand } from './test-command.ts';

/** The result when nothing was investigated because all tests passed. */
export type NothingFailed = { readonly passed: number };

type WhyOptions = Omit<InvestigateOptions, 'reports' | 'good' | 'outputs'> & ExperimentOptions;

/** Runs a test command, investigates the failures, and proves their causes. */
export async function why(options: WhyOptions): Promise<ProvenInvestigation | NothingFailed> {
  const root = rootOf(options);
  const command = makeTestCommand(options.command, { root, currentDirectory: options.currentDirectory });
  const askWhy = async (ledger: Ledger, laboratory: Laboratory) => {
    const scanner = await openSecretScanner();
    const told = screenText(scanner, command.text);
    const begun = { left: null, remainingMs: null };
    options.onExperiment?.({ ...begun, runs: 0, phase: 'running', trying: told });
    const outcome = await runAll(laboratory);
    const said = outcome.output === '' ? '' : `:\n${screenText(scanner, outcome.output)}`;
    const results = requireResults(outcome, command, said);
    const failed = results.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && outcome.exitCode !== 0) throw failedOutside(outcome, command, said);
    if (failed.length === 0) return { passed: results.filter(({ status }) => status === 'passed').length };
    options.onExperiment?.({
      ...begun,
      runs: laboratory.runs,
      phase: 'ranking',
      trying: 'what failed',
      last: { what: `${told}: ${failed.length} of ${results.length} failed`, end: 'red' },
    });
    const report = openReportText(`what \`${told}\` reported`, toJunit(results));
    const intake = await takeIn({ reports: [report], passedOver: [] });
    const ran = await traceFailures(laboratory, intake.failures, options);
    const found = await investigateIn(ledger, { ...options, reports: [], root, intake, ...(ran && { ran }) });
    return proveIn(ledger, found, { ...options, root, command, laboratory, secrets: attachedSecrets(found) });
  };
  return withLedger(options, (ledger) =>
    inLaboratory(ledger, { ...options, root, command }, (laboratory) => askWhy(ledger, laboratory)),
  );
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

/** How many failing tests are traced; in a flood of failures, the rest run the same code. */
const MOST_TRACED = 100;

/**
 * Runs only the failing tests with a tracer to see which code they run: code that never ran is no suspect. If
 * the proof then requests the same tests, this counts as one of its runs.
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

/**
 * A command that yields only an exit code counts as one test; one that reports nothing and fails did not get
 * to its tests.
 */
function requireResults(
  { results, exitCode, isByExitCode, hasTimedOut, output }: Awaited<ReturnType<Laboratory['runAll']>>,
  { text }: TestCommand,
  said: string,
): readonly TestResult[] {
  if (results.length > 0) return results;
  if (hasTimedOut)
    throw new PenumbraError('stopped', `${cite(text)} did not end in half of the time there is`, {
      hint: 'a test may hang: name fewer tests, or give more time with --budget',
    });
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

/**
 * A failure outside of any test, such as a threshold or an error after the last one, has no test to prove it
 * by.
 */
function failedOutside(
  { exitCode }: Awaited<ReturnType<Laboratory['runAll']>>,
  { text }: TestCommand,
  said: string,
): PenumbraError {
  return new PenumbraError(
    'unreadable-input',
    `no test failed, and yet ${cite(text)} ended with ${exitCode ?? 'a signal'}${said}`,
    { hint: 'look at what it printed: the failure is outside of the tests' },
  );
}
