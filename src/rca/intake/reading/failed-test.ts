/** What the intake hands on: failing tests as plain data, the start of every case. */
import type { BoundedText } from './bounded-text.ts';

/** Whether an assertion did not hold, or something else went wrong. */
export type FailureKind = 'failure' | 'error';

/** What one run of a test said when it failed. */
export interface FailedAttempt {
  readonly kind: FailureKind;
  /** The exception's or failure's type, where the report names one. */
  readonly type?: string;
  readonly message: BoundedText;
  /** The body of the failure: usually the trace, with the message before it. */
  readonly stack: BoundedText;
}

/** What a test or suite printed. */
export interface TestOutput {
  readonly out: BoundedText;
  readonly err: BoundedText;
}

/** A further run of a test that had failed. */
export type Retry = { readonly outcome: 'passed' } | (FailedAttempt & { readonly outcome: 'failed' });

/** A named value that a report gives for a test or suite. */
export interface ReportProperty {
  readonly name: string;
  readonly value: string;
}

/** A file that a runner kept of a test, as the report names it. */
export interface Attachment {
  readonly name?: string;
  readonly path: string;
}

/** One test that failed, as its report tells it. */
export interface FailedTest extends FailedAttempt {
  /** The innermost suite's name. */
  readonly suite: string;
  /** The names of all suites around the test, outermost first. */
  readonly suitePath: readonly string[];
  readonly name: string;
  readonly className?: string;
  /** The test's own file, as the report spells it. */
  readonly file?: string;
  /** The test's line in its file, from 1. */
  readonly line?: number;
  readonly durationMs?: number;
  readonly output: TestOutput;
  /** What the suite printed outside its tests. */
  readonly suiteOutput: TestOutput;
  /** Further failures of the same run, for instance of its clean-up. */
  readonly further: readonly FailedAttempt[];
  /** Further runs, in order; one that passed makes the test flaky. */
  readonly retries: readonly Retry[];
  readonly properties: readonly ReportProperty[];
  /** The suite's properties: the environment the test ran in. */
  readonly environment: readonly ReportProperty[];
  /** Left out where there are none. */
  readonly attachments?: readonly Attachment[];
  readonly source: { readonly name: string; readonly place: string };
}

/** How many tests were read, by outcome; `total` is the sum of the others. */
export interface TestCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  /** Tests that failed and then passed when run again, as the report itself says. */
  readonly flaky: number;
}

const EXTENSION =
  /[.](?:[cm]?[jt]sx?|py|rb|php|phpt|go|rs|cs|fs|vb|java|kts?|scala|groovy|swift|vue|svelte|dart|exs?|feature|robot|c|cc|cpp|lua|pl|t)$/i;
const BARE_NAME = /^[\w-]+(?:[.](?:test|tests|spec|specs|e2e|cy|it|unit))?[.]\w+$/;

/**
 * Tells whether a text is the path of a source file rather than a class or a title: some writers put a test's file where
 * others put its class or suite.
 */
export function looksLikeSourcePath(text: string): boolean {
  if (text.length > 1024 || /[\s<>"|?*]/.test(text) || !EXTENSION.test(text)) return false;
  return text.includes('/') || text.includes('\\') || BARE_NAME.test(text);
}
