/** TestNG's own results: suites, tests, classes and their methods; configuration methods are not tests. */
import type { ReadFailure, ReadTest } from '../reading/record-test.ts';
import { wholeNumber, type XmlElement, type XmlOwner, xmlFormat } from '../reading/xml-reader.ts';

const OUTCOMES: ReadonlyMap<string, ReadTest['outcome']> = new Map([
  ['PASS', 'passed'],
  ['FAIL', 'failed'],
]);
/** How many failed tries are held until the next one, and how many of one test are kept. */
const MOST_TRIES = 10_000;
const MOST_FAILURES = 8;

export const testngXml = xmlFormat(
  'testng-xml',
  (root) => root === 'testng-results',
  ({ record }) => {
    /** Tries that failed and were marked as skipped, held until the next try. */
    const tries = new Map<string, { readonly test: ReadTest; readonly failures: readonly ReadFailure[] }>();

    function take(method: XmlElement, owners: readonly XmlOwner[]): number {
      const outcome = OUTCOMES.get(method.attribute('status')) ?? 'skipped';
      const isConfiguration = method.attribute('is-config') === 'true';
      const isFailed = outcome === 'failed';
      if (isConfiguration && !isFailed) return 0;
      const named = (name: string) =>
        owners.findLast((owner) => owner.name === name)?.attribute('name') ?? '';
      // Arguments distinguish the runs of one method.
      const values = method.find('params')?.all('param') ?? [];
      const given = values.map((param) => (param.find('value')?.text() ?? '').trim());
      const exception = method.find('exception');
      const failures = exception === undefined ? [] : [failureOf(exception)];
      const test: ReadTest = {
        outcome: isConfiguration ? 'errored' : outcome,
        suitePath: [named('suite'), named('test'), named('class')],
        className: named('class'),
        name: `${method.attribute('name')}${given.length === 0 ? '' : `(${given.join(', ')})`}`,
        durationMs: wholeNumber(method.attribute('duration-ms')),
        failures: outcome === 'skipped' ? [] : failures,
        out: method
          .find('reporter-output')
          ?.all('line')
          .map((line) => line.text().trim())
          .join('\n'),
        place: `line ${method.line}`,
      };
      const key = JSON.stringify([test.suitePath, test.name]);
      const before = tries.get(key)?.failures ?? [];
      tries.delete(key);
      // TestNG marks a failed try that is repeated as skipped; only the following try tells it from a real
      // skip.
      if (outcome === 'skipped' && failures.length > 0 && tries.size < MOST_TRIES)
        tries.set(key, { test, failures: [...before, ...failures].slice(-MOST_FAILURES) });
      else if (before.length === 0) record(test);
      else if (outcome === 'passed')
        record({
          ...test,
          outcome: 'flaky',
          failures: before.slice(0, 1),
          retries: [...before.slice(1), 'passed'],
        });
      else record({ ...test, failures: before.slice(0, 1), retries: [...before.slice(1), ...failures] });
      // The report's counts include tests only.
      return isFailed && !isConfiguration ? 1 : 0;
    }

    return {
      isItem: (name) => name === 'test-method',
      take,
      begin: (owner) => (owner.name === 'testng-results' ? wholeNumber(owner.attribute('failed')) : 0),
      end() {
        for (const { test } of tries.values()) record(test);
      },
    };
  },
);

function failureOf(exception: XmlElement): ReadFailure {
  const type = exception.attribute('class');
  const [message, stack] = [
    exception.find('message')?.text().trim() ?? '',
    exception.find('full-stacktrace')?.text().trim() ?? '',
  ];
  return {
    kind: /Assertion|Comparison/.test(type) ? 'failure' : 'error',
    type,
    message,
    stack: stack || message,
  };
}
