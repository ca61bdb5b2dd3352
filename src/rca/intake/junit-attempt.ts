/** The failure elements of JUnit XML, as they are gathered: `failure`, `error` and their rerun and flaky forms. */
import { type BoundedText, boundText, collectText, emptyText, type TextCollector } from './bounded-text.ts';
import type { FailedAttempt, FailureKind, TestOutput } from './failed-test.ts';
import type { FailureKeeper } from './failure-keeper.ts';
import { intakeLimits } from './intake-limits.ts';
import type { XmlAttributes } from './xml-lexer.ts';

/** A failure element whose body is still being read. */
export interface AttemptDraft {
  readonly kind: FailureKind;
  readonly type: string;
  readonly message: BoundedText;
  readonly body: TextCollector;
}

/** The streams a test or suite wrote to, as far as they were seen. */
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

/** Starts a stream of output. */
export function createOutput(keeper: FailureKeeper): TextCollector {
  return collectText(keeper.textLimit(intakeLimits.outputLength));
}

/** Ends a failure element: without a message its first line is the message. */
export function finishAttempt(draft: AttemptDraft, keeper: FailureKeeper): FailedAttempt {
  const stack = trimBody(draft.body.finish());
  const given = draft.message.text.trim() === '' ? firstLine(stack.text) : draft.message;
  const limit = keeper.textLimit(intakeLimits.messageLength);
  // The mark of a cut makes a text a little longer than its limit; such a text is not cut again.
  const message = given.text.length <= limit || given.cutBytes > 0 ? given : boundText(given.text, limit);
  keeper.holdText(stack.text.length + message.text.length);
  return { kind: draft.kind, ...(draft.type === '' ? {} : { type: draft.type }), message, stack };
}

/** Ends the streams of a test or suite. */
export function finishOutput(draft: OutputDraft, keeper: FailureKeeper): TestOutput {
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

/** Blank lines around a body are the document's layout; blanks before its first line are the trace's own. */
function trimBody({ text, cutBytes }: BoundedText): BoundedText {
  const end = text.trimEnd();
  const start = end.length - end.trimStart().length;
  const lineStart = end.lastIndexOf('\n', start) + 1;
  return { text: end.slice(Math.min(lineStart, start)), cutBytes };
}
