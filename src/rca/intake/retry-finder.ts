/**
 * Finds tests that failed and passed later in the same document, as some runners write a retry. Where a test that had
 * passed comes again, equal names belong to several tests (or to one with other arguments or in another browser), for
 * nobody runs again what passed: then a later pass says nothing of an earlier failure.
 */
import type { Retry } from './failed-test.ts';
import type { TestOutcome } from './failure-keeper.ts';
import { intakeLimits } from './intake-limits.ts';

/** A test that has ended. */
type EndedTest = {
  /** What equals between runs of one test in one document. */
  identity(): string;
  /** Where a run that is found later is added. */
  readonly retries: Retry[];
};

/** Takes the tests of a document in their order. */
export type RetryFinder = {
  note(test: EndedTest, outcome: TestOutcome): void;
  /** Writes down the retries, once the whole document is known. */
  finish(): void;
};

/** Makes a finder for one document. */
export function createRetryFinder(): RetryFinder {
  const failed = new Map<string, Retry[]>();
  const passed = new Set<string>();
  const passedLater = new Set<Retry[]>();
  let hasNamesakes = false;
  return {
    note(test, outcome) {
      if (hasNamesakes || outcome === 'skipped' || outcome === 'flaky') return;
      const identity = test.identity();
      hasNamesakes = passed.has(identity);
      const retries = failed.get(identity);
      if (outcome !== 'passed') remember(failed, () => failed.set(identity, test.retries));
      else if (retries === undefined) remember(passed, () => passed.add(identity));
      else passedLater.add(retries);
    },
    finish() {
      if (hasNamesakes) return;
      for (const retries of passedLater)
        if (retries.length < intakeLimits.attempts) retries.push({ outcome: 'passed' });
    },
  };
}

/** Beyond a bound nothing more is remembered, so that a huge report does not fill the memory. */
function remember({ size }: { readonly size: number }, keep: () => void): void {
  if (size < intakeLimits.identities) keep();
}
