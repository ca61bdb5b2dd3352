/** Takes a test as a reader found it, bounds and cleans what it says, and gives it to the keeper: for all formats but JUnit. */
import { type BoundedText, boundText, cleanText, emptyText, intakeLimits } from './bounded-text.ts';
import type { Attachment, FailedAttempt, FailedTest, FailureKind, ReportProperty } from './failed-test.ts';
import type { FailureKeeper, TestOutcome } from './failure-keeper.ts';
import { type Fields, listOf, textOf } from './json-fields.ts';

/** What one run of a test said, as the report has it. */
export type ReadFailure = {
  readonly kind: FailureKind;
  readonly type?: string | undefined;
  /** Left out or empty, it is the first line of the stack. */
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
};

/** A test that has ended, as the report has it. */
export type ReadTest = {
  readonly outcome: TestOutcome;
  /** Suites without a name are left out. */
  readonly suitePath: readonly string[];
  readonly name: string;
  readonly className?: string | undefined;
  /** What tells two runs of one test apart where it runs more than once: the project, the browser, the host. */
  readonly variant?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly durationMs?: number | undefined;
  /** The failure of the run that counts, then further ones of the same run. */
  readonly failures?: readonly ReadFailure[];
  /** Further runs, by the report's own word. */
  readonly retries?: readonly ('passed' | ReadFailure)[];
  readonly out?: string | undefined;
  readonly err?: string | undefined;
  readonly properties?: readonly ReportProperty[];
  readonly environment?: readonly ReportProperty[];
  /** What the runner kept of it: screenshots, traces, videos. */
  readonly attachments?: readonly ReadAttachment[];
  /** Where in the document it stands. */
  readonly place: string;
};

/** Where the tests of one document go. */
export type TestRecorder = {
  readonly keeper: FailureKeeper;
  record(test: ReadTest): void;
};

/** Makes a recorder for one document. */
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
  // What could not be loaded is called by its file, which is then in no suite.
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
    // Tests are compared by their suite and name, so that what tells runs apart stands there.
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

/** Bounds a name; names are told without blanks around them. */
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

/** How the message of a failure ends of which the report says nothing. */
const UNTOLD = 'failed; the report does not say how';

/** Tells whether a message is there only because the report has none. */
export function isUntold(message: string): boolean {
  return message.endsWith(UNTOLD);
}

/** Failures of which nothing is told are not all the same one, so that each has the name of its test. */
function messageOf({ message = '', stack = '' }: ReadFailure, name: string): string {
  const isTold = message.trim() !== '' || stack.trim() !== '';
  return isTold ? message : `\`${name}\` ${UNTOLD}`;
}

function firstLine(text: string): string {
  return text.split('\n', 20).find((line) => line.trim() !== '') ?? '';
}

/** Blank lines before a text and blanks behind it are layout; blanks before its first line may be the trace's own. */
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

/** Where a trace begins, or lines of code with their numbers. */
const TRACE_OR_CODE = /^[ \t]*at\s+\S.*[:)]|^[ \t]*(?:> ?)?[ \t]*\d+ [|] /m;

/** Takes apart a failure that is told as one text, as JavaScript tells it: type and message, then the trace. */
export function splitFailure(text: string): Pick<ReadFailure, 'type' | 'message' | 'stack'> {
  const stack = cleanText(text);
  const end = stack.search(TRACE_OR_CODE);
  const head = (end < 0 ? stack : stack.slice(0, end))
    .replace(/^\s*● Test suite failed to run\s+/, '')
    .trim();
  const [title = '', type = ''] = TYPED.exec(head) ?? [];
  return { type, message: head.slice(title.length), stack };
}

/** What is said of a run that failed before one that passed, where the report tells nothing of it. */
export function untoldFailure(name: string): ReadFailure {
  return {
    kind: 'failure',
    message: `\`${nameOf(name)}\` failed before it passed; the report does not say how`,
  };
}

/** What is said of a document that counts failures which it does not list. */
export function unlistedFailures(count: number): string {
  return `it counts more failures than it lists (${count} more); see what the test runner printed`;
}

/** An attachment as a report has it. */
export type ReadAttachment = { readonly name?: string; readonly path: string };

/** Bounds attachments, each path once; what is no path, for instance the content itself, is left out. */
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

/** Names are told in one line. */
function plain(text: string): string {
  return cleanText(text.slice(0, 2 * intakeLimits.pathLength))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Finds what Jenkins and GitLab look for in what a test printed: `[[ATTACHMENT|path]]`. */
export function attachmentsIn(output: string): readonly ReadAttachment[] {
  return [...output.matchAll(/\[\[ATTACHMENT\|([^\]\n]{1,4000})\]\]/g)].map(([, path = '']) => ({ path }));
}

/** Reads a list of attachments as most formats in JSON have it. */
export function attachmentsOf(list: unknown): readonly ReadAttachment[] {
  return listOf(list).map((one: Fields) => ({ name: textOf(one.name), path: textOf(one.path) }));
}
