/**
 * JUnit XML in the dialects of its many writers: Ant, surefire, Gradle, pytest, jest-junit, vitest, mocha, gotestsum,
 * Playwright, nextest, PHPUnit, .NET. Elements are known by their local names in any case; unknown ones are passed by.
 */
import { intakeLimits, type TextCollector } from '../reading/bounded-text.ts';
import type { ReportProperty, Retry } from '../reading/failed-test.ts';
import {
  type FailureKeeper,
  type ReportFormat,
  type ReportReader,
  type TestOutcome,
  UnreadableReport,
} from '../reading/failure-keeper.ts';
import {
  createXmlLexer,
  firstElement,
  withoutDeclarations,
  type XmlAttributes,
} from '../reading/xml-lexer.ts';
import {
  type AttemptDraft,
  addProperty,
  attemptDraft,
  createJunitSuite,
  createJunitTest,
  createOutput,
  hostProperties,
  type JunitSuite,
  type JunitTest,
  type OutputDraft,
} from './junit-test.ts';

const JUNIT_ELEMENT = /<(?:[\w.-]{1,64}:)?(?:testsuites?|testcase)[\s/>]/i;

/** The JUnit XML format. */
export const junitXml: ReportFormat = {
  name: 'junit-xml',
  recognises(beginning) {
    const startsAsXml = beginning.trimStart().startsWith('<');
    return (
      (startsAsXml && firstElement(beginning) === undefined) ||
      JUNIT_ELEMENT.test(withoutDeclarations(beginning))
    );
  },
  open: openJunit,
};

/** An open element: where its text goes, and what its end means. */
interface OpenElement {
  readonly name: string;
  readonly text?: TextCollector | undefined;
  readonly close?: () => void;
}

type Opened = Omit<OpenElement, 'name'>;

function openJunit(source: string, keeper: FailureKeeper): ReportReader {
  const elements: OpenElement[] = [];
  const suites: JunitSuite[] = [];
  const ofDocument: ReportProperty[] = [];
  const retryFinder = createRetryFinder();
  let hasTests = false;
  let hasFailures = false;
  /** How many failures and errors the whole report says there are. */
  let errors = 0;
  let isCutOff = false;
  let tagLine = 1;
  let test: JunitTest | undefined;
  let attempt: AttemptDraft | undefined;

  const place = () => `line ${lexer.line()}`;
  const suite = () => suites.at(-1);

  function openSuite(attributes: XmlAttributes): Opened {
    hasTests = true;
    // Suites around others count what those count, and so does the element around all.
    if (suite() === undefined && !elements.some(({ name }) => name === 'testsuites'))
      errors += declaredIn(attributes);
    const opened = createJunitSuite(attributes, suite(), ofDocument);
    suites.push(opened);
    return {
      close() {
        suites.pop();
        opened.finish(keeper);
      },
    };
  }

  function openTest(attributes: XmlAttributes): Opened {
    hasTests = true;
    // A test that was never closed ends where the next one begins.
    if (test !== undefined) closeElement('testcase');
    const opened = createJunitTest({
      attributes,
      suite: suite(),
      source: { name: source, place: `line ${tagLine}` },
      keeper,
    });
    test = opened;
    return {
      close() {
        test = undefined;
        finishTest(opened);
      },
    };
  }

  function finishTest(finished: JunitTest): void {
    // Where the document ends inside a test that has not failed yet, nobody knows how the test ended.
    if (isCutOff && !finished.hasFailed()) return;
    const outcome = finished.finish();
    hasFailures ||= outcome === 'failed' || outcome === 'errored' || outcome === 'flaky';
    retryFinder.note(finished, outcome);
  }

  function openFailure(name: string, attributes: XmlAttributes): Opened {
    hasFailures = true;
    if (test === undefined && suite() === undefined) return {};
    // A failure outside every test is the suite's own: its set-up failed, or it could not be loaded.
    const isSuiteOwn = test === undefined;
    const own = isSuiteOwn ? openTest(new Map([...attributes].filter(([key]) => key === 'time'))) : undefined;
    const draft = attemptDraft(name, attributes, keeper);
    test?.addAttempt(name, draft);
    attempt = draft;
    return {
      text: draft.body,
      close() {
        attempt = undefined;
        own?.close?.();
      },
    };
  }

  function openOutput(stream: keyof OutputDraft): Opened {
    if (attempt !== undefined) return ownLine(attempt.body);
    const output = test?.output ?? suite()?.output;
    if (output === undefined) return {};
    output[stream] ??= createOutput(keeper);
    return { text: output[stream] };
  }

  function openProperty(attributes: XmlAttributes): Opened {
    const holder = test ?? suite();
    if (holder === undefined) addProperty(ofDocument, attributes);
    else holder.addProperty(attributes);
    return {};
  }

  function openElement(written: string, attributes: XmlAttributes): Opened {
    const name = localName(written);
    switch (name) {
      case 'testsuites':
        hasTests = true;
        errors += declaredIn(attributes);
        ofDocument.push(...hostProperties(attributes));
        return {};
      case 'testsuite':
        return openSuite(attributes);
      case 'testcase':
        return openTest(attributes);
      case 'failure':
      case 'error':
      case 'rerunfailure':
      case 'rerunerror':
      case 'flakyfailure':
      case 'flakyerror':
        return openFailure(name, attributes);
      case 'skipped':
      case 'ignored':
      case 'disabled':
        test?.skip();
        return {};
      case 'system-out':
        return openOutput('out');
      case 'system-err':
        return openOutput('err');
      case 'property':
        return openProperty(attributes);
      default:
        return name === 'stacktrace' ? ownLine(elements.at(-1)?.text) : unknownElement(written);
    }
  }

  /** Inside a text an unknown element is most likely text whose `<` nobody escaped. */
  function unknownElement(name: string): Opened {
    const text = elements.at(-1)?.text;
    text?.push(`<${name}>`);
    return { text };
  }

  function closeElement(name: string): void {
    const depth = elements.findLastIndex((element) => element.name === name);
    if (depth >= 0) closeDownTo(depth);
  }

  function closeDownTo(depth: number): void {
    while (elements.length > depth) elements.pop()?.close?.();
  }

  const lexer = createXmlLexer({
    open(name, attributes, line) {
      tagLine = line;
      if (elements.length >= intakeLimits.depth) {
        throw new UnreadableReport(`it nests deeper than ${intakeLimits.depth} elements`);
      }
      elements.push({ name: localName(name), ...openElement(name, attributes) });
    },
    text(piece) {
      elements.at(-1)?.text?.push(piece);
    },
    close: (name) => closeElement(localName(name)),
  });

  return {
    write: lexer.write,
    end() {
      isCutOff = lexer.isInMarkup() || elements.length > 0;
      lexer.end();
      const inside = elements.at(-1)?.name;
      closeDownTo(0);
      retryFinder.finish();
      if (!hasTests) return 'it has no test suite in it';
      if (!isCutOff && errors > 0 && !hasFailures) return undescribed(errors);
      if (!isCutOff) return undefined;
      const where = inside === undefined ? 'inside markup' : `inside \`<${inside}>\``;
      return `it is cut off at ${place()}, ${where}; what came before was read`;
    },
    place,
  };
}

