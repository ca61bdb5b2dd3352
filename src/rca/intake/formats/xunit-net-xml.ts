/** The XML of xUnit.net, versions 1 to 3: assemblies, collections (or classes), tests. */
import type { ReadTest } from '../reading/record-test.ts';
import { milliseconds, wholeNumber, type XmlElement, xmlFormat } from '../reading/xml-reader.ts';
import { dotnetFailure, shortName } from './dotnet-names.ts';

const OUTCOMES: ReadonlyMap<string, ReadTest['outcome']> = new Map([
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['error', 'errored'],
]);

export const xunitNetXml = xmlFormat(
  'xunit-net-xml',
  (root, beginning) =>
    root === 'assemblies' ||
    (root === 'assembly' && /run-date=|test-framework=|<(?:collection|class|test)\b/.test(beginning)),
  ({ record }) => ({
    isItem: (name, owners) => name === 'test' || (name === 'error' && owners.at(-1)?.name === 'errors'),
    take(element, owners) {
      if (element.name === 'error') return takeError(element, record);
      const outcome = OUTCOMES.get(element.attribute('result').toLowerCase()) ?? 'skipped';
      const className = element.attribute('type');
      const isFailed = outcome === 'failed' || outcome === 'errored';
      const assembly = owners.findLast((owner) => owner.name === 'assembly');
      record({
        outcome,
        suitePath: className === '' ? [] : [className],
        className,
        name: shortName(element.attribute('name'), className),
        file: element.attribute('source-file'),
        line: wholeNumber(element.attribute('source-line')),
        durationMs: milliseconds(element.attribute('time')),
        failures: isFailed ? [failureOf(element.find('failure'))] : [],
        out: element.find('output')?.text(),
        environment: ['environment', 'test-framework'].flatMap((name) => {
          const value = assembly?.attribute(name) ?? '';
          return value === '' ? [] : [{ name, value }];
        }),
        place: `line ${element.line}`,
      });
      return isFailed ? 1 : 0;
    },
    begin: (owner) =>
      owner.name === 'assembly'
        ? wholeNumber(owner.attribute('failed')) + wholeNumber(owner.attribute('errors'))
        : 0,
  }),
);

function failureOf(failure: XmlElement | undefined) {
  return dotnetFailure({
    type: failure?.attribute('exception-type') ?? '',
    message: failure?.find('message')?.text() ?? '',
    stack: failure?.find('stack-trace')?.text() ?? '',
  });
}

/** An error outside tests, for instance in the clean-up of a class. */
function takeError(error: XmlElement, record: (test: ReadTest) => void): number {
  const kind = error.attribute('type');
  record({
    outcome: 'errored',
    suitePath: kind === '' ? [] : [kind],
    name: error.attribute('name') || kind || 'outside of tests',
    failures: [{ ...failureOf(error.find('failure')), kind: 'error' }],
    place: `line ${error.line}`,
  });
  return 1;
}
