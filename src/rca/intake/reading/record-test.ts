/** Bounds and cleans a test found by a reader, and passes it to the keeper; for all formats but JUnit. */
import { type BoundedText, boundText, cleanText, emptyText, intakeLimits } from './bounded-text.ts';
import type { Attachment, FailedAttempt, FailedTest, FailureKind, ReportProperty } from './failed-test.ts';
import type { FailureKeeper, TestOutcome } from './failure-keeper.ts';
import { type Fields, listOf, textOf } from './json-fields.ts';

/** The failure of one run of a test, as reported. */
export type ReadFailure = {
  readonly kind: FailureKind;
  readonly type?: string | undefined;
  /** If omitted or empty, the first line of the stack is used. */
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
};

/** A finished test, as reported. */
export type ReadTest = {
  readonly outcome: TestOutcome;
  /** Unnamed suites are left out. */
  readonly suitePath: readonly string[];
  readonly name: string;
  readonly className?: string | undefined;
  /** Distinguishes runs of one test that runs several times: the project, browser or host. */
  readonly variant?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly durationMs?: number | undefined;
  /** The failure of the run that counts, then further ones of the same run. */
  readonly failures?: readonly ReadFailure[];
  /** Retries, as declared by the report. */
  readonly retries?: readonly ('passed' | ReadFailure)[];
  readonly out?: string | undefined;
  readonly err?: string | undefined;
  readonly properties?: readonly ReportProperty[];
  readonly environment?: readonly ReportProperty[];
  /** The files the runner kept: screenshots, traces, videos. */
  readonly attachments?: readonly ReadAttachment[];
  /** The position in the document. */
  readonly place: string;
};

/** Collects the tests of one document. */
export type TestRecorder = {
  readonly keeper: FailureKeeper;
  record(test: ReadTest): void;
};

export function createRecorder(source: string, keeper: FailureKeeper): TestRecorder {
  return { keeper, record: (test) => recordTest(test, { source, keeper }) };
}

function recordTest(test: ReadTest, { source, keeper }: { source: string; keeper: FailureKeeper }): void {
  const { outcome } = test;
  keeper.count(outcome, {
    name: nameOf(test.name),
    ...(test.className && { className: nameOf(test.className) }),
  });
  if (outcome === 'passed' || outcome === 'skipped') {
    if (keeper.see) keeper.see({ outcome, ...namesOf(test) });
    return;
  }
  const bound = (text: string | undefined, usual: number) =>
    text === undefined || text === '' ? emptyText : boundText(text, keeper.textLimit(usual));
  const [main = { kind: outcome === 'errored' ? 'error' : 'failure' } as ReadFailure, ...others] =
    test.failures ?? [];
  const names = namesOf(test);
  const around = names.suitePath.at(-1) ?? names.className ?? names.file ?? '';
  // A file that could not be loaded is reported as a test named by the file, which is then in no suite.
  const suite = around === names.name && test.suitePath.length === 0 ? '' : around;
  const output = {
    out: bound(test.out, intakeLimits.outputLength),
    err: bound(test.err, intakeLimits.outputLength),
  };
  const attachments = boundAttachments(test.attachments ?? []);
  const kept: FailedTest = {
    ...attemptOf(
      { ...main, ...(outcome === 'errored' && { kind: 'error' }), message: messageOf(main, names.name) },
      keeper,
    ),
    ...names,
    // Tests are compared by suite and name, so the variant is added to the suite.
    suite: test.variant ? nameOf(`${test.variant}${suite === '' ? '' : ` › ${suite}`}`) : suite,
    ...(isLine(test.line) && { line: test.line }),
    ...(isDuration(test.durationMs) && { durationMs: Math.round(test.durationMs) }),
    output,
    suiteOutput: { out: emptyText, err: emptyText },
    further: others.slice(0, intakeLimits.attempts).map((failure) => attemptOf(failure, keeper)),
    retries: (test.retries ?? [])
      .slice(-intakeLimits.attempts)
      .map((retry) =>
        retry === 'passed' ? { outcome: 'passed' } : { outcome: 'failed', ...attemptOf(retry, keeper) },
      ),
    properties: propertiesOf(test.properties),
    environment: propertiesOf(test.environment),
    ...(attachments.length > 0 && { attachments }),
    source: { name: source, place: test.place },
  };
  keeper.holdText(output.out.text.length + output.err.text.length);
  keeper.keep(kept, outcome);
  keeper.see?.({ outcome, test: kept });
}

function namesOf({ suitePath, name, className, file }: ReadTest) {
  return {
    suitePath: suitePath.map(nameOf).filter((suite) => suite !== ''),
    name: nameOf(name),
    ...(className !== undefined && className !== '' && { className: nameOf(className) }),
    ...(file !== undefined && file !== '' && { file: nameOf(file) }),
  };
}

/** Bounds and trims a name. */
export function nameOf(text: string): string {
  return boundText(text.slice(0, 2 * intakeLimits.nameLength), intakeLimits.nameLength).text.trim();
}

