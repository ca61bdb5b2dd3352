/** The JSON of RSpec; names and classes match those of its JUnit formatter. */
import { cleanText } from '../reading/bounded-text.ts';
import type { ReportFormat } from '../reading/failure-keeper.ts';
import { countOf, type Fields, fieldsOf, numberOf, textOf, textsOf } from '../reading/json-fields.ts';
import { createJsonReader } from '../reading/json-reader.ts';
import { createRecorder, type ReadFailure, type ReadTest, unlistedFailures } from '../reading/record-test.ts';

const OUTCOMES: ReadonlyMap<unknown, 'passed' | 'failed' | 'skipped'> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
] as const);

export const rspecJson: ReportFormat = {
  name: 'rspec-json',
  recognises: (beginning) =>
    /^\{/m.test(beginning) &&
    /"(?:examples|messages)"\s*:\s*\[/.test(beginning) &&
    /"(?:version|summary_line|full_description)"\s*:/.test(beginning),
  open(source, keeper) {
    const { record } = createRecorder(source, keeper);
    let failed = 0;
    let declared = 0;
    const reader = createJsonReader({
      isItem: (path) => path.length === 2 && path[0] === 'examples',
      take(value, { path, place }) {
        const fields = fieldsOf(value);
        if (path.length > 0) {
          const test = readExample(fields, place);
          if (test?.outcome === 'failed') failed++;
          if (test !== undefined) record(test);
          return;
        }
        const summary = fieldsOf(fields.summary);
        const outside = countOf(summary.errors_outside_of_examples_count);
        declared = countOf(summary.failure_count) + outside;
        const errors = outside > 0 ? outsideExamples(textsOf(fields.messages)) : [];
        for (const error of errors.slice(0, outside)) record(error);
        failed += Math.min(outside, errors.length);
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

function readExample(example: Fields, place: string): ReadTest | undefined {
  const outcome = OUTCOMES.get(example.status);
  if (outcome === undefined) return undefined;
  const file = textOf(example.file_path).replace(/^[.]\//, '');
  return {
    outcome,
    suitePath: ['rspec'],
    name: textOf(example.full_description) || textOf(example.description),
    className: file.replace(/[.]rb$/, '').replaceAll('/', '.'),
    file,
    line: numberOf(example.line_number),
    durationMs: (numberOf(example.run_time) ?? 0) * 1000,
    failures: outcome === 'failed' ? [failureOf(fieldsOf(example.exception))] : [],
    place,
  };
}

function failureOf(exception: Fields): ReadFailure {
  const trace = textsOf(exception.backtrace).join('\n');
  const [type, message] = [textOf(exception.class), textOf(exception.message)];
  const kind = type.includes('ExpectationNotMet') ? 'failure' : 'error';
  return { kind, type, message: message.trim(), stack: `${message}\n${trace}` };
}

/** A file that could not be loaded is reported in a message beside the examples. */
function outsideExamples(messages: readonly string[]): readonly ReadTest[] {
  return messages.flatMap((written, index): readonly ReadTest[] => {
    const message = cleanText(written).trim();
    if (!/^An error occurred/.test(message)) return [];
    const file = /occurred while loading (?:[.]\/)?(\S+?[.]rb)\b/.exec(message)?.[1] ?? '';
    const told = message.split('\n').slice(1).join('\n').trim();
    // Below the failed line, the type is on a line of its own.
    const [, type, text] = /^([A-Z][\w:]*):\n([\s\S]*?)(?:\n#|$)/m.exec(told) ?? [];
    return [
      {
        outcome: 'errored',
        suitePath: ['rspec'],
        name: file || message.split('\n', 1)[0] || 'outside of examples',
        file,
        failures: [
          { kind: 'error', type, message: text?.trim() || told, stack: message.replace(/^# /gm, '') },
        ],
        place: `messages[${index}]`,
      },
    ];
  });
}
