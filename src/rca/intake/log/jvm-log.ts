/** Reads the failures printed by Maven Surefire and Gradle. */
import type { ReadFailure } from '../reading/record-test.ts';
import {
  countsIn,
  type LineKind,
  type LogRunner,
  type LogSection,
  type LogTests,
  MOST_WAITING,
  type OpenFailure,
  openFailure,
} from './log-section.ts';

/** The line of an exception, which begins a trace. */
const THROWN = /^((?:[a-z_][\w$]*\.)+[A-Z][\w$]*)(?:: ([\s\S]*))?$/;

function javaFailure(stack: string, kind: ReadFailure['kind']): ReadFailure {
  const end = stack.search(/^\s+at |^\s*Caused by: /m);
  const head = (end < 0 ? stack : stack.slice(0, end)).trim();
  const [, type, message = ''] = THROWN.exec(head) ?? [];
  return { kind, type, message: type === undefined ? head : message, stack };
}

export const surefireLog: LogRunner = {
  name: 'Maven surefire',
  begins:
    /^(?:\[(?:INFO|ERROR|WARNING)\] {1,2})?(?:Running [\w$]+(?:\.[\w$]+)+| ?T E S T S|.* <<< (?:FAILURE|ERROR)!.*)$/,
  open: openSurefire,
};

const LEVEL = /^\[(?:INFO|ERROR|WARNING)\] ?/;
const SUREFIRE_TEST = /^(\S.*?)(?: --)? {1,4}Time elapsed: [\d.,]+ s(?:ec)? {1,4}<<< (FAILURE|ERROR)!$/;
const SUREFIRE_TOTAL = /^Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+(?:, Flakes: \d+)?$/;
/** A place in a test and its message, in the final list. */
const SUREFIRE_LISTED = /^ {2}([A-Z][\w$]*)\.([\w$]+):(\d+)(?:->\S+)? (\S.*)$/;

type JavaHead = { readonly className: string; readonly name: string; readonly kind: ReadFailure['kind'] };

function openSurefire(tests: LogTests): LogSection {
  let running = '';
  let block: OpenFailure<JavaHead> | undefined;
  let blocks: OpenFailure<JavaHead>[] = [];
  let isInResults = false;
  let isInFlakes = false;
  const flaky = new Set<string>();

  function flush(): void {
    const told = new Set<string>();
    for (const { head, place, text } of blocks) {
      const { className, name, kind } = head;
      const key = `${className}.${name}`;
      // A retried test is listed once per run.
      if (told.has(key)) continue;
      told.add(key);
      const failure = javaFailure(text().trim(), kind);
      tests.fail({
        suitePath: [className],
        name,
        className,
        failure,
        place,
        ...(flaky.has(key) && { isFlaky: true, retries: ['passed'] }),
      });
    }
    blocks = [];
    block = undefined;
    isInFlakes = false;
    flaky.clear();
  }

  function take(line: string): LineKind {
    const level = LEVEL.exec(line);
    const told = level === null ? line : line.slice(level[0].length);
    if (SUREFIRE_TOTAL.test(told)) {
      const counts = countsIn(told);
      const red = counts('failures') + counts('errors');
      tests.count('skipped', counts('skipped'));
      tests.count('passed', Math.max(0, counts('run') - red - counts('skipped') - counts('flakes')));
      tests.declare(red);
      flush();
      return 'last';
    }
    if (/^(?:Results ?:|Failed tests:.*|Tests in error:.*|(?:Failures|Errors|Flakes): ?)$/.test(told)) {
      isInResults = true;
      isInFlakes = told.startsWith('Flakes');
      block = undefined;
      return 'own';
    }
    const run = /^Running (\S+)$/.exec(told);
    const test = /^Tests run: /.test(told) || !told.includes('<<<') ? null : SUREFIRE_TEST.exec(told);
    if (run !== null || test !== null || /^Tests run: .*Time elapsed: /.test(told)) {
      block = undefined;
      running = run?.[1] ?? running;
      isInResults = false;
      if (test !== null) begin(test[1] ?? '', test[2] === 'FAILURE' ? 'failure' : 'error');
      return 'own';
    }
    if (isInFlakes && /^[\w$]+(?:\.[\w$]+)+$/.test(told) && flaky.size < MOST_WAITING) {
      flaky.add(told);
      return 'own';
    }
    const listed = isInResults && blocks.length === 0 ? SUREFIRE_LISTED.exec(told) : null;
    if (listed !== null) {
      const [, owner = '', name = '', row = '', message = ''] = listed;
      const className = running.endsWith(`.${owner}`) ? running : owner;
      const stack = `${message}\n\tat ${className}.${name}(${owner}.java:${row})`;
      const failure: ReadFailure = { kind: 'failure', message, stack };
      tests.fail({ suitePath: [className], name, className, failure, place: tests.place() });
      return 'own';
    }
    if (level !== null) {
      block = undefined;
      return 'own';
    }
    block?.push(line);
    return 'text';
  }

  function begin(named: string, kind: ReadFailure['kind']): void {
    if (blocks.length >= MOST_WAITING) flush();
    block = openFailure({ ...javaNames(named, running), kind }, tests.place());
    blocks.push(block);
  }

  return { take, end: flush };
}

