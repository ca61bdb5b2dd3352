/**
 * The tests, suites and failures of a JUnit report while their elements are open, and the failed tests made
 * from them.
 */

import {
  type BoundedText,
  boundText,
  collectText,
  emptyText,
  intakeLimits,
  type TextCollector,
} from '../reading/bounded-text.ts';
import {
  type FailedAttempt,
  type FailedTest,
  type FailureKind,
  looksLikeSourcePath,
  type ReportProperty,
  type Retry,
  type TestOutput,
} from '../reading/failed-test.ts';
import type { FailureKeeper, TestOutcome } from '../reading/failure-keeper.ts';
import { attachmentsIn, boundAttachments } from '../reading/record-test.ts';
import type { XmlAttributes } from '../reading/xml-lexer.ts';

const FAILED_STATUS = /^(?:failed|failure|error|broken|timedout)$/i;
const SKIPPED_STATUS = /^(?:skipped|notrun|disabled|ignored|suppressed)$/i;

export interface JunitTest {
  /** Returns a key shared by the runs of one test in a document. */
  identity(): string;
  /** The retries of the test; ones found later are added here. */
  readonly retries: Retry[];
  readonly output: OutputDraft;
  addAttempt(element: string, draft: AttemptDraft): void;
  addProperty(attributes: XmlAttributes): void;
  skip(): void;
  hasFailed(): boolean;
  /** Counts the test, keeps it if it failed, and returns its outcome. */
  finish(): TestOutcome;
}

interface JunitTestStart {
  readonly attributes: XmlAttributes;
  readonly suite: JunitSuite | undefined;
  readonly source: FailedTest['source'];
  readonly keeper: FailureKeeper;
}

export function createJunitTest({ attributes, suite, source, keeper }: JunitTestStart): JunitTest {
  const name = nonEmpty(attributes, 'name') ?? suite?.name ?? '';
  const className = nonEmpty(attributes, 'classname') ?? nonEmpty(attributes, 'class');
  const status = nonEmpty(attributes, 'status') ?? '';
  const result = nonEmpty(attributes, 'result') ?? '';
  const failing: AttemptDraft[] = [];
  const rerun: AttemptDraft[] = [];
  const flaky: AttemptDraft[] = [];
  const properties: ReportProperty[] = [];
  const output: OutputDraft = {};
  const retries: Retry[] = [];
  let isSkipped = SKIPPED_STATUS.test(status) || SKIPPED_STATUS.test(result);

  function outcome(): TestOutcome {
    const first = failing[0];
    if (first !== undefined) return first.kind === 'error' ? 'errored' : 'failed';
    if (flaky.length > 0) return 'flaky';
    if (isSkipped) return 'skipped';
    return FAILED_STATUS.test(status) || FAILED_STATUS.test(result) ? 'failed' : 'passed';
  }

  function names() {
    return { suitePath: suite?.path ?? [], name, ...(className === undefined ? {} : { className }) };
  }

  function seeOnly(ended: 'passed' | 'skipped'): void {
    const file = keeper.see && fileOf(attributes, { suite, className });
    keeper.see?.({ outcome: ended, ...names(), ...(file === undefined ? {} : { file }) });
  }

  function keep(ended: 'failed' | 'errored' | 'flaky'): void {
    const [main = attemptDraft('failure', attributes, keeper), ...others] =
      ended === 'flaky' ? flaky : failing;
    const again = ended === 'flaky' ? others : rerun;
    for (const draft of again) retries.push({ outcome: 'failed', ...finishAttempt(draft, keeper) });
    if (ended === 'flaky') retries.push({ outcome: 'passed' });
    const printed = finishOutput(output, keeper);
    const attachments = boundAttachments(attachmentsIn(`${printed.out.text}\n${printed.err.text}`));
    const kept: { -readonly [Key in keyof FailedTest]: FailedTest[Key] } = {
      ...finishAttempt(main, keeper),
      suite: suite?.name ?? '',
      ...names(),
      ...placeOf(attributes, { suite, className }),
      output: printed,
      suiteOutput: noOutput,
      further: (ended === 'flaky' ? [] : others).map((draft) => finishAttempt(draft, keeper)),
      retries,
      properties,
      environment: suite?.properties ?? [],
      ...(attachments.length > 0 && { attachments }),
      source,
    };
    for (const { name: key, value } of properties) keeper.holdText(key.length + value.length);
    if (keeper.keep(kept, ended)) suite?.addFailing(kept);
    keeper.see?.({ outcome: ended, test: kept });
  }

  return {
    identity: () => JSON.stringify([suite?.path ?? [], className ?? '', name]),
    retries,
    output,
    addAttempt(element, draft) {
      const list = element.startsWith('rerun') ? rerun : element.startsWith('flaky') ? flaky : failing;
      if (list.length < intakeLimits.attempts) list.push(draft);
    },
    addProperty: (property) => addProperty(properties, property),
    skip() {
      isSkipped = true;
    },
    hasFailed: () => failing.length > 0,
    finish() {
      const ended = outcome();
      keeper.count(ended, names());
      if (ended === 'passed' || ended === 'skipped') seeOnly(ended);
      else keep(ended);
      return ended;
    },
  };
}

