/** A case: one failing test, or many with one fingerprint, as the ledger keeps it. A run and its resumption read it from there. */
import type { FailedTest } from '../intake/reading/failed-test.ts';

/** What earlier reports say of a test: it passed, it failed, or it did both on the very same files. */
export type TestPast = 'passed' | 'failed' | 'both';

/** A case as its frame holds it. */
export type CaseRecord = {
  /** `case-` and the beginning of the fingerprint: the same failure has the same id in every run. */
  readonly id: string;
  readonly fingerprint: {
    readonly hash: string;
    readonly exception: string;
    readonly template: string;
    readonly places: readonly string[];
  };
  /** The failures, bounded; the first speaks for all where one must. */
  readonly failures: readonly CaseFailure[];
  /** How many failures were folded into the case, those beyond the bound included. */
  readonly count: number;
  /** Every test of the case, bounded. */
  readonly tests: readonly { readonly suite: string; readonly name: string }[];
  /** Whether the report itself saw the test pass when it was run again. */
  readonly isFlaky: boolean;
  /** What earlier reports say of all its tests; absent where they do not say the same of each. */
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
  /** The report's path, where it lies in a folder of the workspace. */
  readonly report?: string;
};

/** What the record of a case keeps, lengths in characters; together about half a million. */
export const caseLimits = {
  /** How many failures are kept. */
  failures: 50,
  /** How long all kept failures are together; the first is kept whatever its length. */
  failuresLength: 300_000,
  /** How many attachments are named of the first failure, and of each further one. */
  attachments: 8,
  furtherAttachments: 2,
  /** How many tests are named. */
  tests: 1_000,
  /** How long all their names are together. */
  testsLength: 150_000,
  /** How many suites around a test are kept. */
  suites: 16,
  /** How many properties of the environment are kept, of the first failure alone. */
  properties: 64,
  propertyLength: 500,
  nameLength: 1_000,
} as const;

/** How long the texts of the failure are that speaks for a case, and those of the others. */
export const textLimits = {
  first: { message: 8_000, stack: 32_000, output: 8_000 },
  further: { message: 1_000, stack: 6_000, output: 300 },
} as const;

/** How much of a case an agent sees. */
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
