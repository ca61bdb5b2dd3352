/**
 * Allure results: one file per run of a test. Runs of one test are matched by their history id, across all
 * files.
 */

import { compareCodePoints } from '../../../kernel/index.ts';
import { looksLikeSourcePath } from '../reading/failed-test.ts';
import type { ReportFormat } from '../reading/failure-keeper.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../reading/json-fields.ts';
import { createJsonReader } from '../reading/json-reader.ts';
import {
  createRecorder,
  nameOf,
  type ReadAttachment,
  type ReadFailure,
  type ReadTest,
  splitFailure,
} from '../reading/record-test.ts';

const OUTCOMES: ReadonlyMap<unknown, ReadTest['outcome']> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['broken', 'errored'],
  ['skipped', 'skipped'],
  ['unknown', 'skipped'],
] as const);

export const allureResult: ReportFormat = {
  name: 'allure-result',
  recognises: (beginning) =>
    /^\s*\{/.test(beginning) &&
    /"(?:historyId|testCaseId|fullName)"\s*:/.test(beginning) &&
    /"(?:uuid|labels|stage|statusDetails)"\s*:/.test(beginning) &&
    !/"assertionResults"\s*:/.test(beginning),
  open(source, keeper) {
    const history = keeper.share('allure', createHistory);
    const { record } = createRecorder(source, keeper);
    let waiting = 0;
    let isRead = false;
    const reader = createJsonReader({
      isItem: () => false,
      take(value) {
        const result = fieldsOf(value);
        const outcome = OUTCOMES.get(result.status);
        if (outcome === undefined) return;
        isRead = true;
        const run = {
          test: readResult(result, { outcome, source }),
          start: numberOf(result.start) ?? 0,
          record,
        };
        const key = nameOf(textOf(result.historyId));
        if (key === '' || !history.add(key, run)) record(run.test);
        else waiting++;
      },
    });
    return {
      ...reader,
      waiting: () => waiting,
      end: () => reader.end() ?? (isRead ? undefined : 'it does not say how its test ended'),
    };
  },
};

function readResult(
  result: Fields,
  { outcome, source }: { readonly outcome: ReadTest['outcome']; readonly source: string },
): ReadTest {
  const labels = new Map(listOf(result.labels).map(({ name, value }) => [name, textOf(value)]));
  const label = (name: string) => labels.get(name) ?? '';
  const details = fieldsOf(result.statusDetails);
  const trace = textOf(details.trace);
  const told = splitFailure(trace || textOf(details.message));
  // Parameters distinguish the runs of one test.
  const values = listOf(result.parameters)
    .filter(({ excluded }) => excluded !== true)
    .map(({ value }) => textOf(value));
  const name = textOf(result.name);
  const given = values.filter((value) => value !== '' && !name.includes(value));
  const failure: ReadFailure = {
    kind: outcome === 'errored' ? 'error' : 'failure',
    type: told.type,
    message: splitFailure(textOf(details.message)).message || told.message,
    stack: trace,
  };
  return {
    outcome,
    suitePath: ['parentSuite', 'suite', 'subSuite'].map(label),
    name: given.length === 0 ? name : `${name} [${given.join(', ')}]`,
    className: label('testClass'),
    file: fileIn(textOf(result.fullName)),
    durationMs: (numberOf(result.stop) ?? 0) - (numberOf(result.start) ?? 0),
    failures: outcome === 'failed' || outcome === 'errored' ? [failure] : [],
    environment: ['host', 'framework', 'language'].flatMap((key) =>
      label(key) === '' ? [] : [{ name: key, value: label(key) }],
    ),
    attachments: outcome === 'failed' || outcome === 'errored' ? attachmentsIn(result, source) : [],
    place: 'line 1',
  };
}

/** The attachments are beside the result; steps have their own. */
function attachmentsIn(result: Fields, source: string): readonly ReadAttachment[] {
  const folder = source.slice(0, source.search(/[^/\\]*$/));
  const own = listOf(result.attachments).map(({ name, source: file }) => ({
    name: textOf(name),
    path: textOf(file) === '' ? '' : `${folder}${textOf(file)}`,
  }));
  return [...own, ...listOf(result.steps).flatMap((step) => attachmentsIn(step, source))];
}

/** In some reports the full name begins with the file, prefixed by the package name. */
function fileIn(fullName: string): string | undefined {
  const [, file] = /^(?:[^:\s]{1,200}:)?([^:#\s]{1,1000})[:#]/.exec(fullName) ?? [];
  return file !== undefined && looksLikeSourcePath(file) ? file : undefined;
}

type Run = { readonly test: ReadTest; readonly start: number; readonly record: (test: ReadTest) => void };

const MOST_RUNS = 500_000;
const MOST_LENGTH = 64 * 1024 * 1024;

/** Holds runs until all files were read, because they arrive in no particular order. */
function createHistory() {
  const tests = new Map<string, Run[]>();
  let runs = 0;
  let length = 0;
  return {
    /** Keeps a run, unless there are too many. */
    add(key: string, run: Run): boolean {
      const failure = run.test.failures?.[0];
      length += (failure?.stack?.length ?? 0) + (failure?.message?.length ?? 0);
      if (++runs > MOST_RUNS || length > MOST_LENGTH) return false;
      tests.set(key, [...(tests.get(key) ?? []), run]);
      return true;
    },
    finish() {
      for (const all of tests.values()) {
        // Runs of the same time are sorted by their text, so that the order of the files does not matter.
        const inOrder = all.sort(
          (left, right) =>
            left.start - right.start ||
            compareCodePoints(JSON.stringify(left.test), JSON.stringify(right.test)),
        );
        const last = inOrder.pop();
        if (last === undefined) continue;
        const before = inOrder.flatMap(({ test }) => test.failures ?? []);
        const isFlaky = last.test.outcome === 'passed' && before.length > 0;
        if (isFlaky)
          last.record({
            ...last.test,
            outcome: 'flaky',
            failures: before.slice(0, 1),
            retries: [...before.slice(1), 'passed'],
          });
        else last.record({ ...last.test, retries: before });
      }
    },
  };
}
