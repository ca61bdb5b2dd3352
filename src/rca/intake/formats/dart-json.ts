/**
 * The JSON lines of Dart's and Flutter's test runners: suites and groups first, then tests, with errors in
 * between.
 */
import type { ReportFormat } from '../reading/failure-keeper.ts';
import { type Fields, fieldsOf, numberOf, pathOf, textOf } from '../reading/json-fields.ts';
import { createJsonLines } from '../reading/line-reader.ts';
import { createRecorder, nameOf, type ReadFailure } from '../reading/record-test.ts';

const MOST_KNOWN = 100_000;

type Open = {
  readonly test: Fields;
  readonly failures: ReadFailure[];
  out: string;
};

export const dartJson: ReportFormat = {
  name: 'dart-json',
  recognises: (beginning) =>
    /^\s*(?:\[\s*)?\{"protocolVersion":/m.test(beginning) && /"(?:runnerVersion|pid)":/.test(beginning),
  open(source, keeper) {
    const { record } = createRecorder(source, keeper);
    const suites = new Map<unknown, { readonly path: string; readonly platform: string }>();
    const groups = new Map<unknown, string>();
    const open = new Map<unknown, Open>();
    let isDone = false;

    function finish({ testID, result, skipped, hidden }: Fields): void {
      const ended = open.get(testID);
      open.delete(testID);
      if (ended === undefined || (hidden === true && result === 'success')) return;
      const { test, failures, out } = ended;
      const suite = suites.get(test.suiteID);
      const titles = Array.isArray(test.groupIDs)
        ? test.groupIDs.map((id) => groups.get(id) ?? '').filter((title) => title !== '')
        : [];
      // Names are prefixed with those of their groups.
      const above = titles.at(-1) ?? '';
      const whole = textOf(test.name);
      const outcome =
        result === 'failure'
          ? 'failed'
          : result === 'error'
            ? 'errored'
            : skipped === true
              ? 'skipped'
              : 'passed';
      record({
        outcome,
        suitePath: titles.map((title, index) => title.slice((titles[index - 1] ?? '').length).trim()),
        name: above !== '' && whole.startsWith(`${above} `) ? whole.slice(above.length + 1) : whole,
        variant: suite?.platform === 'vm' ? '' : suite?.platform,
        file: suite?.path,
        line: numberOf(test.root_line) ?? numberOf(test.line),
        failures,
        out,
        environment: suite?.platform ? [{ name: 'platform', value: suite.platform }] : [],
        place: reader.place(),
      });
    }

    const reader = createJsonLines({
      take(event) {
        switch (event.type) {
          case 'suite': {
            const suite = fieldsOf(event.suite);
            if (suites.size < MOST_KNOWN)
              suites.set(suite.id, { path: pathOf(suite.path), platform: nameOf(textOf(suite.platform)) });
            return;
          }
          case 'group': {
            const group = fieldsOf(event.group);
            if (groups.size < MOST_KNOWN) groups.set(group.id, nameOf(textOf(group.name)));
            return;
          }
          case 'testStart': {
            const test = fieldsOf(event.test);
            if (open.size < MOST_KNOWN) open.set(test.id, { test, failures: [], out: '' });
            return;
          }
          case 'error': {
            const failures = open.get(event.testID)?.failures;
            const [message, trace] = [textOf(event.error), textOf(event.stackTrace)];
            if (failures && failures.length < 8)
              failures.push({
                kind: event.isFailure === true ? 'failure' : 'error',
                message,
                stack: `${message}\n${trace}`,
              });
            return;
          }
          case 'print': {
            const printing = open.get(event.testID);
            if (printing && printing.out.length < 64 * 1024) printing.out += `${textOf(event.message)}\n`;
            return;
          }
          case 'testDone':
            finish(event);
            return;
          case 'done':
            isDone = true;
        }
      },
    });
    return {
      write: reader.write,
      place: reader.place,
      end: () =>
        reader.end() ??
        (isDone ? undefined : 'it has no end of the run: the run was stopped, or the file is cut off'),
    };
  },
};
