/** What is kept of one run of some tests, and what it shows once it is known how they fail. */
import { type Sha256, sha256 } from '../../kernel/index.ts';
import { fingerprint } from '../case/fingerprint.ts';
import { type BoundedText, collectText } from '../intake/reading/bounded-text.ts';
import type { TestName, TestResult } from '../runners/runner.ts';
import { isSameTest } from '../runners/same-test.ts';
import type { Observation, TestEnd } from './experiment.ts';

/** How a failure is known again, without its words. */
export type FailureMark = { readonly exception: Sha256; readonly template: Sha256; readonly places: string };

/** One run as its frame keeps it: no time, and nothing of what was printed. */
export type TestRunRecord = {
  readonly kind: Observation['kind'];
  /** How each test that was asked for ended, in their order. */
  readonly ends: readonly (
    | { readonly status: 'passed' | 'absent' }
    | { readonly status: 'failed'; readonly mark: FailureMark }
  )[];
};

/** What ended a command. */
export type CommandOutcome = {
  readonly exitCode: number | null;
  readonly hasTimedOut: boolean;
  readonly results: readonly TestResult[];
  /** Whether there are no results to be had, so that the exit code speaks for all tests. */
  readonly isByExitCode: boolean;
};

const NO_MARK: FailureMark = { exception: sha256(''), template: sha256(''), places: '' };
const MOST_TEXT = 20_000;

/** Makes the record of a run. */
export function recordTestRun(tests: readonly TestName[], outcome: CommandOutcome): TestRunRecord {
  const { exitCode, hasTimedOut, results, isByExitCode } = outcome;
  if (isByExitCode && !hasTimedOut) {
    // As in bisection, 125 tells nothing; shells say with 126 and 127 that a program could not be started.
    if (exitCode === null || [125, 126, 127].includes(exitCode)) return { kind: 'broken', ends: [] };
    const end = exitCode === 0 ? { status: 'passed' as const } : { status: 'failed' as const, mark: NO_MARK };
    return { kind: 'told', ends: tests.map(() => end) };
  }
  const ends = tests.map((test) => {
    const end = endIn(results, test);
    // What could not be loaded is reported under a name of its own, which is gone as soon as it loads.
    const hasLoaded = exitCode === 0 || results.some(({ file }) => file !== undefined && file === test.file);
    const isLoaded = (hasLoaded && isLoadFailure(test)) || results.some((result) => isOfModule(result, test));
    return end.status === 'absent' && isLoaded ? { status: 'passed' as const } : end;
  });
  const isTold = ends.some(({ status }) => status !== 'absent');
  // A run that was cut off may have told about some tests before.
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

/** Tells whether a name is that of a whole file, package or crate, as runners report what they could not load. */
function isLoadFailure({ name, file, suitePath, className }: TestName): boolean {
  if (file === undefined) return name === (suitePath.at(-1) ?? className);
  const isWithEnding = /\.\w+$/.test(name);
  return isWithEnding && (file === name || file.endsWith(`/${name}`) || name.endsWith(`/${file}`));
}

/** Tells whether a test is one of a module of Python, which has the place of a test where it cannot be loaded. */
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
 * Returns what a run shows, given how each test failed where the failure was reproduced; a test of which that is not
 * known fails as it fails.
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

/** Values in a message may differ from state to state; then the same place speaks for the same failure. */
function isSameFailure(one: FailureMark, other: FailureMark): boolean {
  if (one.exception !== other.exception) return false;
  return one.template === other.template || (one.places !== '' && one.places === other.places);
}

function bounded(text: string): BoundedText {
  const collector = collectText(MOST_TEXT);
  collector.push(text);
  return collector.finish();
}
