/**
 * The JSON of Playwright's reporter: nested suites, specs, the tests of each spec (one per project), and
 * their runs.
 */

import type { ReportFormat } from '../reading/failure-keeper.ts';
import { type Fields, fieldsOf, listOf, numberOf, pathOf, textOf } from '../reading/json-fields.ts';
import { createJsonReader } from '../reading/json-reader.ts';
import {
  attachmentsOf,
  createRecorder,
  type ReadFailure,
  splitFailure,
  type TestRecorder,
  unlistedFailures,
} from '../reading/record-test.ts';

export const playwrightJson: ReportFormat = {
  name: 'playwright-json',
  recognises: (beginning) =>
    /^\s*\{\s*"(?:config|suites)"\s*:/m.test(beginning) &&
    /"(?:argv|configFile|rootDir|forbidOnly|fullyParallel|specs)"\s*:/.test(beginning),
  open(source, keeper) {
    const recorder = createRecorder(source, keeper);
    let unexpected = 0;
    let errors = 0;
    let declared = 0;
    const reader = createJsonReader({
      isItem: (path) =>
        (path.at(-2) === 'specs' && path[0] === 'suites') || (path.length === 2 && path[0] === 'errors'),
      take(value, { path, place, owners }) {
        if (path.length === 0) declared = numberOf(fieldsOf(fieldsOf(value).stats).unexpected) ?? 0;
        // If no file could be loaded, the error that no test was found adds nothing.
        else if (path[0] === 'errors')
          errors += readError(fieldsOf(value), { place, recorder, isFirst: errors === 0 });
        else unexpected += readSpec(fieldsOf(value), { place, recorder, owners });
      },
    });
    return {
      ...reader,
      end() {
        const fault = reader.end();
        return fault ?? (declared > unexpected ? unlistedFailures(declared - unexpected) : undefined);
      },
    };
  },
};

const NO_TESTS = /^Error: No tests found/;
const TIMED_OUT = 'the test timed out';

type Place = { readonly place: string; readonly recorder: TestRecorder };

/** Reads a spec and returns how many of its tests failed. */
function readSpec(
  spec: Fields,
  { place, recorder, owners }: Place & { readonly owners: readonly Fields[] },
): number {
  const [root = {}, ...suites] = owners;
  const file = pathOf(spec.file) || pathOf(suites[0]?.file);
  const titles = suites.map(({ title }) => textOf(title));
  let failed = 0;
  for (const [index, test] of listOf(spec.tests).entries()) {
    const [outcome, runs] = [outcomeOf(test), listOf(test.results)];
    if (outcome === undefined) continue;
    const failing = runs.filter(({ status }) => hasFailed(status));
    const isUnexpectedPass = outcome === 'failed' && test.expectedStatus === 'failed' && failing.length === 0;
    const first = runs.find(({ retry }) => retry === 0 || retry === undefined) ?? runs[0] ?? {};
    const last = runs.at(-1) ?? {};
    const told = outcome === 'flaky' ? (failing[0] ?? first) : first;
    if (outcome === 'failed') failed++;
    recorder.record({
      outcome: outcome === 'failed' && told.status === 'interrupted' ? 'errored' : outcome,
      // The outermost suite is the file.
      suitePath: titles[0] === file ? titles.slice(1) : titles,
      name: textOf(spec.title),
      variant: textOf(test.projectName),
      file: belowRoot(file, pathOf(fieldsOf(root.config).rootDir)),
      line: numberOf(spec.line),
      durationMs: numberOf(last.duration),
      failures: isUnexpectedPass
        ? [{ kind: 'failure', message: 'expected to fail, but passed' }]
        : failuresOf(told),
      retries: retriesOf(runs, told),
      out: printed(told.stdout),
      err: printed(told.stderr),
      environment: test.projectName ? [{ name: 'project', value: textOf(test.projectName) }] : [],
      attachments: failing.flatMap((run) => attachmentsOf(run.attachments)),
      place: `${place}.tests[${index}]`,
    });
  }
  return failed;
}

/** The report's own status decides; if the document ends before it, the runs do. */
function outcomeOf(test: Fields): 'passed' | 'failed' | 'skipped' | 'flaky' | undefined {
  switch (test.status) {
    case 'expected':
      return 'passed';
    case 'unexpected':
      return 'failed';
    case 'skipped':
    case 'flaky':
      return test.status;
    default:
      return test.expectedStatus !== 'failed' && listOf(test.results).some(({ status }) => hasFailed(status))
        ? 'failed'
        : undefined;
  }
}

function hasFailed(status: unknown): boolean {
  return status === 'failed' || status === 'timedOut' || status === 'interrupted';
}

function failuresOf(run: Fields): readonly ReadFailure[] {
  const main = fieldsOf(run.error);
  const errors = listOf(run.errors);
  return (errors.length > 0 ? errors : [main]).map((error, index) => {
    const told = textOf(error.message) || textOf(error.value) || (run.status === 'timedOut' ? TIMED_OUT : '');
    // The list of errors has places instead of traces; the first error's trace is beside it.
    const trace = textOf(error.stack) || (index === 0 ? textOf(main.stack) : '');
    const { file, line, column } = fieldsOf(error.location);
    const at = file === undefined ? '' : `\n    at ${textOf(file)}:${numberOf(line)}:${numberOf(column)}`;
    const { type, message } = splitFailure(told);
    return { kind: 'failure', type, message, stack: trace || `${told}${at}` };
  });
}

/** Retries carry their own number. */
function retriesOf(runs: readonly Fields[], told: Fields): readonly ('passed' | ReadFailure)[] {
  return runs
    .filter((run) => run !== told && (numberOf(run.retry) ?? 0) > 0)
    .flatMap((run): readonly ('passed' | ReadFailure)[] =>
      run.status === 'passed' ? ['passed'] : failuresOf(run).slice(0, 1),
    );
}

function printed(pieces: unknown): string {
  return listOf(pieces)
    .map((piece) => textOf(piece.text))
    .join('');
}

function belowRoot(file: string, root: string): string {
  return root === '' || file === '' || /^(?:\/|[A-Za-z]:)/.test(file)
    ? file
    : `${root.replace(/[/\\]$/, '')}/${file}`;
}

/** An error outside tests: a file that could not be loaded, or a failed set-up. */
function readError(error: Fields, { place, recorder, isFirst }: Place & { isFirst: boolean }): number {
  const text = textOf(error.stack) || textOf(error.message) || textOf(error.value);
  if (text === '' || (!isFirst && NO_TESTS.test(text))) return 0;
  const at = fieldsOf(error.location);
  const file = pathOf(at.file);
  recorder.record({
    outcome: 'errored',
    suitePath: [],
    name: file === '' ? 'outside of tests' : file,
    file,
    line: numberOf(at.line),
    failures: [{ kind: 'error', ...splitFailure(text) }],
    place,
  });
  return 1;
}
