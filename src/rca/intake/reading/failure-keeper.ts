/**
 * Where readers of every report format put what they read: failures are kept within the intake's bounds, everything else
 * is counted. The port of the formats stands here too.
 */
import { intakeLimits } from './bounded-text.ts';
import type { FailedTest, TestCounts } from './failed-test.ts';

/** How a test ended. */
export type TestOutcome = Exclude<keyof TestCounts, 'total'>;

/** A test that has ended in any way; only one that failed, or was flaky, says more than its names. */
export type EndedTest =
  | (Pick<FailedTest, 'suitePath' | 'name' | 'className' | 'file'> & {
      readonly outcome: 'passed' | 'skipped';
    })
  | { readonly outcome: 'failed' | 'errored' | 'flaky'; readonly test: FailedTest };

/** Takes what readers of any format read. */
export interface FailureKeeper {
  /** Shows every test to a caller that asked for all of them; an investigation does not, and nothing is held then. */
  readonly see: ((ended: EndedTest) => void) | undefined;
  /** Counts a test; its names tell whether another report has it, too. A summary has only numbers of tests. */
  count(
    outcome: TestOutcome,
    names: Pick<FailedTest, 'className' | 'name'> | undefined,
    times?: number,
  ): void;
  /** Says which reports the tests that follow are from. */
  begin(group: string): void;
  /** The bare names of the tests of some reports; nothing where there were too many. */
  namesIn(group: string): ReadonlySet<string> | undefined;
  /** Keeps a test that failed, or that was flaky, and says so; past the bound it is only noted as left out. */
  keep(test: FailedTest, outcome: 'failed' | 'errored' | 'flaky'): boolean;
  /** Returns what the documents of one format share, making it at first; its `finish` is called when all were read. */
  share<Shared extends { finish(): void }>(format: string, make: () => Shared): Shared;
  /** Tells what is shared that all documents were read. */
  finish(): void;
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
      // One format shares one thing, so that it is of the type that was asked for.
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

/** Reads one document of a format. */
export interface ReportReader {
  /** Reads a piece; throws `UnreadableReport` where reading on makes no sense. */
  write(piece: string): void;
  /** Ends the document and says what of it could not be read, if anything. */
  end(): string | undefined;
  /** How many tests it read that are counted later. */
  waiting?(): number;
  /** Says where the reader stands, for people. */
  place(): string;
}

/** A format of test reports: it tells its own documents by their beginning and reads them piece by piece. */
export interface ReportFormat {
  readonly name: string;
  /** Tells whether a document that begins with this text is of the format. */
  recognises(beginning: string): boolean;
  open(source: string, keeper: FailureKeeper): ReportReader;
}

/** Says why a report is not read any further. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport';
}

/** What the reports of one format told. */
type FormatReading = {
  readonly format: string;
  readonly counts: TestCounts;
  readonly failures: readonly FailedTest[];
  /** What `bareName` makes of each test; nothing where there were too many. */
  readonly names: ReadonlySet<string> | undefined;
};

/** Returns what reporters agree on in the name of a test: its class, and its title without suites and arguments. */
function bareName({ className = '', name }: Pick<FailedTest, 'className' | 'name'>): string {
  const title =
    name
      .replace(/[([].*$/s, '')
      .split(/ [›>»] |::/)
      .at(-1) ?? '';
  return `${className}\0${title.trim()}`;
}

/**
 * Returns the formats whose reports tell of the same tests as those of another one, which also tells one of their failures
 * in the same words. A pair maps what is left out to what stays; JUnit XML goes before what a runner writes for itself.
 */
export function findDoubled(readings: readonly FormatReading[]): ReadonlyMap<string, string> {
  const doubled = new Map<string, string>();
  const inOrder = [...readings].sort(
    (left, right) =>
      Number(isLog(right)) - Number(isLog(left)) || Number(isJunit(right)) - Number(isJunit(left)),
  );
  for (const one of inOrder) {
    // A log tells less than any report, so it never stands for one.
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

/** Logs name the failed tests alone, and not all of them name the class. */
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