/** A text that stands in an element of its own inside another text begins on its own line. */
function ownLine(text: TextCollector | undefined): Opened {
  text?.push('\n');
  return { text };
}

/** What gotestsum writes where a package does not compile. */
function undescribed(errors: number): string {
  return `it counts errors or failures (${errors}) and describes none; see what the test runner printed, a build may have failed`;
}

function declaredIn(attributes: XmlAttributes): number {
  return wholeNumber(attributes.get('errors')?.text) + wholeNumber(attributes.get('failures')?.text);
}

function wholeNumber(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** A test that has ended. */
type RunTest = {
  /** What equals between runs of one test in one document. */
  identity(): string;
  /** Where a run that is found later is added. */
  readonly retries: Retry[];
};

/** Takes the tests of a document in their order. */
type RetryFinder = {
  note(test: RunTest, outcome: TestOutcome): void;
  /** Writes down the retries, once the whole document is known. */
  finish(): void;
};

/**
 * Finds tests that failed and passed later in one document, as some runners write a retry. Where a test that had passed
 * comes again, equal names belong to several tests (or to one with other arguments or in another browser), for nobody
 * runs again what passed: then a later pass says nothing of an earlier failure.
 */
function createRetryFinder(): RetryFinder {
  const failed = new Map<string, Retry[]>();
  const passed = new Set<string>();
  const passedLater = new Set<Retry[]>();
  let hasNamesakes = false;
  return {
    note(test, outcome) {
      if (hasNamesakes || outcome === 'skipped' || outcome === 'flaky') return;
      const identity = test.identity();
      hasNamesakes = passed.has(identity);
      const retries = failed.get(identity);
      if (outcome !== 'passed') remember(failed, () => failed.set(identity, test.retries));
      else if (retries === undefined) remember(passed, () => passed.add(identity));
      else passedLater.add(retries);
    },
    finish() {
      if (hasNamesakes) return;
      for (const retries of passedLater)
        if (retries.length < intakeLimits.attempts) retries.push({ outcome: 'passed' });
    },
  };
}

/** Beyond a bound nothing more is remembered, so that a huge report does not fill the memory. */
function remember({ size }: { readonly size: number }, keep: () => void): void {
  if (size < intakeLimits.identities) keep();
}
