/**
 * JUnit XML in the dialects of its many writers: Ant, Surefire, Gradle, pytest, jest-junit, vitest, mocha,
 * gotestsum, Playwright, nextest, PHPUnit, .NET. Elements are matched by local name, ignoring case; unknown
 * ones are skipped.
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

/** An open element: where its text goes, and what to do at its end. */
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
  /** The total of failures and errors declared by the report. */
  let errors = 0;
  let isCutOff = false;
  let tagLine = 1;
  let test: JunitTest | undefined;
  let attempt: AttemptDraft | undefined;

  const place = () => `line ${lexer.line()}`;
  const suite = () => suites.at(-1);

  function openSuite(attributes: XmlAttributes): Opened {
    hasTests = true;
    // Outer suites and the root element count the same tests again.
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
    // If the document ends inside a test that has not failed yet, its outcome is unknown.
    if (isCutOff && !finished.hasFailed()) return;
    const outcome = finished.finish();
    hasFailures ||= outcome === 'failed' || outcome === 'errored' || outcome === 'flaky';
    retryFinder.note(finished, outcome);
  }

  function openFailure(name: string, attributes: XmlAttributes): Opened {
    hasFailures = true;
    if (test === undefined && suite() === undefined) return {};
    // A failure outside any test belongs to the suite: its set-up failed, or it could not be loaded.
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

  /** An unknown element inside a text is most likely text with an unescaped `<`. */
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

/** The text of an element nested in another text begins on a new line. */
function ownLine(text: TextCollector | undefined): Opened {
  text?.push('\n');
  return { text };
}

/** The failure that gotestsum writes for a package that does not compile. */
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

type RunTest = {
  /** Returns a key shared by the runs of one test in a document. */
  identity(): string;
  /** Retries found later are added here. */
  readonly retries: Retry[];
};

/** Takes the tests of a document in order. */
type RetryFinder = {
  note(test: RunTest, outcome: TestOutcome): void;
  /** Records the retries once the whole document is known. */
  finish(): void;
};

/**
 * Finds tests that failed and later passed in one document, which is how some runners write a retry. If a
 * test that had passed appears again, the name belongs to several tests (or to one with other arguments or in
 * another browser), since nobody reruns a passed test. A later pass then says nothing about an earlier
 * failure.
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

/** Beyond the limit nothing more is remembered, so that a huge report does not fill the memory. */
function remember({ size }: { readonly size: number }, keep: () => void): void {
  if (size < intakeLimits.identities) keep();
}
