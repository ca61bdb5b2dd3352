/**
 * The older JSON of Cucumber, written by many tools: features, their scenarios, and the results of their
 * steps.
 */
import type { ReportFormat } from '../reading/failure-keeper.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf } from '../reading/json-fields.ts';
import { createJsonReader } from '../reading/json-reader.ts';
import {
  createRecorder,
  type ReadFailure,
  type ReadTest,
  splitFailure,
  type TestRecorder,
} from '../reading/record-test.ts';

export const cucumberJson: ReportFormat = {
  name: 'cucumber-json',
  recognises: (beginning) =>
    /^\s*\[\s*\{/m.test(beginning) &&
    /"(?:elements|uri)"\s*:/.test(beginning) &&
    /"(?:keyword|steps|uri)"\s*:/.test(beginning) &&
    /"(?:id|line|name)"\s*:/.test(beginning),
  open(source, keeper) {
    const recorder = createRecorder(source, keeper);
    return createJsonReader({
      isItem: (path) => path.length === 1,
      take(value, { path, place }) {
        if (path.length === 1) readFeature(fieldsOf(value), { place, recorder });
      },
    });
  },
};

function readFeature(feature: Fields, { place, recorder }: { place: string; recorder: TestRecorder }): void {
  const seen = new Map<string, number>();
  let background: readonly RunStep[] = [];
  for (const [index, element] of listOf(feature.elements).entries()) {
    const steps = stepsOf(element);
    // A background is listed before each scenario it belongs to.
    if (element.type === 'background') {
      background = steps;
      continue;
    }
    const end = endOf([...background, ...steps]);
    background = [];
    if (end === undefined) continue;
    const title = textOf(element.name);
    const isOutline = /outline|template/i.test(textOf(element.keyword));
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    recorder.record({
      ...end,
      suitePath: [textOf(feature.name)],
      // The examples of an outline share one name.
      name: isOutline ? `${title} (example ${count})` : title,
      file: textOf(feature.uri).replace(/^(?:file|classpath):(?:\/\/)?/, ''),
      line: numberOf(element.line),
      out: listOf(element.steps)
        .flatMap((step) => textsOf(step.output))
        .join('\n'),
      place: `${place}.elements[${index}]`,
    });
  }
}

function stepsOf(element: Fields): readonly RunStep[] {
  const steps = [...listOf(element.before), ...listOf(element.steps), ...listOf(element.after)];
  return steps.map((step) => {
    const result = fieldsOf(step.result);
    return {
      status: textOf(result.status).toUpperCase(),
      text: `${textOf(step.keyword)}${textOf(step.name)}`.trim(),
      told: textOf(result.error_message),
    };
  });
}

/** A finished step or hook. */
export type RunStep = {
  readonly status: string;
  readonly text: string;
  readonly told: string;
  readonly type?: string | undefined;
};

/** Worst first; an undefined or pending step fails a run as well. */
const STATUSES: readonly string[] = ['FAILED', 'AMBIGUOUS', 'UNDEFINED', 'PENDING', 'SKIPPED', 'PASSED'];

/** Returns how a scenario ended, and what failed in it; undefined without a finished step. */
export function endOf(steps: readonly RunStep[]): Pick<ReadTest, 'outcome' | 'failures'> | undefined {
  const known = steps.filter(({ status }) => STATUSES.includes(status));
  const worst = STATUSES.find((status) => known.some((step) => step.status === status));
  if (worst === undefined) return undefined;
  if (worst === 'PASSED') return { outcome: 'passed' };
  if (worst === 'SKIPPED') return { outcome: 'skipped' };
  const failures = known.filter(({ status }) => status === worst).map(failureOf);
  return { outcome: worst === 'FAILED' ? 'failed' : 'errored', failures };
}

function failureOf({ status, text, told, type }: RunStep): ReadFailure {
  if (status === 'FAILED') {
    const failure = splitFailure(told);
    return { kind: 'failure', ...failure, type: type || failure.type };
  }
  const words =
    status === 'AMBIGUOUS'
      ? 'matches several definitions'
      : status === 'PENDING'
        ? 'is pending'
        : 'is not defined';
  return { kind: 'error', message: `the step \`${text}\` ${words}`, stack: told };
}
