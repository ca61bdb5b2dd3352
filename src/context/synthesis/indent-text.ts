/**
 * Contents inside a larger text: every line is moved to the right, so that only the larger text has lines that begin at
 * the margin, and a heading in a content is never one of its sections. Markdown shows such lines as they are.
 */

/** What any reader might take for the end of a line, beyond `\n`. */
const BREAKS = '\\n\\v\\f\\r\\x1c-\\x1e\\x85\\u2028\\u2029';
const LINE_START = new RegExp(`(^|\\r\\n|[${BREAKS}])(?=[^${BREAKS}])`, 'g');
const LINE_BREAK = new RegExp(`\\r\\n|[${BREAKS}]`, 'g');

/** What a line is moved by. */
export const INDENT = '    ';

/** Returns a text with every line moved to the right but empty ones; its line breaks stay what they are. */
export function indentText(text: string): string {
  return text.replace(LINE_START, `$1${INDENT}`);
}

/** Returns a text without the line break at its end, if it has one. */
export function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** Yields the lines of a text, whatever ends them. */
export function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: lineBreak, index } of text.matchAll(LINE_BREAK)) {
    yield text.slice(start, index);
    start = index + lineBreak.length;
  }
  yield text.slice(start);
}
