/** Reads the failures printed by `go test`, `cargo test` and GoogleTest. */
import { goFailure, UNBUILT_UNTOLD } from '../formats/go-test-json.ts';
import type { ReadFailure } from '../reading/record-test.ts';
import {
  type LineKind,
  type LogRunner,
  type LogSection,
  type LogTests,
  MOST_WAITING,
  type OpenFailure,
  openFailure,
} from './log-section.ts';

export const goLog: LogRunner = {
  name: 'go test',
  begins:
    /^(?:=== RUN {3}|--- FAIL: |FAIL\t|ok {2}\t|# [\w-]+[./][\w./-]+(?: \[.*\])?$|panic: |fatal error: |exit status \d+$)/,
  open: openGo,
};

const GO_TEST = /^ *(?:=== (?:RUN|CONT|NAME) +(\S+)|--- (FAIL|PASS|SKIP): (\S+) \([\d.]+s\))$/;
const UNTOLD = 'the package failed, and the log does not say how';
const GO_PACKAGE = /^(?:FAIL|ok {2}|\?? {3})\t(\S+)(?:\t.*| (\[(?:build|setup) failed\]))?$/;

function openGo(tests: LogTests): LogSection {
  /** The output by test; the package's own output is under the empty name. */
  let texts = new Map<string, OpenFailure<string>>();
  let failed: string[] = [];
  let current = '';
  let hasPanicked = false;
  let isRecorded = false;
  const compiled = new Map<string, OpenFailure<string>>();
  let compiling = '';

  function textOf(name: string): OpenFailure<string> {
    const known = texts.get(name);
    if (known !== undefined) return known;
    const added = openFailure(name, tests.place());
    if (texts.size < MOST_WAITING) texts.set(name, added);
    return added;
  }

  function flush(of: string, isRed: boolean): void {
    const failures = new Map<string, ReadFailure>();
    // Subtests are listed below their test. A test without output of its own takes that of its first subtest.
    for (const name of [...failed].reverse()) {
      const text = textOf(name).text();
      const part = text.trim() === '' ? failed.find((other) => other.startsWith(`${name}/`)) : undefined;
      failures.set(name, (part === undefined ? undefined : failures.get(part)) ?? goFailure(text, false));
    }
    for (const name of failed) {
      const failure = failures.get(name) ?? goFailure('', false);
      tests.fail({ suitePath: [of], name, className: of, failure, place: textOf(name).place });
    }
    if (isRed && failed.length === 0) failPackage(of, textOf(current));
    isRecorded ||= failed.length > 0 || isRed;
    texts = new Map();
    failed = [];
    current = '';
    hasPanicked = false;
  }

  function failPackage(of: string, { text, place }: OpenFailure<string>, untold = UNTOLD): void {
    const failure = goFailure(text().trim() || untold, true);
    tests.fail({ suitePath: [of], name: of, className: of, failure, place });
  }

  function take(line: string): LineKind {
    const ended = GO_PACKAGE.exec(line);
    if (ended !== null) {
      const [, of = '', unbuilt] = ended;
      // The compiler's output comes first, below the name of the package. A package without any imports one
      // that was not built; using that one's output makes them one case.
      const said = compiled.get(of) ?? compiled.values().next().value ?? openFailure('', tests.place());
      if (unbuilt !== undefined) failPackage(of, said, UNBUILT_UNTOLD);
      else flush(of, line.startsWith('FAIL'));
      isRecorded ||= unbuilt !== undefined;
      compiling = '';
      return 'own';
    }
    if (hasPanicked) {
      textOf(current).push(line);
      return 'text';
    }
    const built = /^# (\S+)/.exec(line);
    if (built !== null) {
      compiling = built[1] ?? '';
      if (compiled.size < MOST_WAITING) compiled.set(compiling, openFailure(compiling, tests.place()));
      return 'own';
    }
    const test = GO_TEST.exec(line);
    if (test !== null) {
      const [, running, word, name = ''] = test;
      compiling = '';
      current = running ?? name;
      if (word === 'PASS') tests.count('passed', 1);
      if (word === 'SKIP') tests.count('skipped', 1);
      if (word === 'FAIL') {
        if (failed.length >= MOST_WAITING) flush('', false);
        failed.push(name);
        textOf(name);
      } else if (word !== undefined) texts.delete(name);
      return 'own';
    }
    if (/^(?:PASS|FAIL|=== PAUSE .*|exit status \d+|coverage: .*)$/.test(line)) return 'own';
    if (compiling !== '') compiled.get(compiling)?.push(line);
    else textOf(current).push(line);
    hasPanicked = /^(?:panic|fatal error): /.test(line);
    return 'text';
  }

  return {
    take,
    end() {
      // The package name comes last, and a log may end before it.
      if (failed.length > 0) flush('', false);
      else if (hasPanicked) failPackage('', textOf(current));
      else if (!isRecorded)
        for (const [of, told] of compiled) if (/^\S+\.go:\d+/m.test(told.text())) failPackage(of, told);
    },
  };
}

export const cargoLog: LogRunner = {
  name: 'cargo test',
  begins:
    /^ {3,}(?:Running (?:unittests )?\S.*\(\S+\)|Doc-tests \S+)$|^running \d+ tests?$|^---- \S.* stdout ----$/,
  open: openCargo,
};

const CARGO_TARGET = /^ {3,}(?:Running .*\((?:.*[/\\])?([\w-]+?)-[0-9a-f]{16}(?:[.]exe)?\)|Doc-tests (\S+))$/;
const CARGO_TEST = /^test (\S.*?)(?: - should panic)? [.]{3} (ok|FAILED|ignored)(?:,.*)?$/;

function openCargo(tests: LogTests): LogSection {
  let target = '';
  let failed = new Map<string, string>();
  let block: OpenFailure<string> | undefined;

  function record(name: string, text: string, place: string): void {
    const names = { suitePath: target === '' ? [] : [target], name, className: target };
    tests.fail({ ...names, failure: rustFailure(text), place });
    failed.delete(name);
  }

  function close(): void {
    if (block !== undefined) record(block.head, block.text().trim(), block.place);
    block = undefined;
  }

  function flush(): void {
    close();
    for (const [name, place] of failed) record(name, '', place);
    failed = new Map();
  }

  function take(line: string): LineKind {
    const named = CARGO_TARGET.exec(line);
    if (named !== null) {
      flush();
      target = named[1] ?? named[2] ?? '';
      return 'own';
    }
    const test = CARGO_TEST.exec(line);
    if (test !== null && block === undefined) {
      const [, name = '', word] = test;
      if (word === 'ok') tests.count('passed', 1);
      if (word === 'ignored') tests.count('skipped', 1);
      if (word === 'FAILED' && failed.size < MOST_WAITING) failed.set(name, tests.place());
      return 'own';
    }
    const head = /^---- (\S.*) stdout ----$/.exec(line);
    if (head !== null) {
      close();
      block = openFailure(head[1] ?? '', tests.place());
      return 'own';
    }
    if (/^(?:failures:|successes:|test result: .*|running \d+ tests?)$/.test(line)) {
      if (line.startsWith('test result')) flush();
      else close();
      return 'own';
    }
    // After the last target comes the build tool's own output.
    if (/^error(?:\[E\d+\])?: /.test(line) && block === undefined && !/^error: test failed/.test(line))
      return 'foreign';
    block?.push(line);
    return 'text';
  }

  return { take, end: flush };
}

/** Parses what a Rust test printed before it failed. */
export function rustFailure(stack: string): ReadFailure {
  const panicked =
    /panicked at (?:'([\s\S]*?)', \S+:\d+:\d+|[^\n]*:\d+:\d+:\n([\s\S]*?)(?:\nnote: |\nstack backtrace:|$))/.exec(
      stack,
    );
  const message = panicked?.[1] ?? panicked?.[2] ?? stack.split('\n', 1)[0] ?? '';
  return { kind: 'failure', type: panicked === null ? '' : 'panic', message, stack };
}

export const googleTestLog: LogRunner = {
  name: 'GoogleTest',
  begins: /^\[ RUN {6}\] \S/,
  open: openGoogleTest,
};

const CRASH =
  /Segmentation fault|terminate called|core dumped|Sanitizer: |Assertion .* failed|SIG[A-Z]{3,5}\b|Check failure stack trace/;

function openGoogleTest(tests: LogTests): LogSection {
  let block: OpenFailure<string> | undefined;

  function fail({ head, place, text }: OpenFailure<string>): void {
    const [suite = '', ...name] = head.split('.');
    const stack = text();
    // The expectation follows below the place.
    const message = /^\S+[:(]\d+\)?: (?:Failure|error:?)\n?([\s\S]*)$/m.exec(stack)?.[1] ?? stack;
    tests.fail({
      suitePath: [suite],
      name: name.join('.'),
      className: suite,
      failure: { kind: 'failure', message, stack },
      place,
    });
  }

  function take(line: string): LineKind {
    const [, word = '', name = ''] = /^\[ *(RUN|OK|FAILED|SKIPPED) *\] ([^\s,]+)/.exec(line) ?? [];
    if (word === 'RUN') {
      block = openFailure(name, tests.place());
      return 'own';
    }
    if (word !== '' && block?.head === name) {
      if (word === 'OK') tests.count('passed', 1);
      if (word === 'SKIPPED') tests.count('skipped', 1);
      if (word === 'FAILED') fail(block);
      block = undefined;
      return 'own';
    }
    if (/^\[={10}\] \d+ tests? .* ran\./.test(line)) return 'last';
    block?.push(line);
    return 'text';
  }

  return {
    take,
    // A test may crash the whole process; without a message about that, the log is simply cut off.
    end() {
      if (block !== undefined && CRASH.test(block.text())) fail(block);
    },
  };
}
