/**
 * The sections of a build log, each the output of one test runner. A runner is a value: a pattern for the
 * lines that begin its section, and a reader for what follows.
 */
import { type BoundedText, cleanText, collectText, intakeLimits } from '../reading/bounded-text.ts';
import type { ReadFailure, ReadTest } from '../reading/record-test.ts';

/**
 * How a line relates to the open section: the runner's own output, text in between, the section's last line,
 * or foreign, which ends the section before the line.
 */
export type LineKind = 'own' | 'text' | 'last' | 'foreign';

export type LogSection = {
  take(line: string): LineKind;
  /** Ends the section, whether or not its last line was seen. */
  end(): void;
};

/** A test runner, as recognised in a log. */
export type LogRunner = {
  readonly name: string;
  /** Matches the lines that begin a section. Tested against every line, so it is anchored. */
  readonly begins: RegExp;
  /** Whether a line that begins a section may also occur inside another runner's section. */
  readonly isCommon?: boolean;
  open(tests: LogTests): LogSection;
};

/** A failed test as read from a section. */
type LoggedTest = Omit<ReadTest, 'outcome' | 'failures' | 'place'> & {
  readonly failure: ReadFailure;
  /** Whether the runner says that the test passed on a retry. */
  readonly isFlaky?: boolean;
  readonly place: string;
};

/** Collects what a section reads. */
export type LogTests = {
  fail(test: LoggedTest): void;
  /** Counts tests that did not fail, from the runner's own summary. */
  count(outcome: 'passed' | 'skipped', times: number): void;
  /**
   * Sets the number of failed tests from the runner's own summary. It adds nothing to the counts, since
   * failures are recorded one by one.
   */
  declare(failed: number): void;
  /** Returns the reader's position, for display. */
  place(): string;
};

/** How much of a line is matched; runners print no longer ones. */
export const LONGEST_LOG_LINE = 4 * 1024;
/** How many failures are held until the runner's final output about them. */
export const MOST_WAITING = 1_000;

/** A failure whose text is being read. */
export type OpenFailure<Head> = {
  readonly head: Head;
  readonly place: string;
  push(line: string): void;
  text(): string;
};

/** Begins a failure; the following lines are its text. */
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

/** Returns a lookup, by words, of the counts in a summary such as `2 failed, 1 passed`. */
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

/** A line of a log without the CI system's decoration, and what that decoration means. */
type LogLine = {
  readonly text: string;
  /**
   * A step or command begins, a step, the job or the build failed, an error is marked, one part ends, or the
   * line is not a runner's output.
   */
  readonly says?: 'step' | 'command' | 'step-failed' | 'failed' | 'error' | 'boundary' | 'nothing';
};

/** Removes the CI system's decoration from consecutive lines. */
type Undresser = {
  /** Returns the plain lines; text overwritten on the screen becomes lines of its own. */
  take(line: string): readonly LogLine[];
  /** The CI system that wrote the log, once a line has identified it. */
  system(): string | undefined;
};

/** The job and step columns of `gh run view --log`; later lines may lack the time. */
const FIRST_JOB_AND_STEP = /^[^\t]{1,200}\t[^\t]{1,200}\t(?=\ufeff?\d{4}-\d\d-\d\dT)/;
const JOB_AND_STEP = /^[^\t]{1,200}\t[^\t]{1,200}\t/;
/** The prefix added by Docker: the service of a compose project, or the step of a build with its seconds. */
const DOCKER = /^(?:[A-Za-z][\w.-]{0,60} +\| ?|#\d{1,4} \d{1,6}\.\d{1,3} )/;
/** The timestamps of GitHub, Azure, GitLab (followed by the stream) and Jenkins plugins. */
const TIME =
  /^\ufeff?(?:\[?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z\]?(?: \d\d[OE][+ ]?| |$)|\d\d:\d\d:\d\d {2})/;
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/^\ufeff?\d{4}-\d\d-\d\dT[\d:]{8}\.\d{7}Z |^##\[(?:group|section|command)\]/, 'GitHub Actions'],
  [/^Running with gitlab-runner|^section_start:\d+:/, 'GitLab'],
  [/^Started by |^\[Pipeline\] /, 'Jenkins'],
];
const STEP_FAILED =
  /^##\[error\](?:Process completed with exit code|Bash exited with code|The process .* failed with exit code)/;
const FAILED =
  /^(?:ERROR: Job failed|Finished: (?:FAILURE|UNSTABLE)$|The command ".*" (?:exited with|failed)|npm ERR! code |npm error code |error Command failed with exit code|make(?:\[\d+\])?: \*{3} |\s?ELIFECYCLE\b|\[(?:INFO|ERROR)\] BUILD FAILURE|FAILURE: Build failed|BUILD FAILED\b|Exited with code exit status)/;

/** Creates an undresser for one log. */
export function createUndresser(): Undresser {
  let system: string | undefined;
  let hasJobs = false;

  function read(text: string): LogLine {
    system ??= systemOf(text);
    if (/^section_(?:start|end):\d+:/.test(text)) return { text: '', says: 'nothing' };
    if (STEP_FAILED.test(text)) return { text, says: 'step-failed' };
    if (FAILED.test(text)) return { text, says: 'failed' };
    const step = /^##\[(?:group|section)\](?:Run |Starting: )(\S.*)$/.exec(text)?.[1];
    if (step !== undefined) return { text: step, says: 'step' };
    // The same characters occur in diffs and in printed text, so they count only for their own system.
    if (system === 'GitLab' && /^\$ \S/.test(text)) return { text: text.slice(2), says: 'step' };
    if (system === 'Jenkins' && /^\+ [\w./]/.test(text)) return { text: text.slice(2), says: 'command' };
    if (system === 'Jenkins' && /^\[Pipeline\] /.test(text)) return { text, says: 'boundary' };
    const [, word, rest = ''] = /^##\[(\w{1,20})\](.*)$/.exec(text) ?? [];
    if (word === undefined) return { text };
    if (word === 'error') return { text: rest, says: 'error' };
    return /group/.test(word) ? { text: rest, says: 'nothing' } : { text: rest };
  }

  return {
    take(line) {
      hasJobs ||= FIRST_JOB_AND_STEP.test(line);
      const bare = hasJobs ? line.replace(JOB_AND_STEP, '') : line;
      system ??= systemOf(bare);
      return cleanText(bare.replace(TIME, ''))
        .split('\n')
        .map((text) => read(text.replace(DOCKER, '')));
    },
    system: () => system,
  };
}

function systemOf(line: string): string | undefined {
  return SYSTEMS.find(([pattern]) => pattern.test(line))?.[1];
}
