/** Results in JSON: of jest and vitest, of `go test -json`, and of RSpec. */
import {
  boundText,
  cleanText,
  collectText,
  intakeLimits,
  type TextCollector,
} from '../intake/bounded-text.ts';
import type { TestResult } from './runner.ts';

type Fields = Readonly<Record<string, unknown>>;
type Failure = NonNullable<TestResult['failure']>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function nameOf(value: unknown): string {
  return boundText(textOf(value), intakeLimits.nameLength).text.trim();
}

/** Makes a failure of its parts, within the bounds of the intake. */
export function makeFailure({ kind, type, message, stack }: Failure): Failure {
  return {
    kind,
    ...(type === undefined || type === '' ? {} : { type }),
    message: boundText(message, intakeLimits.messageLength).text.trim(),
    stack: boundText(stack, intakeLimits.stackLength).text.trimEnd(),
  };
}

const JEST_STATUS: ReadonlyMap<unknown, TestResult['status']> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
  ['todo', 'skipped'],
  ['disabled', 'skipped'],
] as const);

/** Reads the JSON of jest and vitest. */
export function readJestJson(text: string): readonly TestResult[] {
  return listOf(fieldsOf(parse(text)).testResults).flatMap((suite) => {
    const file = nameOf(suite.name);
    const tests = listOf(suite.assertionResults).flatMap((test) => jestTest(test, file));
    const message = textOf(suite.message);
    // A file that could not be loaded has no tests, only a message.
    const isBroken = suite.status === 'failed' && !tests.some(({ status }) => status === 'failed');
    if (!isBroken || file === '') return tests;
    const failure = makeFailure({ kind: 'error', ...jestFailure(message) });
    return [...tests, { suitePath: [], name: file, file, status: 'failed', failure } satisfies TestResult];
  });
}

function jestTest(test: Fields, file: string): readonly TestResult[] {
  const status = JEST_STATUS.get(test.status);
  const name = nameOf(test.title);
  if (status === undefined) return [];
  const ancestors = Array.isArray(test.ancestorTitles) ? test.ancestorTitles.map(nameOf) : [];
  const names = {
    suitePath: ancestors.filter((title) => title !== ''),
    name,
    ...(file === '' ? {} : { file }),
  };
  if (status !== 'failed') return [{ ...names, status }];
  const messages = Array.isArray(test.failureMessages) ? test.failureMessages.map(textOf) : [];
  const failure = makeFailure({ kind: 'failure', ...jestFailure(messages[0] ?? '') });
  return [{ ...names, status, failure }];
}

/** A failure is told as one text: type and message, then the trace. */
function jestFailure(text: string): Pick<Failure, 'type' | 'message' | 'stack'> {
  const stack = boundText(text, intakeLimits.stackLength).text;
  const trace = stack.search(/^[ \t]+at\s/m);
  const head = (trace < 0 ? stack : stack.slice(0, trace))
    .replace(/^\s*● Test suite failed to run\s+/, '')
    .trim();
  const typed =
    /^(?:Uncaught )?((?:[A-Z][\w$]*)?(?:Error|Exception|Failure|Rejection)\w*)(?: \[\w+\])?: ?/.exec(head);
  return { type: typed?.[1] ?? '', message: typed === null ? head : head.slice(typed[0].length), stack };
}

/** Lines that the Go runner itself writes around what a test prints. */
const GO_FRAME = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:FAIL|PASS|SKIP):)/;

