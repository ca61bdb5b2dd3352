/** What failed in a step of which no test runner told a failure: a compiler, a linter, a script. */
import { compilerPlace } from '../../stack/compiler-place.ts';
import { collectText, intakeLimits, type TextCollector } from '../reading/bounded-text.ts';
import type { LogTests } from './log-section.ts';

/** Lines that say what is wrong, as most tools put it. */
const ERROR =
  /^(?!.*\b(?:0|no) (?:errors?|failures?)\b)(?:.{0,200}?[\s:[(])??(?:[\w.]{0,100}(?:Error|Exception)|error|ERROR|fatal|FATAL|Traceback \(most recent call last\))(?:\[\w+\]| TS\d+)?(?::|\]| - | \w)/;
const TAIL_LINES = 60;

/** Follows the steps of a log, and keeps what their errors may be. */
export type BuildSteps = {
  begin(name: string): void;
  take(line: string): void;
  /** Takes what the CI system itself calls an error. */
  takeError(line: string): void;
  /** Records the step as failed, unless a failure of it was read; where the whole job failed, unless any was. */
  fail(what: 'step' | 'job'): void;
  /** Ends the log: where nothing says how a step ended, only the place of a compile error is taken for a failure. */
  end(): void;
};

/** Makes what follows the steps; `failures` tells how many failures were read so far. */
export function followSteps(tests: LogTests, failures: () => number): BuildSteps {
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
