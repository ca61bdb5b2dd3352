/** Reads results from terminal output: unittest, cargo and nextest. */

import { rustFailure } from '../intake/log/native-log.ts';
import { boundText, cleanText, intakeLimits } from '../intake/reading/bounded-text.ts';
import type { TestResult } from './runner.ts';

type Names = Pick<TestResult, 'suitePath' | 'name' | 'className' | 'file'>;
type Failure = NonNullable<TestResult['failure']>;

/** Makes a failure from its parts, within the limits of the intake. */
function makeFailure({ kind, type, message, stack }: Failure): Failure {
  return {
    kind,
    ...(type === undefined || type === '' ? {} : { type }),
    message: boundText(message, intakeLimits.messageLength).text.trim(),
    stack: boundText(stack, intakeLimits.stackLength).text.trimEnd(),
  };
}

/** How much of a line is matched; runners print no longer ones. */
const LONGEST_LINE = 4_096;

function linesOf(text: string): readonly string[] {
  return cleanText(text)
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE));
}

/** A name and its class; the first line of a description may follow on its own line. */
const UNITTEST_HEAD = /^\s*(\S.*?) \(([\w.<>]+[.][^()\s]+)\)(?:$| [.]{3}| [([])/;
const UNITTEST_END =
  /(?:^|\s)[.]{3} (?:.*\s)?(ok|FAIL|ERROR|skipped\b.*|expected failure|unexpected success)$/;
const RULE = /^(=|-){70}$/;

/** Reads what `python -m unittest -v` writes to its error stream. */
export function readUnittestText(text: string): readonly TestResult[] {
  const lines = linesOf(text);
  const results = new Map<string, TestResult>();
  let names: Names | undefined;
  for (const line of lines) {
    const head = UNITTEST_HEAD.exec(line);
    if (head !== null) names = unittestNames(head[1] ?? '', head[2] ?? '');
    // The test's own output may come between its name and its result.
    const end = names && (UNITTEST_END.exec(line) ?? /^(ok|FAIL|ERROR)$/.exec(line));
    if (!end || !names) continue;
    const status = unittestStatus(end[1] ?? '');
    // Subtests have lines of their own; one that failed decides.
    if (results.get(keyOf(names))?.status !== 'failed')
      results.set(keyOf(names), { ...names, status, ...(status === 'failed' ? { failure: untold } : {}) });
    names = undefined;
  }
  for (const [told, failure] of unittestFailures(lines))
    results.set(keyOf(told), { ...told, status: 'failed', failure });
  return [...results.values()];
}

const untold: Failure = { kind: 'failure', message: '', stack: '' };

function unittestStatus(word: string): TestResult['status'] {
  if (word === 'ok' || word === 'expected failure') return 'passed';
  return word.startsWith('skipped') ? 'skipped' : 'failed';
}

/** From Python 3.11 on, the class is followed by the method's name again. */
function unittestNames(name: string, owner: string): Names {
  const className = owner.endsWith(`.${name}`) ? owner.slice(0, -name.length - 1) : owner;
  return { suitePath: [], name, className };
}

function keyOf({ className, name }: Names): string {
  return `${className ?? ''}.${name}`;
}

/** Each failure is between two rules below its name, and ends at the next rule. */
function* unittestFailures(lines: readonly string[]): Generator<readonly [Names, Failure]> {
  for (const [index, line] of lines.entries()) {
    const head = /^(FAIL|ERROR): (.+?) \(([\w.<>]+[.][^()\s]+)\)/.exec(line);
    if (head === null || lines[index - 1]?.startsWith('=====') !== true) continue;
    const start = ruleFrom(lines, index) + 1;
    const stack = lines.slice(start, ruleFrom(lines, start)).join('\n').trim();
    const raised = stack.split('\n').findLastIndex((other) => /^[A-Za-z_][\w.]*(?:: |$)/.test(other));
    const [type = '', ...message] = stack.split('\n').slice(raised).join('\n').split(': ');
    const kind = head[1] === 'FAIL' ? 'failure' : 'error';
    const names = unittestNames(head[2] ?? '', head[3] ?? '');
    yield [names, makeFailure({ kind, type, message: message.join(': '), stack })];
  }
}

function ruleFrom(lines: readonly string[], start: number): number {
  let index = start;
  while (index < lines.length && !RULE.test(lines[index] ?? '')) index++;
  return index;
}

const CARGO_TARGET =
  /^\s*Running (?:unittests )?(?:(\S+) )?\((?:.*[/\\])?([\w-]+?)-[0-9a-f]{16}(?:[.]exe)?\)/;
const CARGO_BLOCK = /^running \d+ tests?$/;
const CARGO_DOCS = /^\s*Doc-tests (\S+)/;
const CARGO_TEST = /^test (.+?)(?: - should panic)? [.]{3} (ok|FAILED|ignored)(?:,.*)?$/;
const NEXTEST_TEST =
  /^\s*(?:TRY \d+ )?(PASS|FAIL|SIG\w+|ABORT|LEAK|SKIP|TIMEOUT)\s+\[[^\]]*\]\s+(?:\(\s*\d+\/\d+\)\s+)?(\S+)\s+(.+)$/;

/** Reads what `cargo test` and `cargo nextest run` print. */
export function readCargoText(text: string): readonly TestResult[] {
  const lines = linesOf(text);
  const sections = cargoSections(lines);
  const told = lines.some((line) => NEXTEST_TEST.test(line)) ? nextestLines(lines) : cargoLines(lines);
  const results = new Map<string, TestResult>();
  for (const { name, word, target } of told) {
    const names = { suitePath: target ? [target] : [], name, ...(target ? { className: target } : {}) };
    const texts = sections.get(name);
    const stack = word === 'FAILED' ? texts?.shift() : texts?.join('\n');
    const status = RUST_STATUS.get(word) ?? 'failed';
    const failure = status === 'failed' ? { failure: failureOf(stack ?? '') } : {};
    results.set(keyOf(names), { ...names, status, ...failure });
  }
  return [...results.values(), ...unbuiltCrates(lines)];
}

const RUST_STATUS: ReadonlyMap<string, TestResult['status']> = new Map([
  ['ok', 'passed'],
  ['PASS', 'passed'],
  ['LEAK', 'passed'],
  ['ignored', 'skipped'],
  ['SKIP', 'skipped'],
] as const);

type RustLine = { readonly name: string; readonly word: string; readonly target?: string | undefined };

/** Targets and tests are printed to two streams, so only their order shows which belong together. */
function cargoLines(lines: readonly string[]): readonly RustLine[] {
  const targets = lines.flatMap((line) => CARGO_TARGET.exec(line)?.[2] ?? CARGO_DOCS.exec(line)?.[1] ?? []);
  const isTold = targets.length === lines.filter((line) => CARGO_BLOCK.test(line)).length;
  let block = -1;
  return lines.flatMap((line) => {
    if (CARGO_BLOCK.test(line)) block++;
    const [, name, word] = CARGO_TEST.exec(line) ?? [];
    return name && word ? { name, word, target: isTold ? targets[block] : undefined } : [];
  });
}

function nextestLines(lines: readonly string[]): readonly RustLine[] {
  return lines.flatMap((line) => {
    const [, word, target, name] = NEXTEST_TEST.exec(line) ?? [];
    return name && word ? { name, word, target } : [];
  });
}

/** A crate that could not be compiled has no tests, only compiler output. */
function unbuiltCrates(lines: readonly string[]): readonly TestResult[] {
  const crate = lines.flatMap((line) => /^error: could not compile `([^`]+)`/.exec(line)?.[1] ?? [])[0];
  const first = lines.findIndex((line) => /^error(?:\[E\d+\])?: /.test(line));
  if (crate === undefined || first < 0) return [];
  const message = lines[first]?.replace(/^error(?:\[E\d+\])?: /, '') ?? '';
  const failure = makeFailure({ kind: 'error', message, stack: lines.slice(first).join('\n') });
  return [{ suitePath: [], name: crate, className: crate, status: 'failed', failure }];
}

const SECTION =
  /^(?:---- (.+) stdout ----|[-\s]*STD(?:OUT|ERR):\s+\S+\s+(.+?)(?:\s+-+)?|\s*(?:stdout|stderr) ─+)$/;

/**
 * The output of failing tests by name; several targets may have tests of one name, in the order of their
 * lines.
 */
function cargoSections(lines: readonly string[]): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let current: { readonly name: string; readonly lines: string[] } | undefined;
  const end = () => {
    const text = current?.lines.join('\n').trim();
    if (current && text) sections.set(current.name, [...(sections.get(current.name) ?? []), text]);
    current = undefined;
  };
  let last = '';
  for (const line of lines) {
    const head = SECTION.exec(line);
    last = NEXTEST_TEST.exec(line)?.[3] ?? last;
    if (head !== null) {
      end();
      current = { name: head[1] ?? head[2] ?? last, lines: [] };
    } else if (/^(?:failures:|test result: |successes:|-{4,}$|─{4,})/.test(line) || NEXTEST_TEST.test(line))
      end();
    else current?.lines.push(line);
  }
  end();
  return sections;
}

function failureOf(output: string): Failure {
  const { kind, type = '', message = '', stack = '' } = rustFailure(output);
  return makeFailure({ kind, type, message, stack });
}