/** Reads the lines of `go test -json`. */
export function readGoJson(text: string): readonly TestResult[] {
  const results: TestResult[] = [];
  const outputs = new Map<string, TextCollector>();
  const failed = new Set<string>();
  for (const line of text.split('\n')) {
    const unbuilt = /^FAIL\s+(\S+) \[(?:build|setup) failed\]/.exec(line)?.[1];
    if (unbuilt !== undefined && !failed.has(unbuilt)) results.push(unbuiltPackage(unbuilt));
    if (!line.startsWith('{')) continue;
    const { Action: action, Package, ImportPath, Test, Output } = fieldsOf(parse(line));
    const [of, name] = [nameOf(Package ?? ImportPath), nameOf(Test)];
    const key = JSON.stringify([of, name]);
    if (action === 'output' || action === 'build-output') {
      const output = outputs.get(key) ?? collectText(intakeLimits.stackLength);
      if (!GO_FRAME.test(textOf(Output))) output.push(textOf(Output));
      outputs.set(key, output);
    }
    const status = action === 'pass' ? 'passed' : action === 'skip' ? 'skipped' : 'failed';
    if (!/^(?:pass|skip|fail|build-fail)$/.test(textOf(action))) continue;
    const names = { suitePath: [of], name: name === '' ? of : name, className: of };
    if (status === 'failed') {
      // A package fails with its tests; by itself only where none of them did, for instance because it was not built.
      if (name === '' && failed.has(of)) continue;
      failed.add(of);
      results.push({
        ...names,
        status,
        failure: goFailure(outputs.get(key)?.finish().text ?? '', name === ''),
      });
    } else if (name !== '') results.push({ ...names, status });
    outputs.delete(key);
  }
  return results;
}

/** Before Go 1.24 what the compiler says is not part of the JSON. */
function unbuiltPackage(name: string): TestResult {
  const failure = makeFailure({ kind: 'error', message: 'the package was not built', stack: '' });
  return { suitePath: [name], name, className: name, status: 'failed', failure };
}

const GO_PLACE = /^\s*[\w./-]+[.]go:\d+(?::\d+)?: /;
const GO_PANIC = /^(?:panic|fatal error): /m;

function goFailure(output: string, isPackage: boolean): Failure {
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
  return makeFailure({ kind: isPanic || isPackage ? 'error' : 'failure', message, stack: output });
}

/** Reads the JSON of RSpec; names and classes are those of its JUnit formatter. */
export function readRspecJson(text: string): readonly TestResult[] {
  const start = text.indexOf('{');
  const report = fieldsOf(parse(start < 0 ? '' : text.slice(start)));
  const results = listOf(report.examples).flatMap((example): readonly TestResult[] => {
    const file = nameOf(example.file_path).replace(/^[.]\//, '');
    const names = {
      suitePath: ['rspec'],
      name: nameOf(example.full_description),
      className: file.replace(/[.]rb$/, '').replaceAll('/', '.'),
      ...(file === '' ? {} : { file }),
    };
    if (example.status === 'passed') return [{ ...names, status: 'passed' }];
    if (example.status === 'pending') return [{ ...names, status: 'skipped' }];
    if (example.status !== 'failed') return [];
    return [{ ...names, status: 'failed', failure: rspecFailure(fieldsOf(example.exception)) }];
  });
  return [...results, ...outsideExamples(report)];
}

function rspecFailure(exception: Fields): Failure {
  const trace = Array.isArray(exception.backtrace) ? exception.backtrace.map(textOf) : [];
  const [type, message] = [nameOf(exception.class), textOf(exception.message)];
  const kind = type.includes('ExpectationNotMet') ? 'failure' : 'error';
  return makeFailure({ kind, type, message, stack: [message, ...trace].join('\n') });
}

/** A file that could not be loaded is told in messages beside the examples. */
function outsideExamples(report: Fields): readonly TestResult[] {
  if (!(Number(fieldsOf(report.summary).errors_outside_of_examples_count) > 0)) return [];
  const messages = Array.isArray(report.messages) ? report.messages.map(textOf) : [];
  return messages.flatMap((written): readonly TestResult[] => {
    const message = cleanText(written).trim();
    const file = /occurred while loading (?:[.]\/)?([^\s:]+[.]rb)/.exec(message)?.[1];
    if (file === undefined) return [];
    const failure = makeFailure({
      kind: 'error',
      message: message.split('\n').slice(1).join('\n'),
      stack: message,
    });
    return [{ suitePath: ['rspec'], name: file, file, status: 'failed', failure }];
  });
}
