/**
 * A case as stored in the ledger: one failing test, or many with the same fingerprint. A run and its
 * resumption read it from there.
 */
import type { FailedTest } from '../intake/reading/failed-test.ts';

/** The result of a test in earlier reports: passed, failed, or both on exactly the same files. */
export type TestPast = 'passed' | 'failed' | 'both';

/** A case as stored in its frame. */
export type CaseRecord = {
  /** `case-` and the start of the fingerprint: the same failure has the same id in every run. */
  readonly id: string;
  readonly fingerprint: {
    readonly hash: string;
    readonly exception: string;
    readonly template: string;
    readonly places: readonly string[];
  };
  /** The failures, bounded; the first represents the case. */
  readonly failures: readonly CaseFailure[];
  /** How many failures were folded into the case, including those beyond the bound. */
  readonly count: number;
  /** Every test of the case, bounded. */
  readonly tests: readonly { readonly suite: string; readonly name: string }[];
  /** Whether the report itself saw the test pass on a retry. */
  readonly isFlaky: boolean;
  /** The past of all its tests; absent if they differ. */
  readonly past?: TestPast;
};

/** What a case keeps of a failed test. */
export type CaseFailure = Pick<
  FailedTest,
  | 'suite'
  | 'suitePath'
  | 'name'
  | 'className'
  | 'file'
  | 'line'
  | 'kind'
  | 'type'
  | 'message'
  | 'stack'
  | 'output'
  | 'environment'
  | 'attachments'
> & {
  readonly retries: readonly ('passed' | 'failed')[];
  /** The report's path, if it lies in a folder of the workspace. */
  readonly report?: string;
};

/** The limits of a case record. Lengths are in characters, about half a million in all. */
export const caseLimits = {
  /** How many failures are kept. */
  failures: 50,
  /** The total length of all kept failures; the first is kept whatever its length. */
  failuresLength: 300_000,
  /** How many attachments are listed for the first failure, and for each further one. */
  attachments: 8,
  furtherAttachments: 2,
  /** How many tests are listed. */
  tests: 1_000,
  /** The total length of their names. */
  testsLength: 150_000,
  /** How many of a test's enclosing suites are kept. */
  suites: 16,
  /** How many environment properties are kept, of the first failure only. */
  properties: 64,
  propertyLength: 500,
  nameLength: 1_000,
} as const;

/** The length limits of the texts of a case's first failure, and of the others. */
export const textLimits = {
  first: { message: 8_000, stack: 32_000, output: 8_000 },
  further: { message: 1_000, stack: 6_000, output: 300 },
} as const;

/** How much of a case is shown to an agent. */
export const factLimits = {
  tests: 20,
  message: 4_000,
  name: 500,
  frames: 40,
  trace: 8_000,
  output: 4_000,
  properties: 40,
  property: 200,
} as const;
