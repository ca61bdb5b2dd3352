/**
 * Reads build logs, as kept by a CI system or copied from a terminal. Unlike a report, a log has sections in
 * which runners print their failures, and the number of tests is known only from summaries.
 */

import { compilerPlace } from '../../stack/compiler-place.ts';
import { collectText, intakeLimits, type TextCollector } from '../reading/bounded-text.ts';
import type { FailureKeeper, ReportFormat, ReportReader } from '../reading/failure-keeper.ts';
import { createLineReader } from '../reading/line-reader.ts';
import { createRecorder } from '../reading/record-test.ts';
import { jestLog, mochaLog, nodeTestLog, vitestLog } from './javascript-log.ts';
import { gradleLog, surefireLog } from './jvm-log.ts';
import {
  createUndresser,
  LONGEST_LOG_LINE,
  type LogRunner,
  type LogSection,
  type LogTests,
} from './log-section.ts';
import { cargoLog, goLog, googleTestLog } from './native-log.ts';
import { playwrightLog } from './playwright-log.ts';
import { pytestLog, unittestLog } from './python-log.ts';
import { minitestLog, phpunitLog, rspecLog } from './ruby-php-log.ts';

const runners: readonly LogRunner[] = [
  pytestLog,
  unittestLog,
  vitestLog,
  jestLog,
  playwrightLog,
  mochaLog,
  nodeTestLog,
  goLog,
  cargoLog,
  surefireLog,
  gradleLog,
  rspecLog,
  minitestLog,
  phpunitLog,
  googleTestLog,
];

export const logFormat: ReportFormat = {
  name: 'log',
  recognises(beginning) {
    const undresser = createUndresser();
    return beginning
      .split('\n')
      .flatMap((line) => undresser.take(line))
      .some(
        ({ text }) => undresser.system() !== undefined || runners.some(({ begins }) => begins.test(text)),
      );
  },
  open: openLog,
};

/**
 * Returns whether a file that is not a report may be read as a log: it is text, and no other kind of
 * document.
 */
