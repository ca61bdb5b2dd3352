/** A test of a JUnit report while it is open, and the failed test it becomes. */
import type { FailedTest, ReportProperty, Retry } from './failed-test.ts';
import type { FailureKeeper, TestOutcome } from './failure-keeper.ts';
import { intakeLimits } from './intake-limits.ts';
import {
  type AttemptDraft,
  attemptDraft,
  finishAttempt,
  finishOutput,
  type OutputDraft,
} from './junit-attempt.ts';
import { addProperty, type JunitSuite, nonEmpty, noOutput } from './junit-suite.ts';
import { looksLikeSourcePath } from './source-path.ts';
import type { XmlAttributes } from './xml-lexer.ts';

const FAILED_STATUS = /^(?:failed|failure|error|broken|timedout)$/i;
const SKIPPED_STATUS = /^(?:skipped|notrun|disabled|ignored|suppressed)$/i;

/** An open test. */
export interface JunitTest {
  /** Returns what equals between runs of one test in one document. */
  identity(): string;
  /** The further runs of the test; one that is found later is added here. */
  readonly retries: Retry[];
  readonly output: OutputDraft;
  addAttempt(element: string, draft: AttemptDraft): void;
  addProperty(attributes: XmlAttributes): void;
  skip(): void;
  hasFailed(): boolean;
  /** Counts the test, keeps it if it failed, and says how it ended. */
  finish(): TestOutcome;
}

interface JunitTestStart {
  readonly attributes: XmlAttributes;
  readonly suite: JunitSuite | undefined;
  readonly source: FailedTest['source'];
  readonly keeper: FailureKeeper;
}

/** Opens a test. */
export function createJunitTest({ attributes, suite, source, keeper }: JunitTestStart): JunitTest {
  const name = nonEmpty(attributes, 'name') ?? suite?.name ?? '';
  const className = nonEmpty(attributes, 'classname') ?? nonEmpty(attributes, 'class');
  const status = nonEmpty(attributes, 'status') ?? '';
  const result = nonEmpty(attributes, 'result') ?? '';
  const failing: AttemptDraft[] = [];
  const rerun: AttemptDraft[] = [];
  const flaky: AttemptDraft[] = [];
  const properties: ReportProperty[] = [];
  const output: OutputDraft = {};
  const retries: Retry[] = [];
  let isSkipped = SKIPPED_STATUS.test(status) || SKIPPED_STATUS.test(result);

  function outcome(): TestOutcome {
    const first = failing[0];
    if (first !== undefined) return first.kind === 'error' ? 'errored' : 'failed';
    if (flaky.length > 0) return 'flaky';
    if (isSkipped) return 'skipped';
    return FAILED_STATUS.test(status) || FAILED_STATUS.test(result) ? 'failed' : 'passed';
  }

  function names() {
    return { suitePath: suite?.path ?? [], name, ...(className === undefined ? {} : { className }) };
  }

  function seeOnly(ended: 'passed' | 'skipped'): void {
    const file = keeper.see && fileOf(attributes, { suite, className });
    keeper.see?.({ outcome: ended, ...names(), ...(file === undefined ? {} : { file }) });
  }

  function keep(ended: 'failed' | 'errored' | 'flaky'): void {
    const [main = attemptDraft('failure', attributes, keeper), ...others] =
      ended === 'flaky' ? flaky : failing;
    const again = ended === 'flaky' ? others : rerun;
    for (const draft of again) retries.push({ outcome: 'failed', ...finishAttempt(draft, keeper) });
    if (ended === 'flaky') retries.push({ outcome: 'passed' });
    const kept: { -readonly [Key in keyof FailedTest]: FailedTest[Key] } = {
      ...finishAttempt(main, keeper),
      suite: suite?.name ?? '',
      ...names(),
      ...placeOf(attributes, { suite, className }),
      output: finishOutput(output, keeper),
      suiteOutput: noOutput,
      further: (ended === 'flaky' ? [] : others).map((draft) => finishAttempt(draft, keeper)),
      retries,
      properties,
      environment: suite?.properties ?? [],
      source,
    };
    for (const { name: key, value } of properties) keeper.holdText(key.length + value.length);
    if (keeper.keep(kept, ended)) suite?.addFailing(kept);
    keeper.see?.({ outcome: ended, test: kept });
  }

  return {
    identity: () => JSON.stringify([suite?.path ?? [], className ?? '', name]),
    retries,
    output,
    addAttempt(element, draft) {
      const list = element.startsWith('rerun') ? rerun : element.startsWith('flaky') ? flaky : failing;
      if (list.length < intakeLimits.attempts) list.push(draft);
    },
    addProperty: (property) => addProperty(properties, property),
    skip() {
      isSkipped = true;
    },
    hasFailed: () => failing.length > 0,
    finish() {
      const ended = outcome();
      keeper.count(ended);
      if (ended === 'passed' || ended === 'skipped') seeOnly(ended);
      else keep(ended);
      return ended;
    },
  };
}

type Place = Pick<FailedTest, 'file' | 'line' | 'durationMs'>;

interface TestOwner {
  readonly suite: JunitSuite | undefined;
  readonly className: string | undefined;
}

function placeOf(attributes: XmlAttributes, owner: TestOwner): Place {
  const file = fileOf(attributes, owner);
  const line = lineOf(attributes, owner.suite);
  const durationMs = wholeMilliseconds(nonEmpty(attributes, 'time') ?? nonEmpty(attributes, 'duration'));
  return {
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

function fileOf(attributes: XmlAttributes, { suite, className }: TestOwner): string | undefined {
  const named = [className, suite?.name].find((text) => text !== undefined && looksLikeSourcePath(text));
  return nonEmpty(attributes, 'file') ?? nonEmpty(attributes, 'filepath') ?? suite?.file ?? named;
}

function lineOf(attributes: XmlAttributes, suite: JunitSuite | undefined): number | undefined {
  const text = nonEmpty(attributes, 'line') ?? nonEmpty(attributes, 'lineno');
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  return Number(text) + (suite?.countsLinesFromZero === true ? 1 : 0);
}

/** Reads seconds (`0.012`, `1,234.5`, `0,012`, `1e-3`) as whole milliseconds; nothing where it is no duration. */
export function wholeMilliseconds(seconds: string | undefined): number | undefined {
  if (seconds === undefined || seconds.length > 40) return undefined;
  const plain = seconds.includes('.') ? seconds.replaceAll(',', '') : seconds.replace(',', '.');
  const milliseconds = Math.round(Number(plain) * 1000);
  return plain !== '' && Number.isSafeInteger(milliseconds) && milliseconds >= 0 ? milliseconds : undefined;
}
