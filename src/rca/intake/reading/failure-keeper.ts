/**
 * Collects what the readers of all formats read: failures are kept within the intake's limits, and everything
 * else is counted. Also defines the interface of the formats.
 */
import { intakeLimits } from './bounded-text.ts';
import type { FailedTest, TestCounts } from './failed-test.ts';

/** How a test ended. */
export type TestOutcome = Exclude<keyof TestCounts, 'total'>;

/** A finished test; only one that failed or was flaky has more than names. */
export type EndedTest =
  | (Pick<FailedTest, 'suitePath' | 'name' | 'className' | 'file'> & {
      readonly outcome: 'passed' | 'skipped';
    })
  | { readonly outcome: 'failed' | 'errored' | 'flaky'; readonly test: FailedTest };

/** Collects tests of any format. */
export interface FailureKeeper {
  /**
   * Called with every test, if the caller asked for them. An investigation does not, and then nothing is
   * held.
   */
  readonly see: ((ended: EndedTest) => void) | undefined;
  /** Counts a test; its names show whether another report has it too. A summary has only numbers. */
  count(
    outcome: TestOutcome,
    names: Pick<FailedTest, 'className' | 'name'> | undefined,
    times?: number,
  ): void;
  /** Sets the group of reports that the following tests belong to. */
  begin(group: string): void;
  /** The bare test names of a group of reports; undefined if there were too many. */
  namesIn(group: string): ReadonlySet<string> | undefined;
  /**
   * Keeps a failed or flaky test and returns whether it did; beyond the limit it is only counted as left out.
   */
  keep(test: FailedTest, outcome: 'failed' | 'errored' | 'flaky'): boolean;
  /**
   * Returns what the documents of one format share, creating it on first use; its `finish` is called after
   * all were read.
   */
  share<Shared extends { finish(): void }>(format: string, make: () => Shared): Shared;
  /** Finishes the shared values after all documents were read. */
  finish(): void;
  /** Returns how long the next kept text may be. */
  textLimit(usual: number): number;
  /** Adds to the length of kept text. */
  holdText(length: number): void;
  readonly counts: TestCounts;
  readonly failures: readonly FailedTest[];
  readonly flaky: readonly FailedTest[];
  /** How many failures were counted but not kept. */
  readonly leftOut: number;
}

export function createFailureKeeper(see?: (ended: EndedTest) => void): FailureKeeper {
  const counts = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
  const failures: FailedTest[] = [];
  const flaky: FailedTest[] = [];
  let heldLength = 0;
  let leftOut = 0;
  const shared = new Map<string, { finish(): void }>();
  const groups = new Map<string, Set<string>>();
  let names = new Set<string>();
  return {
    see,
    count(outcome, test, times = 1) {
      counts[outcome] += times;
      counts.total += times;
      if (test !== undefined && names.size <= intakeLimits.names) names.add(bareName(test));
    },
    begin(group) {
      names = groups.get(group) ?? new Set();
      groups.set(group, names);
    },
    namesIn(group) {
      const known = groups.get(group);
      return known !== undefined && known.size <= intakeLimits.names ? known : undefined;
    },
    keep(test, outcome) {
      const isKept = failures.length + flaky.length < intakeLimits.failures;
      if (isKept) (outcome === 'flaky' ? flaky : failures).push(test);
      else leftOut++;
      return isKept;
    },
    share<Shared extends { finish(): void }>(format: string, make: () => Shared): Shared {
      const known = shared.get(format) ?? make();
      shared.set(format, known);
      // Each format shares a single value, so it has the requested type.
      return known as Shared;
    },
    finish() {
      for (const one of shared.values()) one.finish();
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

export interface ReportReader {
  /** Reads a piece; throws `UnreadableReport` if reading on makes no sense. */
  write(piece: string): void;
  /** Ends the document and returns what could not be read, if anything. */
  end(): string | undefined;
  /** How many of its tests are yet to be counted. */
  waiting?(): number;
  /** Returns the reader's position, for display. */
  place(): string;
}

/** A format of test reports: it recognises its documents by their beginning and reads them incrementally. */
export interface ReportFormat {
  readonly name: string;
  /** Returns whether a document that begins with this text has the format. */
  recognises(beginning: string): boolean;
  open(source: string, keeper: FailureKeeper): ReportReader;
}

/** Thrown if a report cannot be read any further; the message says why. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport';
}

/** What was read from the reports of one format. */
type FormatReading = {
  readonly format: string;
  readonly counts: TestCounts;
  readonly failures: readonly FailedTest[];
  /** The `bareName` of each test; undefined if there were too many. */
  readonly names: ReadonlySet<string> | undefined;
};

/**
 * Returns the part of a test's name that reporters agree on: its class, and its title without suites and
 * arguments.
 */
function bareName({ className = '', name }: Pick<FailedTest, 'className' | 'name'>): string {
  const title =
    name
      .replace(/[([].*$/s, '')
      .split(/ [›>»] |::/)
      .at(-1) ?? '';
  return `${className}\0${title.trim()}`;
}

/**
 * Finds formats whose reports contain the same tests as another format's, with at least one failure in the
 * same words. Maps each format to omit to the one to keep; JUnit XML is preferred to a runner's own format.
 */
export function findDoubled(readings: readonly FormatReading[]): ReadonlyMap<string, string> {
  const doubled = new Map<string, string>();
  const inOrder = [...readings].sort(
    (left, right) =>
      Number(isLog(right)) - Number(isLog(left)) || Number(isJunit(right)) - Number(isJunit(left)),
  );
  for (const one of inOrder) {
    // A log contains less than any report, so it never replaces one.
    const other = inOrder.find(
      (candidate) =>
        candidate !== one && !isLog(candidate) && !doubled.has(candidate.format) && tells(candidate, one),
    );
    if (other !== undefined) doubled.set(one.format, other.format);
  }
  return doubled;
}

function isJunit({ format }: FormatReading): boolean {
  return format.startsWith('junit');
}

function isLog({ format }: FormatReading): boolean {
  return format === 'log';
}

/** Logs name only the failed tests, and not all of them name the class. */
function tells(whole: FormatReading, one: FormatReading): boolean {
  const { names, failures } = one;
  const told = (name: string) => (isLog(one) ? name.slice(name.indexOf('\0')) : name);
  const known = whole.names && new Set([...whole.names].map(told));
  if (names === undefined || known === undefined || ![...names].every((name) => known.has(told(name))))
    return false;
  const words = (failure: FailedTest) => JSON.stringify([told(bareName(failure)), wordsOf(failure)]);
  const said = new Set(whole.failures.map(words));
  return failures.some((failure) => said.has(words(failure)));
}

/** Some reporters put the type before the message. */
function wordsOf(failure: FailedTest): string {
  const line = failure.message.text.trim().split('\n', 1)[0] ?? '';
  return line.replace(/^(?:[\w$]+[.])*[\w$]*(?:Error|Exception)\w*: /, '').slice(0, 200);
}
