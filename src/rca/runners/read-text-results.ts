/** Results from what runners print for people: unittest, cargo and nextest, and TAP. */
import { cleanText } from '../intake/clean-text.ts';
import { makeFailure } from './read-json-results.ts';
import type { TestResult } from './runner.ts';

type Names = Pick<TestResult, 'suitePath' | 'name' | 'className' | 'file'>;
type Failure = NonNullable<TestResult['failure']>;

const UNITTEST_HEAD = /^(\S+) \(([^()\s]+)\)/;
const UNITTEST_END =
  /(?:^|\s)[.]{3} (?:.*\s)?(ok|FAIL|ERROR|skipped\b.*|expected failure|unexpected success)$/;
const RULE = /^(=|-){70}$/;

/** Reads what `python -m unittest -v` writes to its error stream. */
export function readUnittestText(text: string): readonly TestResult[] {
  const lines = cleanText(text).split('\n');
  const results = new Map<string, TestResult>();
  let names: Names | undefined;
  for (const line of lines) {
    const head = UNITTEST_HEAD.exec(line);
    if (head !== null) names = unittestNames(head[1] ?? '', head[2] ?? '');
    // What a test prints may stand between its name and its end.
    const end = names && (UNITTEST_END.exec(line) ?? /^(ok|FAIL|ERROR)$/.exec(line));
    if (!end || !names) continue;
    const status = unittestStatus(end[1] ?? '');
    results.set(keyOf(names), { ...names, status, ...(status === 'failed' ? { failure: untold } : {}) });
    names = undefined;
  }
  for (const [told, failure] of unittestFailures(lines)) {
    const key = keyOf(told);
    results.set(key, { ...told, status: 'failed', failure });
  }
  return [...results.values()];
}

const untold: Failure = { kind: 'failure', message: '', stack: '' };

function unittestStatus(word: string): TestResult['status'] {
  if (word === 'ok' || word === 'expected failure') return 'passed';
  return word.startsWith('skipped') ? 'skipped' : 'failed';
}

/** From Python 3.11 on the class is followed by the method's name once more. */
function unittestNames(name: string, owner: string): Names {
  const className = owner.endsWith(`.${name}`) ? owner.slice(0, -name.length - 1) : owner;
  return { suitePath: [], name, className };
}

function keyOf({ className, name }: Names): string {
  return `${className ?? ''}.${name}`;
}

/** Each failure stands between two rules below its name, and ends at the next rule. */
function* unittestFailures(lines: readonly string[]): Generator<readonly [Names, Failure]> {
  for (const [index, line] of lines.entries()) {
    const head = /^(FAIL|ERROR): (\S+) \(([^()\s]+)\)/.exec(line);
    if (head === null || lines[index - 1]?.startsWith('=====') !== true) continue;
    const start = lines.findIndex((other, at) => at > index && RULE.test(other)) + 1;
    const after = lines.findIndex((other, at) => at >= start && RULE.test(other));
    const stack = lines
      .slice(start, after < 0 ? undefined : after)
      .join('\n')
      .trim();
    const raised = stack.split('\n').findLastIndex((other) => /^[A-Za-z_][\w.]*(?:: |$)/.test(other));
    const [type = '', ...message] = stack.split('\n').slice(raised).join('\n').split(': ');
    const kind = head[1] === 'FAIL' ? 'failure' : 'error';
    const names = unittestNames(head[2] ?? '', head[3] ?? '');
    yield [names, makeFailure({ kind, type, message: message.join(': '), stack })];
  }
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
  const lines = cleanText(text).split('\n');
  const results = new Map<string, TestResult>();
  const sections = cargoSections(lines);
  // Targets and tests go to two streams, so that only their order tells which belong together.
  const targets = lines.flatMap((line) => CARGO_TARGET.exec(line)?.[2] ?? CARGO_DOCS.exec(line)?.[1] ?? []);
  const isTold = targets.length === lines.filter((line) => CARGO_BLOCK.test(line)).length;
  let block = -1;
  for (const line of lines) {
    if (CARGO_BLOCK.test(line)) block++;
    const target = isTold ? targets[block] : undefined;
    const [cargo, next] = [CARGO_TEST.exec(line), NEXTEST_TEST.exec(line)];
    const [name, word, of] = cargo ? [cargo[1], cargo[2], target] : [next?.[3], next?.[1], next?.[2]];
    if (name === undefined || word === undefined) continue;
    const names = {
      suitePath: of === undefined ? [] : [of],
      name,
      ...(of === undefined ? {} : { className: of }),
    };
    const status = /^(?:ok|PASS|LEAK)$/.test(word)
      ? 'passed'
      : /^(?:ignored|SKIP)$/.test(word)
        ? 'skipped'
        : 'failed';
    const failure = status === 'failed' ? { failure: rustFailure(sections.get(name)?.shift() ?? '') } : {};
    results.set(keyOf(names), { ...names, status, ...failure });
  }
  return [...results.values()];
}

const SECTION =
  /^(?:---- (.+) stdout ----|[-\s]*STD(?:OUT|ERR):\s+\S+\s+(.+?)(?:\s+-+)?|\s*(?:stdout|stderr) ─+)$/;

/** What failing tests printed, by name; several targets may have tests of one name, in the order of their lines. */
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

function rustFailure(stack: string): Failure {
  const panicked =
    /panicked at (?:'([\s\S]*?)', \S+:\d+:\d+|[^\n]*:\d+:\d+:\n([\s\S]*?)(?:\nnote: |\nstack backtrace:|$))/.exec(
      stack,
    );
  const message = panicked?.[1] ?? panicked?.[2] ?? stack.split('\n')[0] ?? '';
  return makeFailure({ kind: 'failure', ...(panicked ? { type: 'panic' } : {}), message, stack });
}

const TAP_LINE = /^(\s*)(not ok|ok)\b\s*(?:\d+)?\s*-?\s*(.*?)(?:\s+#\s*(skip|todo|time)\b.*)?$/i;

/** Reads TAP: nested points are tests inside the point that follows them. */
export function readTap(text: string): readonly TestResult[] {
  const open: { readonly depth: number; readonly result: TestResult }[] = [];
  for (const line of cleanText(text).split('\n')) {
    const point = TAP_LINE.exec(line);
    if (point === null) continue;
    const [, blanks = '', word, name = '', directive = ''] = point;
    const depth = blanks.length;
    const inside = open.findIndex((other) => other.depth > depth);
    if (inside >= 0) {
      // The point after its parts sums them up.
      for (const other of open.splice(inside))
        open.push({ depth, result: { ...other.result, suitePath: [name, ...other.result.suitePath] } });
      continue;
    }
    const isLeft = /^(?:skip|todo)$/i.test(directive);
    const status = isLeft ? 'skipped' : word === 'ok' ? 'passed' : 'failed';
    const failure = status === 'failed' ? { failure: { ...untold, message: name } } : {};
    open.push({ depth, result: { suitePath: [], name, status, ...failure } });
  }
  return open.map(({ result }) => result);
}