/**
 * `total(shop.CartTest)` up to Surefire 2, `shop.CartTest.total` since; the class alone if its set-up failed.
 */
function javaNames(named: string, running: string): Pick<JavaHead, 'className' | 'name'> {
  const [, name, owner] = /^(.*\S)\(((?:[\w$]+\.)+[\w$]+)\)$/.exec(named) ?? [];
  if (name !== undefined && owner !== undefined) return { className: owner, name };
  if (running !== '' && named.startsWith(`${running}.`))
    return { className: running, name: named.slice(running.length + 1) };
  const [, before = '', last = ''] = /^((?:[\w$]+\.)+)([^.]+(?:\(.*)?)$/.exec(named) ?? [];
  return named === running || before === '' || /^[A-Z]/.test(last)
    ? { className: named, name: named }
    : { className: before.slice(0, -1), name: last };
}

export const gradleLog: LogRunner = {
  name: 'Gradle',
  begins: /^(?!> )\S[^>]* > \S.* FAILED$/,
  open: openGradle,
};

function openGradle(tests: LogTests): LogSection {
  let block: OpenFailure<readonly string[]> | undefined;

  function close(): void {
    if (block === undefined) return;
    const parts = block.head;
    // In the short format, the exception and its place are on one line.
    const stack = block
      .text()
      .replace(/^ {4}/gm, '')
      .replace(/^(\S+) at (\S+:\d+)$/m, '$1\n    at $2')
      .trim();
    const name = (parts.at(-1) ?? '').replace(/\(\)$/, '');
    const suitePath = parts.slice(0, -1);
    tests.fail({
      suitePath,
      name,
      className: suitePath[0],
      failure: javaFailure(stack, 'failure'),
      place: block.place,
    });
    block = undefined;
  }

  function take(line: string): LineKind {
    const head = /^(?!> )(\S[^>]* > \S.*) FAILED$/.exec(line);
    if (head !== null) {
      close();
      block = openFailure((head[1] ?? '').split(' > '), tests.place());
      return 'own';
    }
    const total = /^(\d{1,9}) tests? completed, (\d{1,9}) failed(?:, (\d{1,9}) skipped)?$/.exec(line);
    if (total !== null) {
      close();
      const [all = 0, red = 0, left = 0] = total.slice(1).map((count) => Number(count ?? 0));
      tests.count('passed', Math.max(0, all - red - left));
      tests.count('skipped', left);
      tests.declare(red);
      return 'last';
    }
    if (/^\S/.test(line)) close();
    else block?.push(line);
    return 'text';
  }

  return { take, end: close };
}
