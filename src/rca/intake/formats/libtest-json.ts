/** The JSON lines of Rust's libtest (`cargo test -- --format json`), which nextest writes as well. */
import type { ReportFormat } from '../reading/failure-keeper.ts';
import { numberOf, textOf } from '../reading/json-fields.ts';
import { createJsonLines } from '../reading/line-reader.ts';
import { createRecorder, type ReadFailure, type ReadTest } from '../reading/record-test.ts';

const OUTCOMES: ReadonlyMap<unknown, ReadTest['outcome']> = new Map([
  ['ok', 'passed'],
  ['failed', 'failed'],
  ['timeout', 'errored'],
  ['ignored', 'skipped'],
] as const);

export const libtestJson: ReportFormat = {
  name: 'libtest-json',
  recognises: (beginning) =>
    /^\s*\{\s*"type"\s*:\s*"(?:suite|test)"\s*,\s*"(?:event|name)"\s*:/m.test(beginning),
  open(source, keeper) {
    const { record } = createRecorder(source, keeper);
    let running = 0;
    const reader = createJsonLines({
      take(event) {
        if (event.type === 'suite') {
          running += event.event === 'started' ? 1 : -1;
          return;
        }
        const outcome = event.type === 'test' ? OUTCOMES.get(event.event) : undefined;
        if (outcome === undefined) return;
        // nextest prefixes the name of the binary.
        const [, target = '', name = ''] = /^(?:([^$\s]+)\$)?([\s\S]*)$/.exec(textOf(event.name)) ?? [];
        const isFailed = outcome === 'failed' || outcome === 'errored';
        record({
          outcome,
          suitePath: [target],
          className: target,
          name: name.replace(/#\d+$/, ''),
          durationMs: (numberOf(event.exec_time) ?? 0) * 1000,
          failures: isFailed
            ? [rustFailure(textOf(event.stdout), textOf(event.message) || textOf(event.reason))]
            : [],
          place: reader.place(),
        });
      },
    });
    return {
      write: reader.write,
      place: reader.place,
      end: () =>
        reader.end() ??
        (running > 0 ? 'it has no end of the run: the run was stopped, or the file is cut off' : undefined),
    };
  },
};

const PANICKED =
  /panicked at (?:'([\s\S]*?)', \S+:\d+:\d+|[^\n]*:\d+:\d+:\n([\s\S]*?)(?:\nnote: |\nstack backtrace:|\n*$))/;

/** Parses the output of a failed Rust test; a test may fail without a panic. */
function rustFailure(output: string, reason: string): ReadFailure {
  const panicked = PANICKED.exec(output);
  const error = /^Error: (.+)$/m.exec(output)?.[1];
  const message = reason || (panicked?.[1] ?? panicked?.[2] ?? error);
  return { kind: 'failure', type: panicked ? 'panic' : '', message, stack: output || reason };
}
