/** The JSON of jest (`--json`) and of vitest (`--reporter=json`), which has the same shape. */
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

/** Skipped tests have many words. */
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

/** Reads the tests of a file and returns how many of them failed. */
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

/** A test that passed with failures told of it, or in more than one try, had failed before. */
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
