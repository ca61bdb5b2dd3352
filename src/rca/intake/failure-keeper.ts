/** Holds the failures of all sources within the intake's bounds and counts everything else. */
import type { FailedTest, TestCounts } from './failed-test.ts';
import { intakeLimits } from './intake-limits.ts';

/** How a test ended. */
export type TestOutcome = Exclude<keyof TestCounts, 'total'>;

/** A test that has ended in any way; only one that failed, or was flaky, says more than its names. */
export type EndedTest =
  | (Pick<FailedTest, 'suitePath' | 'name' | 'className' | 'file'> & {
      readonly outcome: 'passed' | 'skipped';
    })
  | { readonly outcome: 'failed' | 'errored' | 'flaky'; readonly test: FailedTest };

/** The place where readers of any format put what they read. */
export interface FailureKeeper {
  /** Shows every test to whoever asked to see them all; nobody does in an investigation, and nothing is held then. */
  readonly see: ((ended: EndedTest) => void) | undefined;
  count(outcome: TestOutcome): void;
  /** Keeps a test that failed, or that was flaky, and says so; past the bound it is only noted as left out. */
  keep(test: FailedTest, outcome: 'failed' | 'errored' | 'flaky'): boolean;
  /** Returns how long a text may be that is about to be kept. */
  textLimit(usual: number): number;
  /** Notes how much text is kept. */
  holdText(length: number): void;
  readonly counts: TestCounts;
  readonly failures: readonly FailedTest[];
  readonly flaky: readonly FailedTest[];
  /** How many failures were counted but not kept. */
  readonly leftOut: number;
}

/** Makes an empty keeper. */
export function createFailureKeeper(see?: (ended: EndedTest) => void): FailureKeeper {
  const counts = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
  const failures: FailedTest[] = [];
  const flaky: FailedTest[] = [];
  let heldLength = 0;
  let leftOut = 0;
  return {
    see,
    count(outcome) {
      counts[outcome]++;
      counts.total++;
    },
    keep(test, outcome) {
      const isKept = failures.length + flaky.length < intakeLimits.failures;
      if (isKept) (outcome === 'flaky' ? flaky : failures).push(test);
      else leftOut++;
      return isKept;
    },
    textLimit: (usual) =>
      heldLength < intakeLimits.totalLength ? usual : Math.min(usual, intakeLimits.leanLength),
    holdText(length) {
      heldLength += length;
    },
    counts,
    failures,
    flaky,
    get leftOut() {
      return leftOut;
    },
  };
}
