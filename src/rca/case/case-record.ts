/** A case: one failing test, or many with one fingerprint, as the ledger keeps it. A run and its resumption read it from there. */
import type { FailedTest } from '../intake/failed-test.ts';

/** What earlier reports say of a test: it passed, it failed, or it did both on the very same files. */
export type TestPast = 'passed' | 'failed' | 'both';

/** A case as it stands in its frame. */
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
> & {
  readonly retries: readonly ('passed' | 'failed')[];
  /** The report's path, where it lies in a folder of the workspace. */
  readonly report?: string;
};
