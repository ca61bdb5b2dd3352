/**
 * A failure's own message for a person: one short paragraph of what the test itself says, without the trace, pieces of
 * source and the words of the runner. Where the report's message says nothing, the trace or the output does.
 */
import { parseStack, rootException } from '../stack/parse-stack.ts';
import { type FailureText, shortened, tellingLines } from './failure-text.ts';

const LENGTH = 300;
const MOST_LINES = 4;

/** Words that name no failure, only that there is one. */
const GENERIC =
  /^(?:(?:the )?tests? )?(?:fail(?:ed|ure)?|error(?:ed)?|exception|null|undefined|none|test ?code ?failure|collection failure|assertion ?(?:error|failed)?|script failed|test suite failed to run|no message|unknown(?: error)?|exit status \d+)[.:!]?$/i;
const TRACE_LINE =
  /^(?:at |❯ |from |File "|#\d+ |\.\.\. \d+ |Traceback|goroutine \d|stack backtrace:|created by |\d+: |-->)|^(?:[A-Za-z]:)?[^\s:()]{1,300}\.\w{1,8}:\d+(?::\d+)?:?(?: in \w.*)?$/;
/** What runners print around a failure. */
const NOISE =
  /^(?:=== (?:RUN|PAUSE|CONT|NAME)|--- FAIL|FAIL\b|ok\b|PASS\b|[=_*~-]{3,}|[_ ]{3,}|\^+$|[~^\s|]+$|>? {0,6}\d{0,6} ?\||● |✖ |✕ |duration_ms:|type:|location:|failureType:|code:|operator:|stack:|note: run with|generatedMessage:|Hint:|\d+\) |[-+] |\? )/;
/** Words that announce what follows a blank line. */
const LEADS_ON = /:$|^expect\(.*\)|^Expected values to be|^Failure\/Error:/;
const LOGGED = /^\S{1,300}\.(?:go|swift|exs?|cc?|cpp|rs):\d+(?::\d+)?: (?=\S)/;
const ASSERTION_TYPE = /assert|ComparisonFailure|ExpectationFailed|^Error$|^Exception$|^Failure$|^Failed$/i;

/**
 * Returns what a failure says in one short paragraph; empty where it says nothing.
 *
 * @example
 * ownMessage({ message: 'Failed', stack: '=== RUN TestA\n    a_test.go:3: got 1, want 2' }) // 'got 1, want 2'
 */
export function ownMessage(failure: FailureText): string {
  const said = paragraph(tellingLines(failure.message)) || traceMessage(failure.stack);
  const found =
    said || paragraph(tellingLines(failure.stack)) || paragraph(tellingLines(failure.output ?? ''));
  return shortened(withType(found, failure), LENGTH);
}

/** Tells whether words name no failure, only that there is one. */
export function isGeneric(message: string): boolean {
  return message.trim() === '' || GENERIC.test(message.trim());
}

/** The first lines that say something, as one. */
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

/** What the exception at the bottom of the trace says. */
function traceMessage(stack: string): string {
  const { exception, message = '' } = rootException(parseStack(stack));
  const said = paragraph(tellingLines(message));
  if (said === '') return '';
  return exception === undefined || ASSERTION_TYPE.test(shortName(exception)) || exception === 'panic'
    ? said
    : `${shortName(exception)}: ${said}`;
}

/** A type that says more than that something was asserted goes before its message. */
function withType(said: string, { type = '' }: FailureText): string {
  const name = shortName(type.trim());
  const isTelling = /^[A-Z]\w{2,80}$/.test(name) && !ASSERTION_TYPE.test(name) && !GENERIC.test(name);
  if (!isTelling || said.includes(name)) return said;
  return said === '' ? name : `${name}: ${said}`;
}

function shortName(type: string): string {
  return type.split(/[.\\]|::/).at(-1) ?? '';
}
