/** TRX, as written by `dotnet test` and Visual Studio: results first, then the class of each test. */
import type { ReadTest } from '../reading/record-test.ts';
import { wholeNumber, type XmlElement, xmlFormat } from '../reading/xml-reader.ts';
import { dotnetFailure, shortName } from './dotnet-xml.ts';

/** The total text of failed tests that may be held until their class names are read. */
const MOST_WAITING = 32 * 1024 * 1024;

type Waiting = { readonly id: string; readonly test: ReadTest };

export const trx = xmlFormat(
  'trx',
  (root) => root === 'TestRun',
  ({ keeper, record }) => {
    const classes = new Map<string, string>();
    let waiting: Waiting[] = [];
    let length = 0;

    function flush(): void {
      for (const { id, test } of waiting) {
        const className = classes.get(id) ?? '';
        record({
          ...test,
          className,
          suitePath: className === '' ? [] : [className],
          name: shortName(test.name, className),
        });
      }
      waiting = [];
      length = 0;
    }

    function take(result: XmlElement): number {
      // The rows of a data-driven test are tests of their own; the enclosing result summarises them.
      const rows = result.find('InnerResults')?.all().filter(isResult) ?? [];
      if (rows.length > 0) return rows.reduce((sum, row) => sum + take(row), 0);
      // If the document ends before its rows, nobody knows which row failed.
      if (result.attribute('resultType') === 'DataDrivenTest' && !result.find('Output')) return 0;
      const outcome = outcomeOf(result.attribute('outcome'));
      const isFailed = outcome === 'failed' || outcome === 'errored';
      const error = result.find('ErrorInfo');
      const test: ReadTest = {
        outcome,
        suitePath: [],
        name: result.attribute('testName'),
        durationMs: durationOf(result.attribute('duration')),
        failures: isFailed
          ? [
              dotnetFailure({
                message: error?.find('Message')?.text() || result.attribute('outcome'),
                stack: error?.find('StackTrace')?.text() ?? '',
              }),
            ]
          : [],
        out: result.find('StdOut')?.text(),
        err: result.find('StdErr')?.text(),
        environment: host(result.attribute('computerName')),
        place: `line ${result.line}`,
      };
      // Only tests that are used later need their class.
      if (isFailed || keeper.see) waiting.push({ id: result.attribute('testId'), test });
      else record(test);
      length += (test.failures?.[0]?.stack?.length ?? 0) + (test.out?.length ?? 0) + 200;
      if (length > MOST_WAITING) flush();
      return isFailed ? 1 : 0;
    }

    return {
      isItem: (name, owners) =>
        (isResultName(name) && owners.at(-1)?.name === 'Results') ||
        name === 'UnitTest' ||
        name === 'RunInfo',
      take(element) {
        if (element.name === 'UnitTest') {
          const method = element.find('TestMethod');
          // Some adapters append the assembly to the class.
          if (method)
            classes.set(element.attribute('id'), method.attribute('className').split(',', 1)[0] ?? '');
          return 0;
        }
        if (element.name !== 'RunInfo') return take(element);
        if (!/^(?:error|failed)$/i.test(element.attribute('outcome'))) return 0;
        const message = element.find('Text')?.text().trim() ?? '';
        // The message that tests failed is no failure of its own; a crashed process is.
        if (message === '' || /^\[xUnit[.]net .*\[FAIL\]/.test(message)) return 0;
        record({
          outcome: 'errored',
          suitePath: [],
          name: 'outside of tests',
          failures: [{ kind: 'error', message, stack: message }],
          place: `line ${element.line}`,
        });
        return 1;
      },
      begin: (owner) =>
        owner.name === 'Counters'
          ? ['failed', 'error', 'timeout', 'aborted'].reduce(
              (sum, name) => sum + wholeNumber(owner.attribute(name)),
              0,
            )
          : 0,
      end: flush,
    };
  },
);

function isResultName(name: string): boolean {
  return name.endsWith('TestResult') || name === 'TestResultAggregation';
}

function isResult({ name }: XmlElement): boolean {
  return isResultName(name);
}

function outcomeOf(outcome: string): ReadTest['outcome'] {
  if (/^passed/i.test(outcome)) return 'passed';
  if (/^failed$/i.test(outcome)) return 'failed';
  return /^(?:error|timeout|aborted|disconnected)$/i.test(outcome) ? 'errored' : 'skipped';
}

function durationOf(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,4}):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text) ?? [];
  return hours === undefined
    ? undefined
    : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

function host(name: string): ReadTest['environment'] & object {
  return name === '' ? [] : [{ name: 'hostname', value: name }];
}
