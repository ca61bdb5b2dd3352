/**
 * The texts of a failure, bounded and split into lines, and its own message for display, without the trace,
 * source excerpts and runner output.
 */
import { cleanText } from '../intake/reading/bounded-text.ts';
import { parseStack, rootException } from '../stack/parse-stack.ts';
import type { CaseFailure } from './case-record.ts';

/** The texts of a failure, as reported. */
export interface FailureText {
  readonly message: string;
  readonly type?: string;
  /** The body of the failure: usually the trace, preceded by the message. */
  readonly stack: string;
  /** The test's output; some runners report the failure only there. */
  readonly output?: string;
}

/** Returns the texts of a failure as its case keeps it. */
export function failureText({ message, type, stack, output }: CaseFailure): FailureText {
  const printed = [output.out.text, output.err.text].filter((text) => text !== '').join('\n');
  return { message: message.text, ...(type !== undefined && { type }), stack: stack.text, output: printed };
}

const HEAD = 24_000;
const TAIL = 8_000;
const LINES = 600;
const LINE_LENGTH = 1_000;
const PYTEST_SAID = /^E(?: {1,20}|$)/;

/** Returns the informative lines of a text: its head and tail, and for pytest only the error lines. */
export function tellingLines(text: string): readonly string[] {
  const short = text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;
  const all = cleanText(short).split('\n');
  const said = all.filter((line) => PYTEST_SAID.test(line));
  const lines = said.length > 0 ? said.map((line) => line.replace(PYTEST_SAID, '')) : all;
  const kept = lines.length <= LINES ? lines : [...lines.slice(0, LINES / 2), ...lines.slice(-LINES / 2)];
  return kept.map((line) => line.slice(0, LINE_LENGTH).trimEnd());
}

/** Shortens a text to a length and marks the cut. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text.toWellFormed() : `${text.slice(0, length - 1)}…`.toWellFormed();
}

const MESSAGE_LENGTH = 300;
const MOST_LINES = 4;

/** Messages that say only that there is a failure, not which. */
const GENERIC =
  /^(?:(?:the )?tests? )?(?:fail(?:ed|ure)?|error(?:ed)?|exception|null|undefined|none|test ?code ?failure|collection failure|assertion ?(?:error|failed)?|script failed|test suite failed to run|no message|unknown(?: error)?|exit status \d+)[.:!]?$/i;
const TRACE_LINE =
  /^(?:at |❯ |from |File "|#\d+ |\.\.\. \d+ |Traceback|goroutine \d|stack backtrace:|created by |\d+: |-->)|^(?:[A-Za-z]:)?[^\s:()]{1,300}\.\w{1,8}:\d+(?::\d+)?:?(?: in \w.*)?$/;
/** What runners print around a failure. */
const NOISE =
  /^(?:=== (?:RUN|PAUSE|CONT|NAME)|--- FAIL|FAIL\b|ok\b|PASS\b|[=_*~-]{3,}|[_ ]{3,}|\^+$|[~^\s|]+$|>? {0,6}\d{0,6} ?\||● |✖ |✕ |duration_ms:|type:|location:|failureType:|code:|operator:|stack:|note: run with|generatedMessage:|Hint:|\d+\) |[-+] |\? )/;
/** A line that introduces the text after a blank line. */
const LEADS_ON = /:$|^expect\(.*\)|^Expected values to be|^Failure\/Error:/;
const LOGGED = /^\S{1,300}\.(?:go|swift|exs?|cc?|cpp|rs):\d+(?::\d+)?: (?=\S)/;
const ASSERTION_TYPE = /assert|ComparisonFailure|ExpectationFailed|^Error$|^Exception$|^Failure$|^Failed$/i;

/**
 * Returns a failure's own message as one short paragraph; empty if it has none. If the reported message says
 * nothing, the trace or the output is used.
 *
 * @example
 * ownMessage({ message: 'Failed', stack: '=== RUN TestA\n    a_test.go:3: got 1, want 2' }) // 'got 1, want 2'
 */
export function ownMessage(failure: FailureText): string {
  const said = paragraph(tellingLines(failure.message)) || traceMessage(failure.stack);
  const found =
    said || paragraph(tellingLines(failure.stack)) || paragraph(tellingLines(failure.output ?? ''));
  return shortened(withType(found, failure), MESSAGE_LENGTH);
}

/** Returns whether a message says only that there is a failure, not which. */
export function isGeneric(message: string): boolean {
  return message.trim() === '' || GENERIC.test(message.trim());
}

/** The first informative lines, joined into one. */
function paragraph(lines: readonly string[]): string {
  const kept: string[] = [];
  for (const line of lines) {
    const text = line.trim().replace(LOGGED, '');
    const last = kept.at(-1);
    if (text === '' && last !== undefined && !LEADS_ON.test(last)) break;
    if (last !== undefined && (TRACE_LINE.test(text) || NOISE.test(text)) && !LEADS_ON.test(last)) break;
    if (text === '' || isSilent(text)) continue;
    kept.push(text);
    if (kept.length === MOST_LINES) break;
  }
  return kept.join(' ').replace(/\s+/g, ' ').trim();
}

function isSilent(text: string): boolean {
  return GENERIC.test(text) || TRACE_LINE.test(text) || NOISE.test(text);
}

/** The message of the exception at the bottom of the trace. */
function traceMessage(stack: string): string {
  const { exception, message = '' } = rootException(parseStack(stack));
  const said = paragraph(tellingLines(message));
  if (said === '') return '';
  return exception === undefined || ASSERTION_TYPE.test(shortName(exception)) || exception === 'panic'
    ? said
    : `${shortName(exception)}: ${said}`;
}

/** Prefixes the message with its type, unless the type only says that an assertion failed. */
function withType(said: string, { type = '' }: FailureText): string {
  const name = shortName(type.trim());
  const isTelling = /^[A-Z]\w{2,80}$/.test(name) && !ASSERTION_TYPE.test(name) && !GENERIC.test(name);
  if (!isTelling || said.includes(name)) return said;
  return said === '' ? name : `${name}: ${said}`;
}

function shortName(type: string): string {
  return type.split(/[.\\]|::/).at(-1) ?? '';
}
