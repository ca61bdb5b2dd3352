/**
 * The history of reports: which tests failed at which revision and tree, for every investigation. Later runs
 * use it to tell since when a test fails, and whether it both passed and failed on exactly the same files.
 */
import {
  type CanonicalValue,
  canonicalText,
  fields,
  limits,
  listOf,
  nullOr,
  oneOf,
  parseCanonical,
  satisfying,
  sortByCodePoint,
  taggedHash,
  textLike,
  textUpTo,
} from '../../kernel/index.ts';
import { type Append, everyEntry, type StoreReader } from '../../ledger/index.ts';

const REPORTS_LOG = 'reports';

/** One report: the revision and tree, and the results of the tests. */
export type ReportEntry = {
  readonly revision: string | null;
  /** The digest of the workspace's root. */
  readonly tree: string;
  /** How many tests it counts. */
  readonly tests: number;
  /** The hashes of the tests that failed, sorted. */
  readonly failed: readonly string[];
  /** The hashes of the tests known to have passed, sorted; absent if the report's reader kept no names. */
  readonly passed?: readonly string[];
  /** Which lists were cut to fit the size of a log entry. */
  readonly cut: readonly ('failed' | 'passed')[];
};

/**
 * A revision at which a test passed: seen by name, or inferred from a report of similar size without its
 * failure.
 */
export type LastGreen = {
  readonly revision: string;
  readonly tree: string;
  readonly by: 'name' | 'size';
};

/** The length of a hash with its quotes and comma. */
const HASH_LENGTH = 19;
/** The space reserved for the rest of an entry. */
const FRAME_LENGTH = 1_024;
const MOST_HASHES = Math.floor((limits.logValueBytes - FRAME_LENGTH) / HASH_LENGTH);
const LONGEST_TEXT = 128;
/** From this share of the tests, in tenths, a report without names counts for a test it does not list. */
const SAME_SIZE_TENTHS = 9;

const hashes = listOf(textLike(/^[0-9a-f]{16}$/, 'the hash of a test'), MOST_HASHES);
const entryShape = fields(
  {
    revision: nullOr(textUpTo(LONGEST_TEXT)),
    tree: textUpTo(LONGEST_TEXT),
    tests: satisfying((value) => Number.isSafeInteger(value) && (value as number) >= 0, 'a count'),
    failed: hashes,
    passed: hashes,
    cut: listOf(oneOf(['failed', 'passed']), 2),
  },
  ['revision', 'tree', 'tests', 'failed', 'cut'],
);

/** Returns the log entry of an investigation. */
export function reportEntry({
  revision,
  tree,
  tests,
  failed,
  passed,
}: {
  readonly revision: string | null;
  readonly tree: string;
  readonly tests: number;
  readonly failed: readonly TestIdentity[];
  /** The tests that passed, if their names are known. */
  readonly passed?: readonly TestIdentity[] | undefined;
}): Append {
  const bad = sortedHashes(failed);
  const failing = new Set(bad);
  // A test that was retried may be in both lists; it counts as failed.
  const good = passed && sortedHashes(passed).filter((hash) => !failing.has(hash));
  const [keptBad, keptGood] = [
    bad.slice(0, MOST_HASHES),
    good?.slice(0, MOST_HASHES - Math.min(bad.length, MOST_HASHES)),
  ];
  const entry: ReportEntry = {
    revision,
    tree,
    tests,
    failed: keptBad,
    ...(keptGood !== undefined && { passed: keptGood }),
    cut: [
      ...(keptBad.length < bad.length ? (['failed'] as const) : []),
      ...(good !== undefined && keptGood !== undefined && keptGood.length < good.length
        ? (['passed'] as const)
        : []),
    ],
  };
  return { log: REPORTS_LOG, value: canonicalText(entry) };
}

/** Reads the history of reports, oldest first; entries of other versions are skipped. */
export async function readReportHistory(store: StoreReader): Promise<readonly ReportEntry[]> {
  const entries: ReportEntry[] = [];
  for await (const { value } of everyEntry(store, REPORTS_LOG)) {
    const entry: CanonicalValue = parseCanonical(value);
    if (entryShape(entry, 'a report').length === 0) entries.push(entry as unknown as ReportEntry);
  }
  return entries;
}

/**
 * Returns the newest revision before the present one at which a test, or several in one report, passed; null
 * if none is known. `isAncestor` returns whether the first revision is the second or came before it.
 */
export function lastGreenOf(
  history: readonly ReportEntry[],
  test: string | readonly string[],
  {
    revision: present,
    tests,
    isAncestor,
  }: {
    readonly revision: string;
    /** How many tests the present report counts. */
    readonly tests: number;
    readonly isAncestor: (older: string, newer: string) => boolean;
  },
): LastGreen | null {
  const all = typeof test === 'string' ? [test] : test;
  let best: LastGreen | null = null;
  for (const entry of history) {
    const { revision, tree } = entry;
    const ways = all.map((one) => passedBy(entry, one, tests));
    const by = ways.includes('size') ? 'size' : 'name';
    if (ways.includes(null) || revision === null || !isAncestor(revision, present)) continue;
    // Of two revisions on different branches, the one in the later report counts.
    if (best === null || best.revision === revision || !isAncestor(revision, best.revision))
      best = { revision, tree, by };
  }
  return best;
}

/** Returns whether a test both passed and failed on the same files, which makes it flaky. */
export function hasFlipped(history: readonly ReportEntry[], test: string, tree: string): boolean {
  const here = history.filter((entry) => entry.tree === tree);
  const failed = here.filter((entry) => entry.failed.includes(test));
  return failed.some(({ tests }) =>
    here.some((entry) => {
      const by = passedBy(entry, test, tests);
      // On equal files, a report of the same tests has the same size; a report of another size may not have
      // run this test.
      return by === 'name' || (by === 'size' && entry.tests === tests);
    }),
  );
}

/**
 * How a report shows that a test passed: by its name, or, without names, by not failing in a report of
 * similar size.
 */
function passedBy(
  { failed, passed, cut, tests: own }: ReportEntry,
  test: string,
  tests: number,
): LastGreen['by'] | null {
  if (failed.includes(test)) return null;
  if (passed?.includes(test)) return 'name';
  if (cut.includes('failed') || (passed !== undefined && !cut.includes('passed'))) return null;
  return isAsLarge(own, tests) ? 'size' : null;
}

/**
 * Returns whether a report has about as many tests as another, so that a test that does not fail in it has
 * passed.
 */
export function isAsLarge(own: number, other: number): boolean {
  return own > 0 && own * 10 >= other * SAME_SIZE_TENTHS;
}

function sortedHashes(tests: readonly TestIdentity[]): readonly string[] {
  return sortByCodePoint([...new Set(tests.map(testHash))]);
}

/** The fields that identify a test; a report may omit its class. */
export type TestIdentity = {
  readonly suite: string;
  readonly name: string;
  readonly className?: string | undefined;
};

const DIGITS = 16;

/** Returns the hash of a test's identity. */
export function testHash({ suite, className = '', name }: TestIdentity): string {
  const parts = [suite, className, name].map((part) => part.toWellFormed());
  return taggedHash('penumbra/test/1', parts).slice(0, DIGITS);
}