type Place = Pick<FailedTest, 'file' | 'line' | 'durationMs'>;

interface TestOwner {
  readonly suite: JunitSuite | undefined;
  readonly className: string | undefined;
}

function placeOf(attributes: XmlAttributes, owner: TestOwner): Place {
  const file = fileOf(attributes, owner);
  const line = lineOf(attributes, owner.suite);
  const durationMs = wholeMilliseconds(nonEmpty(attributes, 'time') ?? nonEmpty(attributes, 'duration'));
  return {
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

function fileOf(attributes: XmlAttributes, { suite, className }: TestOwner): string | undefined {
  const named = [className, suite?.name].find((text) => text !== undefined && looksLikeSourcePath(text));
  return nonEmpty(attributes, 'file') ?? nonEmpty(attributes, 'filepath') ?? suite?.file ?? named;
}

function lineOf(attributes: XmlAttributes, suite: JunitSuite | undefined): number | undefined {
  const text = nonEmpty(attributes, 'line') ?? nonEmpty(attributes, 'lineno');
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  return Number(text) + (suite?.countsLinesFromZero === true ? 1 : 0);
}

/**
 * Converts seconds (`0.012`, `1,234.5`, `0,012`, `1e-3`) to whole milliseconds; undefined if it is not a
 * duration.
 */
export function wholeMilliseconds(seconds: string | undefined): number | undefined {
  if (seconds === undefined || seconds.length > 40) return undefined;
  const plain = seconds.includes('.') ? seconds.replaceAll(',', '') : seconds.replace(',', '.');
  const milliseconds = Math.round(Number(plain) * 1000);
  return plain !== '' && Number.isSafeInteger(milliseconds) && milliseconds >= 0 ? milliseconds : undefined;
}

/** An open suite, and what its tests inherit from it. */
export interface JunitSuite {
  readonly name: string;
  /** The names of the suites from the outermost to this one. */
  readonly path: readonly string[];
  readonly file: string | undefined;
  /** Whether line numbers in this suite start at 0, as in pytest. */
  readonly countsLinesFromZero: boolean;
  readonly properties: ReportProperty[];
  readonly output: OutputDraft;
  addProperty(attributes: XmlAttributes): void;
  /** Adds a failing test that still needs the suite's output. */
  addFailing(test: { suiteOutput: TestOutput }): void;
  finish(keeper: FailureKeeper): void;
}

/** The output of a suite that printed nothing. */
const noOutput: TestOutput = Object.freeze({ out: emptyText, err: emptyText });

/** Opens a suite, nested or at the top; at the top, the document's own properties apply to it. */
export function createJunitSuite(
  attributes: XmlAttributes,
  outer: JunitSuite | undefined,
  ofDocument: readonly ReportProperty[] = [],
): JunitSuite {
  const name = nonEmpty(attributes, 'name') ?? '';
  const waiting: { suiteOutput: TestOutput }[] = [];
  const output: OutputDraft = {};
  const properties = [...hostProperties(attributes), ...(outer?.properties ?? ofDocument)];
  return {
    name,
    path: [...(outer?.path ?? []), name],
    file: nonEmpty(attributes, 'file') ?? nonEmpty(attributes, 'filepath') ?? outer?.file,
    countsLinesFromZero: name === 'pytest' || outer?.countsLinesFromZero === true,
    properties,
    output,
    addProperty: (property) => addProperty(properties, property),
    addFailing: (test) => waiting.push(test),
    finish(keeper) {
      if (waiting.length === 0 || (output.out === undefined && output.err === undefined)) return;
      const finished = finishOutput(output, keeper);
      for (const test of waiting) test.suiteOutput = finished;
    },
  };
}

/** Adds a property element to a list, within the limit. */
export function addProperty(properties: ReportProperty[], attributes: XmlAttributes): void {
  const name = nonEmpty(attributes, 'name');
  if (name === undefined || properties.length >= intakeLimits.properties) return;
  properties.push({ name, value: shortText(attributes, 'value') });
}

/** Returns an attribute's trimmed and bounded text, unless it is empty. */
function nonEmpty(attributes: XmlAttributes, name: string): string | undefined {
  const text = shortText(attributes, name).trim();
  return text === '' ? undefined : text;
}

function shortText(attributes: XmlAttributes, name: string): string {
  const text = attributes.get(name)?.text ?? '';
  return text.length <= intakeLimits.nameLength ? text : boundText(text, intakeLimits.nameLength).text;
}

/** Returns the host and time that an element states. */
export function hostProperties(attributes: XmlAttributes): ReportProperty[] {
  return ['hostname', 'timestamp'].flatMap((name) => {
    const value = nonEmpty(attributes, name);
    return value === undefined ? [] : [{ name, value }];
  });
}

/** A `failure` or `error` element, or its rerun or flaky variant, whose body is still being read. */
export interface AttemptDraft {
  readonly kind: FailureKind;
  readonly type: string;
  readonly message: BoundedText;
  readonly body: TextCollector;
}

/** The output streams of a test or suite read so far. */
export interface OutputDraft {
  out?: TextCollector;
  err?: TextCollector;
}

const FIRST_LINES = 20;
/** PHPUnit writes the test's name above the message. */
const TEST_TITLE = /^[\w\\]{1,500}::\w{1,500}(?: with data set .{1,500})?$/;

/** Starts a failure element. */
export function attemptDraft(name: string, attributes: XmlAttributes, keeper: FailureKeeper): AttemptDraft {
  return {
    kind: name.endsWith('error') ? 'error' : 'failure',
    type: boundText(attributes.get('type')?.text.trim() ?? '', intakeLimits.nameLength).text,
    message: attributes.get('message') ?? emptyText,
    body: collectText(keeper.textLimit(intakeLimits.stackLength)),
  };
}

/** Starts an output stream. */
export function createOutput(keeper: FailureKeeper): TextCollector {
  return collectText(keeper.textLimit(intakeLimits.outputLength));
}

/** Ends a failure element; without a message its first line is used. */
function finishAttempt(draft: AttemptDraft, keeper: FailureKeeper): FailedAttempt {
  const stack = trimBody(draft.body.finish());
  const given = draft.message.text.trim() === '' ? firstLine(stack.text) : draft.message;
  const limit = keeper.textLimit(intakeLimits.messageLength);
  // The truncation mark makes a text slightly longer than its limit; such a text is not cut again.
  const message = given.text.length <= limit || given.cutBytes > 0 ? given : boundText(given.text, limit);
  keeper.holdText(stack.text.length + message.text.length);
  return { kind: draft.kind, ...(draft.type === '' ? {} : { type: draft.type }), message, stack };
}

/** Ends the output streams of a test or suite. */
function finishOutput(draft: OutputDraft, keeper: FailureKeeper): TestOutput {
  const out = draft.out?.finish() ?? emptyText;
  const err = draft.err?.finish() ?? emptyText;
  keeper.holdText(out.text.length + err.text.length);
  return { out, err };
}

function firstLine(text: string): BoundedText {
  const [first = '', second] = text.split('\n', FIRST_LINES).filter((line) => line.trim() !== '');
  const line = second !== undefined && TEST_TITLE.test(first) ? second : first;
  return boundText(line.trim(), intakeLimits.messageLength);
}

/**
 * Blank lines around a body are the document's layout; the indentation of its first line may belong to the
 * trace.
 */
function trimBody({ text, cutBytes }: BoundedText): BoundedText {
  const end = text.trimEnd();
  const start = end.length - end.trimStart().length;
  const lineStart = end.lastIndexOf('\n', start) + 1;
  return { text: end.slice(Math.min(lineStart, start)), cutBytes };
}
