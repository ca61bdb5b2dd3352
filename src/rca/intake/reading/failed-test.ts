/** The output of the intake: failing tests as plain data, from which cases are made. */
import type { BoundedText } from './bounded-text.ts';

/** Whether an assertion failed, or something else went wrong. */
export type FailureKind = 'failure' | 'error';

/** The failure of one run of a test. */
export interface FailedAttempt {
  readonly kind: FailureKind;
  /** The type of the exception or failure, if the report names one. */
  readonly type?: string;
  readonly message: BoundedText;
  /** The body of the failure: usually the trace, preceded by the message. */
  readonly stack: BoundedText;
}

/** The output of a test or suite. */
export interface TestOutput {
  readonly out: BoundedText;
  readonly err: BoundedText;
}

/** A retry of a test that had failed. */
export type Retry = { readonly outcome: 'passed' } | (FailedAttempt & { readonly outcome: 'failed' });

/** A property that a report gives for a test or suite. */
export interface ReportProperty {
  readonly name: string;
  readonly value: string;
}

/** A file that a runner kept for a test, as named by the report. */
export interface Attachment {
  readonly name?: string;
  readonly path: string;
}

/** One failed test, as reported. */
export interface FailedTest extends FailedAttempt {
  /** The innermost suite's name. */
  readonly suite: string;
  /** The names of all enclosing suites, outermost first. */
  readonly suitePath: readonly string[];
  readonly name: string;
  readonly className?: string;
  /** The test's own file, as the report spells it. */
  readonly file?: string;
  /** The test's line in its file, from 1. */
  readonly line?: number;
  readonly durationMs?: number;
  readonly output: TestOutput;
  /** The suite's output outside its tests. */
  readonly suiteOutput: TestOutput;
  /** Further failures of the same run, for instance in its clean-up. */
  readonly further: readonly FailedAttempt[];
  /** Retries, in order; one that passed makes the test flaky. */
  readonly retries: readonly Retry[];
  readonly properties: readonly ReportProperty[];
  /** The suite's properties: the environment the test ran in. */
  readonly environment: readonly ReportProperty[];
  /** Omitted if there are none. */
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
  /** Tests that failed and then passed on a retry, according to the report. */
  readonly flaky: number;
}

const EXTENSION =
  /[.](?:[cm]?[jt]sx?|py|rb|php|phpt|go|rs|cs|fs|vb|java|kts?|scala|groovy|swift|vue|svelte|dart|exs?|feature|robot|c|cc|cpp|lua|pl|t)$/i;
const BARE_NAME = /^[\w-]+(?:[.](?:test|tests|spec|specs|e2e|cy|it|unit))?[.]\w+$/;

/**
 * Returns whether a text is the path of a source file, not a class or title. Some reporters put a test's file
 * where others put its class or suite.
 */
export function looksLikeSourcePath(text: string): boolean {
  if (text.length > 1024 || /[\s<>"|?*]/.test(text) || !EXTENSION.test(text)) return false;
  return text.includes('/') || text.includes('\\') || BARE_NAME.test(text);
}
