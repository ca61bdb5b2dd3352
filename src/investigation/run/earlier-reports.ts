/**
 * What earlier reports say about the tests that fail now: whether they passed or failed before, whether they
 * did both on the very same files, and at which revision all of them last passed. Earlier reports are those
 * in the ledger and the one the caller names as a baseline.
 */
import { type Sha256, sortByCodePoint, taggedHash } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  type FailedTest,
  hasFlipped,
  isAsLarge,
  lastGreenOf,
  type ReportEntry,
  readReportHistory,
  type TestPast,
  testHash,
} from '../../rca/index.ts';
import type { Survey } from './survey-workspace.ts';
import type { Intake } from './take-in-reports.ts';

/** What is known about the past of failing tests. */
export type EarlierReports = {
  /** The newest revision at which the ledger saw all of them pass. */
  readonly lastGreen: string | undefined;
  /** The hash of everything known; undefined if nothing is. */
  readonly digest: Sha256 | undefined;
  pastOf(test: FailedTest): TestPast | undefined;
};

/** How many of the newest reports are considered. */
const MOST_REPORTS = 200;

/** Looks the failing tests up in earlier reports; `hasLedger` says whether the ledger's may be used. */
export async function readEarlierReports(
  ledger: Ledger,
  {
    intake,
    survey,
    baseline,
    hasLedger,
  }: {
    readonly intake: Intake;
    readonly survey: Survey;
    readonly baseline: Intake | undefined;
    readonly hasLedger: boolean;
  },
): Promise<EarlierReports> {
  const history = hasLedger ? (await readReportHistory(ledger.store)).slice(-MOST_REPORTS) : [];
  const hashes = [...new Set(intake.failures.map(hashOf))];
  const lastGreen = lastGreenIn(history, hashes, { intake, survey });
  const failedThen = new Set(baseline?.failures.map(hashOf));
  const hasBaseline = baseline !== undefined && isAsLarge(baseline.tests.total, intake.tests.total);
  const pasts = new Map<string, TestPast>();
  for (const hash of hashes) {
    if (hasFlipped(history, hash, survey.rootDigest)) pasts.set(hash, 'both');
    else if (failedThen.has(hash)) pasts.set(hash, 'failed');
    else if (hasBaseline || lastGreen !== undefined) pasts.set(hash, 'passed');
  }
  const known = sortByCodePoint([...pasts].map(([hash, past]) => `${hash} ${past}`));
  return {
    lastGreen,
    digest: known.length === 0 ? undefined : taggedHash('penumbra/earlier-reports/1', known),
    pastOf: (test) => pasts.get(hashOf(test)),
  };
}

/** Returns the newest revision, possibly the current one, at which all of the tests passed. */
function lastGreenIn(
  history: readonly ReportEntry[],
  hashes: readonly string[],
  { intake, survey: { revision, git } }: { readonly intake: Intake; readonly survey: Survey },
): string | undefined {
  if (revision === null || hashes.length === 0 || history.length === 0) return undefined;
  const known = new Map<string, boolean>();
  const isAncestor = (older: string, newer: string) => {
    const key = `${older} ${newer}`;
    const is = known.get(key) ?? (older === newer || git.isAncestor({ commit: older, later: newer }));
    known.set(key, is);
    return is;
  };
  const found = lastGreenOf(history, hashes, { revision, tests: intake.tests.total, isAncestor });
  return found?.revision;
}

/** Runners name the class in some reports and omit it in others; suite and name are always present. */
function hashOf({ suite, name }: Pick<FailedTest, 'suite' | 'name'>): string {
  return testHash({ suite, name });
}
