/**
 * What a log is made of for those who read it: sections, each in the words of one test runner. A runner is a value: the
 * lines that begin its section, and a reader of what follows.
 */
import { type BoundedText, collectText, intakeLimits } from '../reading/bounded-text.ts';
import type { ReadFailure, ReadTest } from '../reading/record-test.ts';

/**
 * What a line is to the section that is open: the runner's own words, text between them, the section's last line, or none of
 * it, which ends the section before the line.
 */
export type LineKind = 'own' | 'text' | 'last' | 'foreign';

/** Reads a section. */
export type LogSection = {
  take(line: string): LineKind;
  /** Ends the section, whether its last line was seen or not. */
  end(): void;
};

/** A test runner as its output in a log tells it. */
export type LogRunner = {
  readonly name: string;
  /** Matches the lines that begin a section. Looked at for every line, so it is anchored. */
  readonly begins: RegExp;
  /** Whether a line that begins a section may stand within one of another runner. */
  readonly isCommon?: boolean;
  open(tests: LogTests): LogSection;
};

/** A failed test as a section told it. */
type LoggedTest = Omit<ReadTest, 'outcome' | 'failures' | 'place'> & {
  readonly failure: ReadFailure;
  /** Whether the runner says that the test passed in a further run. */
  readonly isFlaky?: boolean;
  readonly place: string;
};

/** Where a section puts what it reads. */
export type LogTests = {
  fail(test: LoggedTest): void;
  /** Counts tests that did not fail, by the runner's own summary. */
  count(outcome: 'passed' | 'skipped', times: number): void;
  /** Says how many tests failed by the runner's own summary; they are not counted, for they are told as well. */
  declare(failed: number): void;
  /** Says where the reader stands. */
  place(): string;
};

/** How much of a line is matched; longer ones are no lines of a runner. */
export const LONGEST_LOG_LINE = 4 * 1024;
/** How many failures wait for what the runner says of them in the end. */
export const MOST_WAITING = 1_000;

/** A failure whose text is being read. */
export type OpenFailure<Head> = {
  readonly head: Head;
  readonly place: string;
  push(line: string): void;
  text(): string;
};

/** Begins a failure; the lines that follow are its text. */
export function openFailure<Head>(head: Head, place: string): OpenFailure<Head> {
  const collector = collectText(intakeLimits.stackLength);
  let read: BoundedText | undefined;
  return {
    head,
    place,
    push: (line) => collector.push(`${line}\n`),
    text() {
      read ??= collector.finish();
      return read.text.trimEnd();
    },
  };
}

/** Returns the counts of a summary such as `2 failed, 1 passed`, by their words. */
export function countsIn(text: string): (...words: readonly string[]) => number {
  const counts = new Map<string, number>();
  for (const [, before, word, after] of text.matchAll(
    /(\d{1,9})? ?\b([A-Za-z]{2,20})\b(?:[:=] {0,8}(\d{1,9}))?/g,
  )) {
    const number = before ?? after;
    if (number !== undefined && word !== undefined)
      counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + Number(number));
  }
  return (...words) => words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
}
