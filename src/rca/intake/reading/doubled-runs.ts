/**
 * Finds runs that were reported twice: surefire writes JUnit XML beside TestNG's own results, and many runners can be
 * given two reporters. Such a run counts once.
 */
import type { FailedTest, TestCounts } from './failed-test.ts';

/** What the reports of one format told. */
export type FormatReading = {
  readonly format: string;
  readonly counts: TestCounts;
  readonly failures: readonly FailedTest[];
  /** What `bareName` makes of each test; nothing where there were too many. */
  readonly names: ReadonlySet<string> | undefined;
};

/** Returns what reporters agree on in the name of a test: its class, and its title without suites and arguments. */
export function bareName({ className = '', name }: Pick<FailedTest, 'className' | 'name'>): string {
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
