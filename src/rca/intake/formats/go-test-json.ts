/** The lines of `go test -json`: events of packages and tests in time order, with their output. */
import { collectText, intakeLimits, type TextCollector } from '../reading/bounded-text.ts';
import type { ReportFormat } from '../reading/failure-keeper.ts';
import { numberOf, textOf } from '../reading/json-fields.ts';
import { createJsonLines } from '../reading/line-reader.ts';
import { createRecorder, nameOf, type ReadFailure, type ReadTest } from '../reading/record-test.ts';

/** Lines that Go's test runner writes around a test's output. */
const GO_FRAME = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:FAIL|PASS|SKIP):)/;
const UNBUILT = /^FAIL\s+(\S+) \[(?:build|setup) failed\]/;
const ENDS: readonly string[] = ['pass', 'skip', 'fail'];
/** How many concurrent tests are tracked. */
const MOST_OPEN = 10_000;
/** How many failures are held until the result of their package. */
const MOST_WAITING = 200;

export const goTestJson: ReportFormat = {
  name: 'go-json',
  recognises: (beginning) =>
    /^\s*\{(?:"Time":"[^"]*",)?"(?:Action|ImportPath|Package)":"[^\n]{0,500}?"(?:Action|Package|ImportPath)":/m.test(
      beginning,
    ) ||
    (UNBUILT.test(beginning) && beginning.includes('{"Time":')),
  open: openGo,
};

/** The message for a package that was not built, if the compiler's output is missing. */
export const UNBUILT_UNTOLD =
  'the package was not built; what the compiler said is on standard error (2>&1 adds it)';

type Open = {
  readonly output: TextCollector;
  /** The failure of the first subtest that failed. */
  failedPart?: ReadFailure;
};

function openGo(
  source: string,
  keeper: Parameters<ReportFormat['open']>[1],
): ReturnType<ReportFormat['open']> {
  const { record } = createRecorder(source, keeper);
  const open = new Map<string, Open>();
  const failed = new Set<string>();
  const keyOf = (of: string, name: string) => `${of}\0${name}`;

  function opened(key: string): Open {
    const known = open.get(key);
    if (known !== undefined) return known;
    const added: Open = { output: collectText(intakeLimits.stackLength) };
    if (open.size < MOST_OPEN) open.set(key, added);
    return added;
  }

  /** The failures of unfinished packages: a test may run tests of its own that are expected to fail. */
  const waiting: ReadTest[] = [];

  /** Releases the held failures of a package, or of all. */
  function settle(of?: string, isPassed = false): void {
    const isOf = ({ className }: ReadTest) => of === undefined || className === of;
    if (!isPassed) for (const test of waiting) if (isOf(test)) record(test);
    waiting.splice(0, waiting.length, ...waiting.filter((test) => !isOf(test)));
  }

  const unbuilt = new Map<string, TextCollector>();
  /** Packages that have begun and not yet ended. */
  const running = new Set<string>();
  const reader = createJsonLines({
    take(event) {
      const [of, name] = [
        nameOf(textOf(event.Package) || textOf(event.ImportPath)),
        nameOf(textOf(event.Test)),
      ];
      const key = keyOf(of, name);
      if (name === '' && ENDS.includes(textOf(event.Action))) running.delete(of);
      else if (event.Package !== undefined && running.size < MOST_OPEN) running.add(of);
      switch (event.Action) {
        case 'output':
        case 'build-output': {
          const text = textOf(event.Output);
          if (!GO_FRAME.test(text)) opened(key).output.push(text);
          return;
        }
        case 'pass':
        case 'skip':
          if (name === '') {
            settle(of, event.Action === 'pass');
            failed.delete(of);
          } else {
            const outcome = event.Action === 'pass' ? 'passed' : 'skipped';
            record({ outcome, suitePath: [of], name, className: of, place: reader.place() });
          }
          open.delete(key);
          return;
        case 'fail':
        case 'build-fail':
          return fail(of, name, {
            duration: numberOf(event.Elapsed),
            build: nameOf(textOf(event.FailedBuild)),
            isBuild: event.Action === 'build-fail',
          });
      }
    },
    takeText(line) {
      // Before Go 1.24 the compiler's output is not part of the JSON.
      const of = UNBUILT.exec(line)?.[1];
      if (of !== undefined && !failed.has(of)) {
        failed.add(of);
        // A package without output imports one that was not built; using that one's output makes them one
        // case.
        const said = unbuilt.get(of) ?? unbuilt.values().next().value;
        const told = said?.finish().text.trim() ?? '';
        const message = told.split('\n')[0] || UNBUILT_UNTOLD;
        record({
          outcome: 'errored',
          suitePath: [of],
          name: of,
          className: of,
          failures: [{ kind: 'error', message, stack: told }],
          place: reader.place(),
        });
      }
      const package_ = /^# (\S+)/.exec(line)?.[1];
      if (package_ !== undefined && unbuilt.size < MOST_OPEN)
        unbuilt.set(package_, collectText(intakeLimits.messageLength));
      else if (line.trim() !== '') [...unbuilt.values()].at(-1)?.push(`${line}\n`);
    },
  });

  function fail(
    of: string,
    name: string,
    { duration, build, isBuild }: { duration: number | undefined; build: string; isBuild: boolean },
  ): void {
    const key = keyOf(of, name);
    const own = open.get(key);
    // Build output is held until the package that needed it fails.
    if (isBuild) return;
    const built = build === '' ? undefined : open.get(keyOf(build, ''));
    open.delete(key);
    if (name === '') {
      settle(of);
      // A package fails with its tests; it fails by itself only if none of them did, for instance because it
      // was not built.
      if (failed.has(of)) return;
    }
    const output = (built ?? own)?.output.finish().text ?? '';
    const crashed = name === '' && !GO_PANIC.test(output) ? crashedIn(of) : undefined;
    failed.add(of);
    if (crashed !== undefined) {
      fail(of, crashed, { duration, build: '', isBuild });
      settle(of);
      return;
    }
    // A test that fails through its subtests takes their failure, so that they are one case.
    const failure = (output.trim() === '' ? own?.failedPart : undefined) ?? goFailure(output, name === '');
    const whole = name.slice(0, Math.max(0, name.lastIndexOf('/')));
    if (whole !== '') opened(keyOf(of, whole)).failedPart ??= failure;
    const test: ReadTest = {
      outcome: failure.kind === 'error' ? 'errored' : 'failed',
      suitePath: [of],
      name: name === '' ? of : name,
      className: of,
      durationMs: duration === undefined ? undefined : duration * 1000,
      failures: [failure],
      place: reader.place(),
    };
    if (name === '') record(test);
    else waiting.push(test);
    if (waiting.length > MOST_WAITING) settle();
  }

  /** The test in which a package crashed; older Go versions do not report how it ended. */
  function crashedIn(of: string): string | undefined {
    const start = keyOf(of, '');
    for (const [key, { output }] of open)
      if (key.length > start.length && key.startsWith(start) && GO_PANIC.test(output.finish().text))
        return key.slice(start.length);
    return undefined;
  }

  return {
    write: reader.write,
    place: reader.place,
    end() {
      const fault = reader.end();
      settle();
      // A killed process does not report how its tests ended.
      const [first] = running;
      return (
        fault ??
        (first === undefined
          ? undefined
          : `it does not say how \`${first}\` ended: the run was stopped, or the file is cut off`)
      );
    },
  };
}

const GO_PLACE = /^\s*[\w./-]+[.]go:\d+(?::\d+)?: /;
const GO_PANIC = /^(?:panic|fatal error): /m;

/** Parses what a test or package printed before it failed. */
export function goFailure(output: string, isPackage: boolean): ReadFailure {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const isPanic = GO_PANIC.test(output);
  const told = isPanic
    ? lines.find((line) => GO_PANIC.test(line))
    : lines.findLast(
        (line) => GO_PLACE.test(`${line.trimEnd()} `) && line.replace(GO_PLACE, '').trim() !== '',
      );
  // Testify prints the error below the place.
  const testify = /^[ \t]+Error:[ \t]+(\S.*)$/m.exec(output)?.[1];
  const message = testify ?? (told ?? lines[0] ?? 'a subtest failed').replace(GO_PLACE, '');
  return { kind: isPanic || isPackage ? 'error' : 'failure', message, stack: output };
}
