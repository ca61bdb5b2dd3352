/** The non-JUnit XML of C++ test frameworks: Catch2, doctest and Boost.Test. */
import type { ReadFailure, ReadTest } from '../reading/record-test.ts';
import { milliseconds, wholeNumber, type XmlElement, xmlFormat } from '../reading/xml-reader.ts';

type Take = (test: ReadTest) => void;

/** Catch2 and doctest: test cases with sections (or subcases) and the expressions that failed. */
export const catchXml = xmlFormat(
  'catch-xml',
  (root) => root === 'Catch' || root === 'Catch2TestRun' || root === 'doctest',
  ({ record }) => ({
    isItem: (name) => name === 'TestCase',
    take(test, owners) {
      const failures = expressionsIn(test);
      const result = test.find('OverallResult');
      const results = test.find('OverallResultsAsserts');
      const hasFailed =
        result?.attribute('success') === 'false' ||
        results?.attribute('test_case_success') === 'false' ||
        (result === undefined && results === undefined && failures.length > 0);
      const isSkipped =
        test.attribute('skipped') === 'true' || wholeNumber(result?.attribute('skips') ?? '') > 0;
      const suite =
        owners.findLast(({ name }) => name === 'TestSuite' || name === 'Group')?.attribute('name') ?? '';
      record({
        outcome: hasFailed ? 'failed' : isSkipped ? 'skipped' : 'passed',
        suitePath: [suite],
        name: test.attribute('name'),
        file: test.attribute('filename'),
        line: wholeNumber(test.attribute('line')),
        durationMs: milliseconds(
          (result ?? results)?.attribute('durationInSeconds') || results?.attribute('duration') || '',
        ),
        failures: hasFailed ? failures : [],
        out: result?.find('StdOut')?.text(),
        err: result?.find('StdErr')?.text(),
        place: `line ${test.line}`,
      });
      return hasFailed ? 1 : 0;
    },
    begin: (owner) =>
      owner.name === 'OverallResultsTestCases' ? wholeNumber(owner.attribute('failures')) : 0,
  }),
);

function expressionsIn(element: XmlElement): readonly ReadFailure[] {
  return element.all().flatMap((child): readonly ReadFailure[] => {
    const placed = child.attribute('filename') === '' ? element : child;
    const place = `${placed.attribute('filename')}:${placed.attribute('line')}`;
    if (child.name === 'Expression' && child.attribute('success') !== 'true') {
      const [original, expanded] = [
        child.find('Original')?.text().trim() ?? '',
        child.find('Expanded')?.text().trim() ?? '',
      ];
      const thrown = child.find('Exception')?.text().trim() ?? '';
      const message = [
        `${child.attribute('type') || 'CHECK'}( ${original} )`,
        expanded === '' ? '' : `with expansion: ${expanded}`,
        thrown,
      ]
        .filter((part) => part !== '')
        .join('\n');
      return [{ kind: thrown === '' ? 'failure' : 'error', message, stack: `${place}: ${message}` }];
    }
    if (
      ['Failure', 'Exception', 'FatalErrorCondition', 'Message'].includes(child.name) &&
      (child.name !== 'Message' || /^(?:ERROR|FATAL ERROR)$/.test(child.attribute('type')))
    ) {
      const message = (child.find('Text')?.text() || child.text()).trim();
      return [
        {
          kind: child.name === 'Failure' || child.name === 'Message' ? 'failure' : 'error',
          message,
          stack: `${place}: ${message}`,
        },
      ];
    }
    return child.name === 'Section' || child.name === 'SubCase' ? expressionsIn(child) : [];
  });
}

/** Boost.Test's log. Its report has no messages, only outcomes. */
export const boostXml = xmlFormat(
  'boost-xml',
  (root) => root === 'TestLog' || root === 'TestResult' || root === 'BoostTest',
  ({ record }) => ({
    isItem: (name) => name === 'TestCase',
    take: (test, owners) =>
      takeBoost(
        test,
        owners.filter(({ name }) => name === 'TestSuite').map((suite) => suite.attribute('name')),
        record,
      ),
  }),
);

function takeBoost(test: XmlElement, suitePath: readonly string[], record: Take): number {
  const failures = test.all().flatMap((child): readonly ReadFailure[] => {
    if (!['Error', 'FatalError', 'Exception'].includes(child.name)) return [];
    const message = child.text().trim();
    const stack = `${child.attribute('file')}:${child.attribute('line')}: ${message}`;
    return [{ kind: child.name === 'Exception' ? 'error' : 'failure', message, stack }];
  });
  const hasFailed = failures.length > 0 || /^(?:failed|aborted)$/.test(test.attribute('result'));
  const isSkipped = test.attribute('skipped') === 'yes' || test.attribute('result') === 'skipped';
  record({
    outcome: hasFailed ? 'failed' : isSkipped ? 'skipped' : 'passed',
    suitePath,
    name: test.attribute('name'),
    file: test.attribute('file'),
    line: wholeNumber(test.attribute('line')),
    durationMs: wholeNumber(test.find('TestingTime')?.text().trim() ?? '') / 1000,
    failures,
    place: `line ${test.line}`,
  });
  return hasFailed ? 1 : 0;
}
