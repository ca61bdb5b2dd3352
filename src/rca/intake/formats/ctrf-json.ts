/** CTRF, the Common Test Report Format: one list of tests, for any runner. */

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
  attachmentsOf,
  createRecorder,
  type ReadFailure,
  splitFailure,
  type TestRecorder,
  unlistedFailures,
  untoldFailure,
} from '../reading/record-test.ts';

const OUTCOMES: ReadonlyMap<unknown, 'passed' | 'failed' | 'skipped'> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ...['skipped', 'pending', 'other'].map((word) => [word, 'skipped'] as const),
] as const);

export const ctrfJson: ReportFormat = {
  name: 'ctrf',
  recognises: (beginning) =>
    /^\s*\{/m.test(beginning) &&
    (/"reportFormat"\s*:\s*"CTRF"/.test(beginning) ||
      (/"results"\s*:\s*\{/.test(beginning) &&
        /"tool"\s*:\s*\{/.test(beginning) &&
        /"summary"\s*:/.test(beginning))),
  open(source, keeper) {
    const recorder = createRecorder(source, keeper);
    let failed = 0;
    let declared = 0;
    const reader = createJsonReader({
      isItem: (path) => path.length === 3 && path[0] === 'results' && path[1] === 'tests',
      take(value, { path, place, owners }) {
        const report = fieldsOf(value);
        if (path.length > 0) failed += readTest(report, { place, recorder, results: owners[1] ?? {} });
        else declared = countOf(fieldsOf(fieldsOf(report.results).summary).failed);
      },
    });
    return {
      ...reader,
      end() {
        const fault = reader.end();
        return fault ?? (declared > failed ? unlistedFailures(declared - failed) : undefined);
      },
    };
  },
};

type Place = { readonly place: string; readonly recorder: TestRecorder; readonly results: Fields };

function readTest(test: Fields, { place, recorder, results }: Place): number {
  const outcome = OUTCOMES.get(test.status);
  if (outcome === undefined) return 0;
  const attempts = listOf(test.retryAttempts).filter(({ status }) => status === 'failed');
  const isFlaky = outcome === 'passed' && (test.flaky === true || attempts.length > 0);
  const own = failureOf(test);
  const earlier = attempts.map(failureOf);
  // A flaky test's own fields are those of the run that passed.
  const untold = untoldFailure(textOf(test.name));
  const [first = untold, ...further] = isFlaky ? earlier : [own, ...earlier];
  const file = pathOf(test.filePath);
  recorder.record({
    outcome: isFlaky ? 'flaky' : outcome,
    suitePath: suitesOf(test.suite).slice(fileIndex(test, file) + 1),
    name: shortName(test),
    variant: variantOf(test, file),
    file,
    line: numberOf(test.line),
    durationMs: numberOf(test.duration),
    failures: [first],
    retries: isFlaky ? [...further, 'passed'] : further,
    out: linesOf(test.stdout),
    err: linesOf(test.stderr),
    environment: Object.entries(fieldsOf(results.environment)).flatMap(([name, value]) =>
      typeof value === 'string' ? [{ name, value }] : [],
    ),
    attachments: [test, ...attempts].flatMap((run) => attachmentsOf(run.attachments)),
    place,
  });
  // Some writers count a flaky test as failed.
  return outcome === 'failed' || isFlaky ? 1 : 0;
}

/** The suites may include the file; what comes before it is the project or browser. */
function fileIndex({ suite }: Fields, file: string): number {
  return suitesOf(suite).findIndex((one) => one !== '' && `/${file}`.endsWith(`/${one}`));
}

function variantOf(test: Fields, file: string): string {
  const projects = suitesOf(test.suite).slice(0, Math.max(0, fileIndex(test, file)));
  return [...projects, textOf(test.browser), textOf(test.device)].filter((one) => one !== '').join(', ');
}

function failureOf(test: Fields): ReadFailure {
  const [message, trace] = [textOf(test.message), textOf(test.trace)];
  const told = splitFailure(message || trace);
  return {
    kind: 'failure',
    type: told.type,
    message: told.message,
    stack: trace.includes(message.trim()) ? trace : `${message}\n${trace}`,
  };
}

/** A list of suites since version 0.1; before that, one text. */
function suitesOf(suite: unknown): readonly string[] {
  return Array.isArray(suite) ? textsOf(suite) : textOf(suite).split(' > ');
}

/** Some writers also prefix the title with the suites. */
function shortName({ name, suite }: Fields): string {
  const whole = textOf(name);
  const suites = suitesOf(suite);
  for (let from = 0; from < suites.length; from++) {
    const start = `${suites.slice(from).join(' ')} `;
    if (whole.startsWith(start) && whole.length > start.length) return whole.slice(start.length);
  }
  return whole;
}

function linesOf(lines: unknown): string {
  return Array.isArray(lines) ? textsOf(lines).join('\n') : textOf(lines);
}
