/** The results of NUnit 3 (`test-run`) and NUnit 2 (`test-results`), which other runners write as well. */
import type { ReadFailure, ReadTest } from '../reading/record-test.ts';
import {
  milliseconds,
  wholeNumber,
  type XmlElement,
  type XmlOwner,
  xmlFormat,
} from '../reading/xml-reader.ts';

export const nunitXml = xmlFormat(
  'nunit-xml',
  (root, beginning) =>
    (root === 'test-run' || root === 'test-results') &&
    /<test-(?:suite|case)\b|testcasecount=|total=/.test(beginning),
  ({ record }) => ({
    isItem: (name, owners) =>
      name === 'test-case' || (name === 'failure' && owners.at(-1)?.name === 'test-suite'),
    take(element, owners) {
      const suite = owners.findLast((owner) => owner.name === 'test-suite');
      if (element.name === 'failure') {
        // If its set-up or one of its tests failed, the tests report that themselves.
        const isTold =
          suite === undefined ||
          /^(?:Child|Parent|SetUp)$/.test(suite.attribute('site')) ||
          isOfChildren(element);
        return isTold ? 0 : takeSuiteFailure(record, element, suite);
      }
      const outcome = outcomeOf(element);
      const fullName = element.attribute('fullname') || element.attribute('name');
      const className = element.attribute('classname') || classOf(fullName, suite);
      const name =
        element.attribute('fullname') === '' && fullName.startsWith(`${className}.`)
          ? fullName.slice(className.length + 1)
          : element.attribute('name');
      const failure = element.find('failure');
      const isFailed = outcome === 'failed' || outcome === 'errored';
      record({
        outcome,
        suitePath: className === '' ? [] : [className],
        className,
        name: name || fullName,
        durationMs: milliseconds(element.attribute('duration') || element.attribute('time')),
        failures: isFailed
          ? [
              dotnetFailure({
                message: failure?.find('message')?.text() ?? '',
                stack: failure?.find('stack-trace')?.text() ?? '',
              }),
            ]
          : [],
        out: element.find('output')?.text(),
        place: `line ${element.line}`,
      });
      return isFailed ? 1 : 0;
    },
    begin: (owner) =>
      owner.name === 'test-run' || owner.name === 'test-results'
        ? wholeNumber(owner.attribute('failed')) +
          wholeNumber(owner.attribute('failures')) +
          wholeNumber(owner.attribute('errors'))
        : 0,
  }),
);

function takeSuiteFailure(record: (test: ReadTest) => void, failure: XmlElement, suite: XmlOwner): number {
  const name = suite.attribute('fullname') || suite.attribute('name');
  const message = failure.find('message')?.text() ?? '';
  record({
    outcome: 'errored',
    suitePath: [],
    className: name,
    name,
    failures: [
      { ...dotnetFailure({ message, stack: failure.find('stack-trace')?.text() ?? '' }), kind: 'error' },
    ],
    place: `line ${failure.line}`,
  });
  return 0;
}

function isOfChildren(failure: XmlElement): boolean {
  return /child test(?:s)? had/i.test(failure.find('message')?.text() ?? '');
}

function outcomeOf(test: XmlElement): ReadTest['outcome'] {
  const [result, label] = [test.attribute('result'), test.attribute('label')];
  if (/^(?:passed|success|warning)/i.test(result)) return 'passed';
  if (/^error$/i.test(result) || (/^failed/i.test(result) && /^(?:error|invalid|cancelled)$/i.test(label)))
    return 'errored';
  if (/^(?:failed|failure)/i.test(result)) return 'failed';
  // Older reports use two attributes for this.
  if (result === '' && test.attribute('executed') !== 'False')
    return test.attribute('success') === 'False' ? 'failed' : 'passed';
  return 'skipped';
}

function classOf(fullName: string, suite: XmlOwner | undefined): string {
  const plain = fullName.split('(', 1)[0] ?? '';
  const end = plain.lastIndexOf('.');
  return end > 0 ? plain.slice(0, end) : suite?.attribute('fullname') || suite?.attribute('name') || '';
}

/** Returns a test's name without its class. */
export function shortName(name: string, className: string): string {
  return className !== '' && name.startsWith(`${className}.`) ? name.slice(className.length + 1) : name;
}

/** Creates a failure; some frameworks prefix the message with the type. */
export function dotnetFailure({
  type = '',
  message,
  stack,
}: {
  type?: string;
  message: string;
  stack: string;
}): ReadFailure {
  const [title = '', named = ''] =
    /^\s*((?:[A-Za-z_]\w*[.])*[A-Z]\w*(?:Exception|Error)) ?: /.exec(message) ?? [];
  // Only the type's name is compared, so that a message about another error keeps its text.
  const isTyped = named !== '' && (type === '' || type === named);
  const told = (isTyped ? message.slice(title.length) : message).trim();
  const whole = [message.trim(), stack.replace(/\s+$/, '')].filter((part) => part !== '').join('\n');
  return { kind: 'failure', type: type || named, message: told, stack: whole };
}

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
