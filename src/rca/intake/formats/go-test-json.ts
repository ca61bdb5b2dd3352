/** The lines of `go test -json`: events of packages and tests in the order of time, with what each printed. */
import { collectText, intakeLimits, type TextCollector } from '../bounded-text.ts';
import type { ReportFormat } from '../failure-keeper.ts';
import { numberOf, textOf } from '../json-fields.ts';
import { createJsonLines } from '../line-reader.ts';
import { createRecorder, nameOf, type ReadFailure } from '../record-test.ts';

/** Lines that the Go runner itself writes around what a test prints. */
const GO_FRAME = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:FAIL|PASS|SKIP):)/;
const UNBUILT = /^FAIL\s+(\S+) \[(?:build|setup) failed\]/;
const ENDS: readonly string[] = ['pass', 'skip', 'fail'];
/** How many tests that run at one time are followed. */
const MOST_OPEN = 10_000;

export const goTestJson: ReportFormat = {
  name: 'go-json',
  recognises: (beginning) =>
    /^\s*\{(?:"Time":"[^"]*",)?"(?:Action|ImportPath|Package)":"[^\n]{0,500}?"(?:Action|Package|ImportPath)":/m.test(
      beginning,
    ) ||
    (UNBUILT.test(beginning) && beginning.includes('{"Time":')),
  open: openGo,
};

type Open = {
  readonly output: TextCollector;
  /** What the first part of the test that failed said. */
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

  const unbuilt = new Map<string, TextCollector>();
  /** Packages of which something was told and not yet how they ended. */
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
          if (name !== '') {
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
      // Before Go 1.24 what the compiler says is not part of the JSON.
      const of = UNBUILT.exec(line)?.[1];
      if (of !== undefined && !failed.has(of)) {
        failed.add(of);
        const told = unbuilt.get(of)?.finish().text.trim() ?? '';
        const message = told.split('\n')[0] || 'the package was not built';
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
    // What a build said is told when the package that waited for it fails; until then it is kept.
    if (isBuild) return;
    const built = build === '' ? undefined : open.get(keyOf(build, ''));
    open.delete(key);
    // A package fails with its tests; by itself only where none of them did, for instance because it was not built.
    if (name === '' && failed.has(of)) return;
    failed.add(of);
    const output = (built ?? own)?.output.finish().text ?? '';
    // A test that fails with its parts says what they say, so that they are one case.
    const failure = (output.trim() === '' ? own?.failedPart : undefined) ?? goFailure(output, name === '');
    const whole = name.slice(0, Math.max(0, name.lastIndexOf('/')));
    if (whole !== '') opened(keyOf(of, whole)).failedPart ??= failure;
    record({
      outcome: failure.kind === 'error' ? 'errored' : 'failed',
      suitePath: [of],
      name: name === '' ? of : name,
      className: of,
      durationMs: duration === undefined ? undefined : duration * 1000,
      failures: [failure],
      place: reader.place(),
    });
  }

  return {
    write: reader.write,
    place: reader.place,
    end() {
      const fault = reader.end();
      // A process that was killed does not say how its tests ended.
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

/** Takes apart what a test or package printed before it failed. */
export function goFailure(output: string, isPackage: boolean): ReadFailure {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const isPanic = GO_PANIC.test(output);
  const told = isPanic
    ? lines.find((line) => GO_PANIC.test(line))
    : lines.findLast(
        (line) => GO_PLACE.test(`${line.trimEnd()} `) && line.replace(GO_PLACE, '').trim() !== '',
      );
  // Testify tells what is wrong below the place.
  const testify = /^[ \t]+Error:[ \t]+(\S.*)$/m.exec(output)?.[1];
  const message = testify ?? (told ?? lines[0] ?? 'a subtest failed').replace(GO_PLACE, '');
  return { kind: isPanic || isPackage ? 'error' : 'failure', message, stack: output };
}
