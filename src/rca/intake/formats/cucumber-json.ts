/** The older JSON of Cucumber, which many tools write: features, their scenarios, the results of their steps. */
import type { ReportFormat } from '../reading/failure-keeper.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf } from '../reading/json-fields.ts';
import { createJsonReader } from '../reading/json-reader.ts';
import { createRecorder, type TestRecorder } from '../reading/record-test.ts';
import { endOf, type RunStep } from './cucumber-result.ts';

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
    // A background is told before each scenario that it belongs to.
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
      // The examples of an outline have one name.
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
