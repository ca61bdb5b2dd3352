/**
 * Open Test Reporting: events of tests as they begin and end (JUnit, PHPUnit), or a finished tree of them.
 */
import type { ReadFailure, ReadTest, TestRecorder } from '../reading/record-test.ts';
import { splitFailure } from '../reading/record-test.ts';
import { wholeNumber, type XmlElement, type XmlItems, xmlFormat } from '../reading/xml-reader.ts';

/** How many concurrent tests and containers are tracked. */
const MOST_OPEN = 50_000;

type Started = {
  readonly name: string;
  readonly parent: string;
  readonly type: string;
  readonly className: string;
  readonly file: string;
  readonly line: number;
  hasChildren: boolean;
  hasFailedChild: boolean;
};

export const openTestReporting = xmlFormat(
  'open-test-reporting',
  (root, beginning) => (root === 'events' || root === 'execution') && beginning.includes('opentest4j'),
  readEvents,
);

function readEvents({ record }: TestRecorder): XmlItems {
  const open = new Map<string, Started>();
  const output = new Map<string, string>();

  function start(element: XmlElement): void {
    const sources = element.find('sources');
    const method = sources?.find('methodSource') ?? sources?.find('classSource');
    const file = sources?.find('fileSource');
    const parent = element.attribute('parentId');
    const above = open.get(parent);
    if (above !== undefined) above.hasChildren = true;
    if (open.size >= MOST_OPEN) return;
    open.set(element.attribute('id'), {
      name: element.attribute('name'),
      parent,
      type: element.find('metadata')?.find('type')?.text().trim() ?? '',
      className: method?.attribute('className') ?? '',
      file: file?.attribute('path') ?? '',
      line: wholeNumber(file?.find('filePosition')?.attribute('line') ?? ''),
      hasChildren: false,
      hasFailedChild: false,
    });
  }

  function finish(element: XmlElement): number {
    const id = element.attribute('id');
    const started = open.get(id);
    if (started === undefined) return 0;
    open.delete(id);
    const told = output.get(id);
    output.delete(id);
    const parents: Started[] = [];
    for (let at = open.get(started.parent); at !== undefined && parents.length < 64; at = open.get(at.parent))
      parents.push(at);
    const outcome = outcomeOf(element.find('result')?.attribute('status') ?? '');
    const hasFailed = outcome === 'failed' || outcome === 'errored';
    if (hasFailed) for (const parent of parents) parent.hasFailedChild = true;
    const isContainer =
      started.type === 'CONTAINER' || (started.type === '' && (started.hasChildren || parents.length === 0));
    // A container that fails by itself did so before its first test or after its last.
    if (isContainer && (!hasFailed || started.hasFailedChild)) return 0;
    record({
      outcome: isContainer ? 'errored' : outcome,
      suitePath: parents.map(({ name }) => name).reverse(),
      name: started.name,
      className: started.className,
      file: started.file,
      line: started.line,
      failures: hasFailed ? [failureOf(element.find('result'))] : [],
      out: told,
      place: `line ${element.line}`,
    });
    return hasFailed ? 1 : 0;
  }

  function report(element: XmlElement): void {
    const text = element.find('output')?.text() ?? '';
    const id = element.attribute('id');
    if (text !== '' && open.has(id) && (output.get(id)?.length ?? 0) < 64 * 1024)
      output.set(id, `${output.get(id) ?? ''}${text}`);
  }

  return {
    isItem: (name) => name === 'started' || name === 'finished' || name === 'reported' || name === 'root',
    take(element) {
      if (element.name === 'started') start(element);
      else if (element.name === 'reported') report(element);
      else if (element.name === 'finished') return finish(element);
      else return takeTree(element, [], record);
      return 0;
    },
  };
}

/** The tree nests its parts instead of listing them in time order. */
function takeTree(
  element: XmlElement,
  suitePath: readonly string[],
  record: (test: ReadTest) => void,
): number {
  const name = element.attribute('name');
  const children = element.all('child');
  const failed = children.reduce((sum, child) => sum + takeTree(child, [...suitePath, name], record), 0);
  const outcome = outcomeOf(element.all('result')[0]?.attribute('status') ?? '');
  const hasFailed = outcome === 'failed' || outcome === 'errored';
  const type = element.all('metadata')[0]?.find('type')?.text().trim() ?? '';
  const isContainer = children.length > 0 || type === 'CONTAINER' || suitePath.length === 0;
  if (isContainer && (!hasFailed || failed > 0)) return failed;
  const source = element.all('sources')[0];
  record({
    outcome: isContainer ? 'errored' : outcome,
    suitePath,
    name,
    className:
      source?.find('methodSource')?.attribute('className') ??
      source?.find('classSource')?.attribute('className'),
    file: source?.find('fileSource')?.attribute('path'),
    failures: hasFailed ? [failureOf(element.all('result')[0])] : [],
    place: `line ${element.line}`,
  });
  return failed + (hasFailed ? 1 : 0);
}

function outcomeOf(status: string): ReadTest['outcome'] {
  if (status === 'SUCCESSFUL') return 'passed';
  if (status === 'FAILED') return 'failed';
  return status === 'ERRORED' ? 'errored' : 'skipped';
}

function failureOf(result: XmlElement | undefined): ReadFailure {
  const throwable = result?.find('throwable');
  const stack = throwable?.text() || result?.find('reason')?.text() || '';
  const told = splitFailure(stack.trim());
  const type = throwable?.attribute('type') || told.type;
  const isAssertion = throwable === undefined || throwable.attribute('assertionError') === 'true';
  const message = (told.message ?? '').replace(`${type}: `, '');
  return { kind: isAssertion ? 'failure' : 'error', type, message, stack };
}