function attemptOf(
  { kind, type, message = '', stack = '' }: ReadFailure,
  keeper: FailureKeeper,
): FailedAttempt {
  const bounded = trimmed(boundText(stack, keeper.textLimit(intakeLimits.stackLength)));
  const told = message.trim() === '' ? firstLine(bounded.text) : message;
  const text = trimmed(boundText(told, keeper.textLimit(intakeLimits.messageLength)));
  keeper.holdText(bounded.text.length + text.text.length);
  const named = type === undefined ? '' : nameOf(type);
  return { kind, ...(named !== '' && { type: named }), message: text, stack: bounded };
}

/** The end of the message of a failure about which the report says nothing. */
const UNTOLD = 'failed; the report does not say how';

/** Returns whether a message is only a placeholder for a missing one. */
export function isUntold(message: string): boolean {
  return message.endsWith(UNTOLD);
}

/** Failures without any text are not all the same, so each message includes the name of its test. */
function messageOf({ message = '', stack = '' }: ReadFailure, name: string): string {
  const isTold = message.trim() !== '' || stack.trim() !== '';
  return isTold ? message : `\`${name}\` ${UNTOLD}`;
}

function firstLine(text: string): string {
  return text.split('\n', 20).find((line) => line.trim() !== '') ?? '';
}

/**
 * Removes blank lines before a text and whitespace after it, which are layout. The indentation of the first
 * line may belong to the trace.
 */
function trimmed({ text, cutBytes }: BoundedText): BoundedText {
  return { text: text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd(), cutBytes };
}

function propertiesOf(properties: readonly ReportProperty[] = []): readonly ReportProperty[] {
  return properties
    .slice(0, intakeLimits.properties)
    .map(({ name, value }) => ({ name: nameOf(name), value: nameOf(value) }));
}

function isLine(line: number | undefined): line is number {
  return line !== undefined && Number.isSafeInteger(line) && line > 0;
}

function isDuration(duration: number | undefined): duration is number {
  return duration !== undefined && Number.isSafeInteger(Math.round(duration)) && duration >= 0;
}

const TYPED =
  /^(?:Uncaught )?((?:[A-Za-z_$][\w$.]*[.])?(?:[A-Z][\w$]*)?(?:Error|Exception|Failure|Rejection)\w*)(?: \[[\w$]+\])?(?:: ?|$)/;

/** The beginning of a trace, or of numbered source lines. */
const TRACE_OR_CODE = /^[ \t]*at\s+\S.*[:)]|^[ \t]*(?:> ?)?[ \t]*\d+ [|] /m;

/** Splits a failure given as one text in the JavaScript style: type and message, then the trace. */
export function splitFailure(text: string): Pick<ReadFailure, 'type' | 'message' | 'stack'> {
  const stack = cleanText(text);
  const end = stack.search(TRACE_OR_CODE);
  const head = (end < 0 ? stack : stack.slice(0, end))
    .replace(/^\s*● Test suite failed to run\s+/, '')
    .trim();
  const [title = '', type = ''] = TYPED.exec(head) ?? [];
  return { type, message: head.slice(title.length), stack };
}

/** The failure recorded for a failed run before one that passed, if the report has no text for it. */
export function untoldFailure(name: string): ReadFailure {
  return {
    kind: 'failure',
    message: `\`${nameOf(name)}\` failed before it passed; the report does not say how`,
  };
}

/** Describes a document that counts failures which it does not list. */
export function unlistedFailures(count: number): string {
  return `it counts more failures than it lists (${count} more); see what the test runner printed`;
}

/** An attachment, as reported. */
export type ReadAttachment = { readonly name?: string; readonly path: string };

/**
 * Bounds attachments and removes duplicates by path. Entries that are not paths, such as inline content, are
 * left out.
 */
export function boundAttachments(read: readonly ReadAttachment[]): readonly Attachment[] {
  const kept = new Map<string, Attachment>();
  for (const { name = '', path: written } of read) {
    const path = plain(written);
    if (kept.size >= intakeLimits.attachments) break;
    if (path === '' || path.length > intakeLimits.pathLength || /^(?:data|blob|javascript):/i.test(path))
      continue;
    const title = plain(name.slice(0, intakeLimits.pathLength));
    if (!kept.has(path)) kept.set(path, title === '' ? { path } : { name: title, path });
  }
  return [...kept.values()];
}

/** Collapses a name into one line. */
function plain(text: string): string {
  return cleanText(text.slice(0, 2 * intakeLimits.pathLength))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Finds the attachment marks that Jenkins and GitLab look for in a test's output: `[[ATTACHMENT|path]]`. */
export function attachmentsIn(output: string): readonly ReadAttachment[] {
  return [...output.matchAll(/\[\[ATTACHMENT\|([^\]\n]{1,4000})\]\]/g)].map(([, path = '']) => ({ path }));
}

/** Reads a list of attachments in the shape that most JSON formats share. */
export function attachmentsOf(list: unknown): readonly ReadAttachment[] {
  return listOf(list).map((one: Fields) => ({ name: textOf(one.name), path: textOf(one.path) }));
}
