/** The JSON of jest (`--json`) and of vitest (`--reporter=json`), which has the same shape, and of mocha. */

import { intakeLimits } from '../reading/bounded-text.ts';
import type { ReportFormat } from '../reading/failure-keeper.ts';
import {
  countOf,
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  pathOf,
  textOf,
  textsOf,
} from '../reading/json-fields.ts';
import { createJsonReader } from '../reading/json-reader.ts';
import {
  createRecorder,
  type ReadFailure,
  splitFailure,
  type TestRecorder,
  unlistedFailures,
  untoldFailure,
} from '../reading/record-test.ts';

/** There are many words for skipped tests. */
const OUTCOMES: ReadonlyMap<unknown, 'passed' | 'failed' | 'skipped'> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ...['pending', 'skipped', 'todo', 'disabled', 'focused'].map((word) => [word, 'skipped'] as const),
] as const);

export const jestJson: ReportFormat = {
  name: 'jest-json',
  recognises: (beginning) =>
    /^\s*\{/m.test(beginning) &&
    (/"num(?:Failed|Total|Passed)Test(?:Suite)?s"\s*:/.test(beginning) ||
      /"testResults"\s*:\s*\[/.test(beginning)),
  open(source, keeper) {
    const recorder = createRecorder(source, keeper);
    let listed = 0;
    let declared = 0;
    const reader = createJsonReader({
      isItem: (path) => path.length === 2 && path[0] === 'testResults',
      take(value, { path, place }) {
        if (path.length > 0) listed += readFile(fieldsOf(value), { place, recorder });
        else
          declared =
            countOf(fieldsOf(value).numFailedTests) + countOf(fieldsOf(value).numRuntimeErrorTestSuites);
      },
    });
    return {
      ...reader,
      end() {
        const fault = reader.end();
        return fault ?? (declared > listed ? unlistedFailures(declared - listed) : undefined);
      },
    };
  },
};

/** Reads the tests of a file and returns how many failed. */
function readFile(suite: Fields, { place, recorder }: { place: string; recorder: TestRecorder }): number {
  const file = pathOf(suite.name);
  let failed = 0;
  for (const [index, test] of listOf(suite.assertionResults).entries()) {
    const outcome = OUTCOMES.get(test.status);
    if (outcome === undefined) continue;
    if (outcome === 'failed') failed++;
    const [failures, retries] = readRuns(test, outcome);
    recorder.record({
      outcome: outcome === 'passed' && retries.length > 0 ? 'flaky' : outcome,
      suitePath: textsOf(test.ancestorTitles),
      name: textOf(test.title) || textOf(test.fullName),
      file,
      line: numberOf(fieldsOf(test.location).line),
      durationMs: numberOf(test.duration),
      failures,
      retries,
      place: `${place}.assertionResults[${index}]`,
    });
  }
  // A file that could not be loaded has no failing tests, only a message.
  const isBroken = suite.status === 'failed' && failed === 0;
  if (!isBroken || file === '') return failed;
  const failure: ReadFailure = { kind: 'error', ...splitFailure(textOf(suite.message)) };
  recorder.record({ outcome: 'errored', suitePath: [], name: file, file, failures: [failure], place });
  return failed + 1;
}

/** A test that passed but has failures listed, or needed several tries, failed before. */
function readRuns(
  test: Fields,
  outcome: string,
): readonly [readonly ReadFailure[], readonly ('passed' | ReadFailure)[]] {
  const failures = textsOf(test.failureMessages).map(
    (text): ReadFailure => ({ kind: 'failure', ...splitFailure(text) }),
  );
  const reasons = textsOf(test.retryReasons).map(
    (text): ReadFailure => ({ kind: 'failure', ...splitFailure(text) }),
  );
  if (outcome === 'failed') return [failures, reasons];
  if (outcome !== 'passed') return [[], []];
  const [first, ...others] = [...reasons, ...failures];
  if (first === undefined && !((numberOf(test.invocations) ?? 1) > 1)) return [[], []];
  return [[first ?? untoldFailure(textOf(test.title))], [...others, 'passed']];
}

/** The lists of tests and hooks in a mochawesome suite. */
const MOCHAWESOME_LISTS: readonly string[] = ['tests', 'beforeHooks', 'afterHooks'];

export const mochaJson: ReportFormat = {
  name: 'mocha-json',
  recognises: (beginning) =>
    /^\s*\{\s*"stats"\s*:\s*\{/m.test(beginning) &&
    /"pending"\s*:/.test(beginning) &&
    /"passes"\s*:/.test(beginning),
  open(source, keeper) {
    const { record } = createRecorder(source, keeper);
    /** Failing tests are in two lists; failed hooks only in the second. */
    const failed = new Set<string>();
    let listed = 0;
    let declared = 0;

    function take(
      test: Fields,
      { path, place, owners }: { path: readonly string[]; place: string; owners: readonly Fields[] },
    ) {
      const isSuites = path[0] === 'results';
      const outcome = isSuites ? stateOf(test) : outcomeOf(test);
      const key = JSON.stringify([test.file, test.fullTitle]);
      if (outcome === undefined || (path[0] === 'failures' && failed.has(key))) return;
      const isHook = isSuites ? path.at(-2) !== 'tests' : path[0] === 'failures';
      if (isHook && outcome !== 'failed') return;
      if (outcome === 'failed') {
        listed++;
        if (failed.size < intakeLimits.failures) failed.add(key);
      }
      const [name, whole] = [textOf(test.title), textOf(test.fullTitle)];
      const suites = isSuites
        ? owners.slice(1).map(({ title }) => textOf(title))
        : [whole.endsWith(name) ? whole.slice(0, -name.length).trim() : ''];
      record({
        outcome: isHook
          ? 'errored'
          : outcome === 'passed' && countOf(test.currentRetry) > 0
            ? 'flaky'
            : outcome,
        suitePath: suites,
        name: name || whole,
        file: pathOf(test.file) || pathOf(owners.find(({ file }) => textOf(file) !== '')?.file),
        durationMs: numberOf(test.duration),
        failures: [failureOf(fieldsOf(test.err), outcome === 'passed' ? name : '')],
        retries: outcome === 'passed' ? ['passed'] : [],
        place,
      });
    }

    const reader = createJsonReader({
      isItem: (path) =>
        (path.length === 2 && ['tests', 'failures', 'passes', 'pending'].includes(path[0] ?? '')) ||
        (path[0] === 'results' && path.at(-1) === '*' && MOCHAWESOME_LISTS.includes(path.at(-2) ?? '')),
      take(value, at) {
        if (at.path.length === 0) declared = countOf(fieldsOf(fieldsOf(value).stats).failures);
        else if (!['passes', 'pending'].includes(at.path[0] ?? '')) take(fieldsOf(value), at);
      },
    });
    return {
      ...reader,
      end() {
        const fault = reader.end();
        return fault ?? (declared > listed ? unlistedFailures(declared - listed) : undefined);
      },
    };
  },
};

/** Mocha does not state a test's outcome: it follows from an error, a duration, or neither. */
function outcomeOf(test: Fields): 'passed' | 'failed' | 'skipped' | undefined {
  if (textOf(test.title) === '') return undefined;
  if (Object.keys(fieldsOf(test.err)).length > 0) return 'failed';
  if (test.err === undefined) return undefined;
  return test.duration === undefined ? 'skipped' : 'passed';
}

function stateOf(test: Fields): 'passed' | 'failed' | 'skipped' | undefined {
  if (test.state === 'passed' || test.state === 'failed') return test.state;
  return test.pending === true ||
    test.skipped === true ||
    test.state === 'pending' ||
    test.state === 'skipped'
    ? 'skipped'
    : undefined;
}

function failureOf(error: Fields, passed: string): ReadFailure {
  const text = textOf(error.stack) || textOf(error.estack) || textOf(error.message);
  const { type, message, stack } = splitFailure(text);
  if (passed !== '') return untoldFailure(passed);
  const given = error.stack === undefined ? '' : textOf(error.message);
  return { kind: 'failure', type: textOf(error.name) || type, message: given || message, stack };
}
