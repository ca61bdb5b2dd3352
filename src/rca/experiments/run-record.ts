/**
 * Records one run of some tests, and turns the record into an observation once the original failure is known.
 */
import { type Sha256, sha256 } from '../../kernel/index.ts';
import { fingerprint } from '../case/fingerprint.ts';
import { type BoundedText, collectText } from '../intake/reading/bounded-text.ts';
import type { TestName, TestResult } from '../runners/runner.ts';
import { isSameTest } from '../runners/same-test.ts';
import type { Observation, TestEnd } from './experiment.ts';

/** Identifies a failure by hashes instead of its text. */
export type FailureMark = { readonly exception: Sha256; readonly template: Sha256; readonly places: string };

/** One run as stored in its frame: no time and no output. */
export type TestRunRecord = {
  readonly kind: Observation['kind'];
  /** How each requested test ended, in request order. */
  readonly ends: readonly (
    | { readonly status: 'passed' | 'absent' }
    | { readonly status: 'failed'; readonly mark: FailureMark }
  )[];
};

/** The outcome of a test command. */
export type CommandOutcome = {
  readonly exitCode: number | null;
  readonly hasTimedOut: boolean;
  readonly results: readonly TestResult[];
  /** Whether no test results are available, so that the exit code counts for all tests. */
  readonly isByExitCode: boolean;
};

const NO_MARK: FailureMark = { exception: sha256(''), template: sha256(''), places: '' };
const MOST_TEXT = 20_000;

export function recordTestRun(tests: readonly TestName[], outcome: CommandOutcome): TestRunRecord {
  const { exitCode, hasTimedOut, results, isByExitCode } = outcome;
  if (isByExitCode && !hasTimedOut) {
    // Exit code 125 means "cannot test", as in git bisect; shells use 126 and 127 if a program could not be
    // started.
    if (exitCode === null || [125, 126, 127].includes(exitCode)) return { kind: 'broken', ends: [] };
    const end = exitCode === 0 ? { status: 'passed' as const } : { status: 'failed' as const, mark: NO_MARK };
    return { kind: 'told', ends: tests.map(() => end) };
  }
  const ends = tests.map((test) => {
    const end = endIn(results, test);
    // A file that fails to load is reported under its own name, which disappears once it loads.
    const hasLoaded = exitCode === 0 || results.some(({ file }) => file !== undefined && file === test.file);
    const isLoaded = (hasLoaded && isLoadFailure(test)) || results.some((result) => isOfModule(result, test));
    return end.status === 'absent' && isLoaded ? { status: 'passed' as const } : end;
  });
  const isTold = ends.some(({ status }) => status !== 'absent');
  // A run that was cut off may still have reported some tests.
  if (hasTimedOut && ends.some(({ status }) => status === 'absent'))
    return { kind: 'timed-out', ends: isTold ? ends : [] };
  if (!isTold && exitCode !== 0 && results.every(({ status }) => status !== 'passed'))
    return { kind: 'broken', ends: [] };
  return { kind: 'told', ends };
}

function endIn(results: readonly TestResult[], test: TestName): TestRunRecord['ends'][number] {
  const same = results.filter((result) => result.status !== 'skipped' && isSameTest(result, test));
  const failed = same.find(({ status }) => status === 'failed');
  if (failed !== undefined) return { status: 'failed', mark: markOf(failed) };
  return { status: same.length > 0 ? 'passed' : 'absent' };
}

/**
 * Returns whether a name is that of a whole file, package or crate, which is how runners report one that
 * failed to load.
 */
function isLoadFailure({ name, file, suitePath, className }: TestName): boolean {
  if (file === undefined) return name === (suitePath.at(-1) ?? className);
  const isWithEnding = /\.\w+$/.test(name);
  return isWithEnding && (file === name || file.endsWith(`/${name}`) || name.endsWith(`/${file}`));
}

/** Returns whether a result belongs to a Python module that is reported as a test when it fails to load. */
function isOfModule({ className = '' }: TestResult, { name, className: own = '' }: TestName): boolean {
  const isModule = own === '' || own.endsWith('._FailedTest');
  return isModule && (className === name || className.startsWith(`${name}.`));
}

function markOf({ failure }: TestResult): FailureMark {
  if (failure === undefined) return NO_MARK;
  const { exception, template, places } = fingerprint({
    ...(failure.type !== undefined && { type: failure.type }),
    message: bounded(failure.message),
    stack: bounded(failure.stack),
  });
  return {
    exception: sha256(exception),
    template: sha256(template),
    places: places.length === 0 ? '' : sha256(places.join('\n')),
  };
}

/**
 * Returns what a run shows, given the mark of each test's failure when it was reproduced. A failure without a
 * known mark counts as the same failure.
 */
export function observationOf(
  { kind, ends }: TestRunRecord,
  known: readonly (FailureMark | undefined)[],
): Observation {
  return {
    kind,
    ends: ends.map((end, index): TestEnd => {
      if (end.status !== 'failed') return end.status;
      return isSameFailure(end.mark, known[index] ?? end.mark) ? 'failed' : 'failed-otherwise';
    }),
  };
}

/** Values in a message may differ between states; in that case equal places identify the failure. */
function isSameFailure(one: FailureMark, other: FailureMark): boolean {
  if (one.exception !== other.exception) return false;
  return one.template === other.template || (one.places !== '' && one.places === other.places);
}

function bounded(text: string): BoundedText {
  const collector = collectText(MOST_TEXT);
  collector.push(text);
  return collector.finish();
}
