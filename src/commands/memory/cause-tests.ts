/** The tests that fail for a remembered cause, as the runs that saw it name them. */

import { findRunRecord, readCases } from '../../investigation/run/index.ts';
import { compareCodePoints, isId, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { coversTests, type MemoryView, type PriorCauseBlock, symptomsOf, testHash } from '../../rca/index.ts';

/** A test by its names. */
export type CauseTest = { readonly suite: string; readonly name: string };

/** How many runs are looked through. */
const MOST_RUNS = 50;
const MOST_TESTS = 1_000;

/** Returns the tests of a cause, sorted by suite and name; a run that is gone names none. */
export async function testsOfCause(
  ledger: Ledger,
  view: MemoryView,
  block: PriorCauseBlock,
): Promise<readonly CauseTest[]> {
  const fingerprints = new Set(symptomsOf(view, block));
  const runs = new Set<string>();
  for (const fingerprint of fingerprints) {
    const { first_seen, last_seen } = view.symptoms.get(fingerprint)?.block ?? {};
    for (const run of [last_seen, first_seen]) if (run !== undefined) runs.add(run);
  }
  const tests = new Map<string, CauseTest>();
  for (const run of [...runs].slice(0, MOST_RUNS))
    for (const test of await testsOfRun(ledger, run, fingerprints))
      if (tests.size < MOST_TESTS && coversTests(block, [testHash(test)])) tests.set(testHash(test), test);
  return [...tests.values()].sort(
    (left, right) => compareCodePoints(left.suite, right.suite) || compareCodePoints(left.name, right.name),
  );
}

async function testsOfRun(
  ledger: Ledger,
  run: string,
  fingerprints: ReadonlySet<string>,
): Promise<readonly CauseTest[]> {
  if (!isId(run, 'run')) return [];
  try {
    const record = await findRunRecord(ledger, run);
    const cases = record === null ? [] : await readCases(ledger, run, record);
    return cases
      .filter(({ record: { fingerprint } }) => fingerprints.has(fingerprint.hash))
      .flatMap(({ record: { tests } }) => tests);
  } catch (error) {
    // What was erased names no tests any more; the cause is still there.
    if (error instanceof PenumbraError && error.code === 'erased') return [];
    throw error;
  }
}
