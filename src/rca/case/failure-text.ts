/** The texts of a failure, bounded and in lines, for those who read what it says. */
import { cleanText } from '../intake/clean-text.ts';
import type { CaseFailure } from './case-record.ts';

/** What a failure says, in the words of its report. */
export interface FailureText {
  readonly message: string;
  readonly type?: string;
  /** The body of the failure: usually the trace, with the message before it. */
  readonly stack: string;
  /** What the test printed; some runners say only there what failed. */
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

/** Returns the lines of a text that can say something: its head and tail; of pytest's prose only what it says. */
export function tellingLines(text: string): readonly string[] {
  const short = text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;
  const all = cleanText(short).split('\n');
  const said = all.filter((line) => PYTEST_SAID.test(line));
  const lines = said.length > 0 ? said.map((line) => line.replace(PYTEST_SAID, '')) : all;
  const kept = lines.length <= LINES ? lines : [...lines.slice(0, LINES / 2), ...lines.slice(-LINES / 2)];
  return kept.map((line) => line.slice(0, LINE_LENGTH).trimEnd());
}

/** Shortens a text to a length, with a mark where it was cut. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text.toWellFormed() : `${text.slice(0, length - 1)}…`.toWellFormed();
}