export function looksLikeLog(beginning: string): boolean {
  return !beginning.includes('\0') && /^\s*(?:[^\s<{[\ufffd]|\[(?:[A-Z]|\d{4}-))/.test(beginning);
}

function openLog(source: string, keeper: FailureKeeper): ReportReader {
  const { record } = createRecorder(source, keeper);
  const seen = new Set<string>();
  let failures = 0;
  let declared = 0;
  let counted = 0;
  let open: { readonly runner: LogRunner; readonly section: LogSection } | undefined;

  const tests: LogTests = {
    fail({ failure, isFlaky = false, ...test }) {
      failures++;
      const outcome = isFlaky ? 'flaky' : failure.kind === 'error' ? 'errored' : 'failed';
      record({ ...test, outcome, failures: [failure] });
    },
    count(outcome, times) {
      counted += times;
      keeper.count(outcome, undefined, times);
    },
    declare(red) {
      counted += red;
      declared += red;
    },
    place: () => `line ${lines.line()}`,
  };
  const steps = followSteps(tests, () => failures);

  function close(): void {
    const ended = open;
    open = undefined;
    ended?.section.end();
  }

  function take(line: string): void {
    const kind = open?.section.take(line);
    if (kind === 'last') close();
    if (kind === 'last' || kind === 'own') return;
    const next = runners.find(({ begins }) => begins.test(line));
    // A runner with an open section recognises its own output, so this is another runner, or a new run of the
    // same.
    if (kind === 'foreign' || (next !== undefined && next !== open?.runner)) close();
    if (next === undefined || open !== undefined) return;
    seen.add(next.name);
    open = { runner: next, section: next.open(tests) };
    if (open.section.take(line) === 'last') close();
  }

  function takeLine(whole: string, isWhole: boolean): void {
    for (const { text, says } of undresser.take(isWhole ? whole : withoutCutColour(whole))) {
      const line = text.slice(0, LONGEST_LOG_LINE).trimEnd();
      if (says !== undefined && BOUNDARIES.includes(says)) close();
      if (says === 'step' || (says === 'command' && open === undefined)) steps.begin(line);
      else if (says === 'step-failed') steps.fail('step');
      else if (says === 'failed') steps.fail('job');
      else if (says === 'error') steps.takeError(line);
      else if (says === undefined || says === 'command') {
        take(line);
        steps.take(line);
      }
    }
  }

  const undresser = createUndresser();
  const lines = createLineReader(takeLine);
  return {
    write: lines.write,
    place: () => `line ${lines.line()}`,
    end() {
      lines.end();
      close();
      steps.end();
      const system = undresser.system();
      const of = system === undefined ? 'a log' : `a log of ${system}`;
      const told = [...seen].join(', ');
      if (failures === 0 && counted === 0) return emptyNote(system, told);
      return logNote({
        of,
        told,
        counted,
        missing: Math.max(0, declared - failures),
        long: lines.longLines(),
      });
    },
  };
}

/** Removes an incomplete colour code at the end of a log. */
function withoutCutColour(line: string): string {
  const start = line.lastIndexOf('\u001b');
  return start >= 0 && /^\[?[\d;:?]*$/.test(line.slice(start + 1)) ? line.slice(0, start) : line;
}

/** Lines that separate sections. */
const BOUNDARIES: readonly string[] = ['step', 'step-failed', 'failed', 'boundary'];

type Note = {
  readonly of: string;
  readonly told: string;
  readonly counted: number;
  readonly missing: number;
  readonly long: number;
};

function emptyNote(system: string | undefined, told: string): string {
  if (told !== '') return `it is a log, and ${told} tells of no failure in it`;
  return system === undefined
    ? 'it is of no known report format, and as a log it shows no failure of a known test runner'
    : `it is a log of ${system}, and shows no failure of a known test runner`;
}

/** Describes what the log cannot tell, so that nobody mistakes it for a report. */
function logNote({ of, told, counted, missing, long }: Note): string {
  return [
    `it is ${of}, read as ${told === '' ? 'its tools' : told} printed it`,
    ...(counted === 0 ? ['how many tests ran is not said'] : []),
    ...(missing === 0 ? [] : [`failures that are counted and not told: ${missing}`]),
    ...(long === 0 ? [] : [`lines too long to be read: ${long}`]),
  ].join('; ');
}

/** Lines that describe an error, in the style of most tools. */
const ERROR =
  /^(?!.*\b(?:0|no) (?:errors?|failures?)\b)(?:.{0,200}?[\s:[(])??(?:[\w.]{0,100}(?:Error|Exception)|error|ERROR|fatal|FATAL|Traceback \(most recent call last\))(?:\[\w+\]| TS\d+)?(?::|\]| - | \w)/;
const TAIL_LINES = 60;

/** Follows the steps of a log, and keeps possible errors of each. */
type BuildSteps = {
  begin(name: string): void;
  take(line: string): void;
  /** Takes a line that the CI system itself marks as an error. */
  takeError(line: string): void;
  /**
   * Records a failed step, unless one of its failures was read; for the whole job, unless any failure was
   * read.
   */
  fail(what: 'step' | 'job'): void;
  /**
   * Ends the log. If nothing says how a step ended, only the place of a compile error counts as a failure.
   */
  end(): void;
};

/** Creates the step follower; `failures` returns the number of failures read so far. */
function followSteps(tests: LogTests, failures: () => number): BuildSteps {
  let name = '';
  let readBefore = 0;
  let text: TextCollector | undefined;
  let tail: string[] = [];
  let place = '';
  let told = '';

  function begin(step: string): void {
    name = step;
    readBefore = failures();
    text = undefined;
    tail = [];
    told = '';
  }

  function record(whole: string): void {
    const compiled = compilerPlace(whole);
    const first = whole.split('\n', 2_000).find((line) => ERROR.test(line)) ?? '';
    tests.fail({
      suitePath: [],
      name: name === '' ? 'the build' : name,
      failure: {
        kind: 'error',
        message: compiled?.message || told || first.trim() || 'the step failed, and the log does not say how',
        stack: whole,
      },
      place: place || tests.place(),
    });
  }

  return {
    begin,
    take(line) {
      if (text === undefined && ERROR.test(line)) {
        text = collectText(intakeLimits.stackLength);
        place = tests.place();
      }
      if (text !== undefined) text.push(`${line}\n`);
      else if (line.trim() !== '' && tail.push(line) > TAIL_LINES) tail = tail.slice(-TAIL_LINES / 2);
    },
    takeError(line) {
      if (told === '') told = line.trim();
    },
    fail(what) {
      if (failures() === (what === 'step' ? readBefore : 0))
        record(text?.finish().text ?? tail.slice(-TAIL_LINES / 2).join('\n'));
    },
    end() {
      if (failures() > 0 || text === undefined) return;
      const whole = text.finish().text;
      if (compilerPlace(whole) !== null) record(whole);
    },
  };
}
