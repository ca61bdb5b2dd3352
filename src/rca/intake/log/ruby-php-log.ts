/** Reads the failures printed by RSpec, minitest, PHPUnit and JUnit's console runner. */
import { dedent } from '../formats/tap-diagnosis.ts';
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

export const rspecLog: LogRunner = {
  name: 'RSpec',
  begins: /^(?:Failures:|Pending: \(Failures listed.*|An error occurred (?:while loading|in an?) .*)$/,
  open: openRspec,
};

type RspecHead = { readonly name: string; readonly file?: string };

function openRspec(tests: LogTests): LogSection {
  let block: OpenFailure<RspecHead> | undefined;
  let blocks: OpenFailure<RspecHead>[] = [];
  let isPending = false;
  let isListing = false;
  /** The places of the failed examples, by description. */
  const places = new Map<string, { readonly file: string; readonly line: number }[]>();

  function flush(): void {
    for (const { head, place, text } of blocks) {
      const at = places.get(head.name)?.shift();
      const file = at?.file ?? head.file ?? '';
      const className = file.replace(/[.]rb$/, '').replaceAll('/', '.');
      const names = { suitePath: ['rspec'], name: head.name, className, file, line: at?.line };
      tests.fail({ ...names, failure: rubyFailure(text(), head.file !== undefined), place });
    }
    blocks = [];
    block = undefined;
    places.clear();
  }

  function begin(head: RspecHead): LineKind {
    if (blocks.length >= MOST_WAITING) flush();
    block = openFailure(head, tests.place());
    blocks.push(block);
    return 'own';
  }

  function take(line: string): LineKind {
    if (/^(?:Failures:|Pending: \(Failures listed.*|Failed examples:|Finished in .*)$/.test(line)) {
      isPending = line.startsWith('Pending');
      isListing = line.startsWith('Failed examples');
      block = undefined;
      return 'own';
    }
    const outside = /^An error occurred (?:while loading (?:[.]\/)?(\S+?)[.]?|in an? .*)$/.exec(line);
    if (outside !== null) return begin({ name: outside[1] ?? line, file: outside[1] ?? '' });
    const total = /^\d+ examples?, \d+ failures?/.test(line);
    if (total) {
      block = undefined;
      const counts = countsIn(line);
      const red = counts('failure', 'failures');
      tests.count('skipped', counts('pending'));
      tests.count('passed', Math.max(0, counts('example', 'examples') - red - counts('pending')));
      tests.declare(red + counts('error', 'errors'));
      return 'own';
    }
    const listed = isListing
      ? /^rspec (?:[.]\/)?'?([^\s:'[]+)(?::(\d{1,9})|\[[\d:]+\])'? # (.*)$/.exec(line)
      : null;
    if (listed !== null) {
      const [, file = '', row, name = ''] = listed;
      const known = places.get(name) ?? [];
      if (places.size < MOST_WAITING) places.set(name, [...known, { file, line: Number(row ?? 0) }]);
      return 'own';
    }
    if (isListing && line.trim() !== '') return 'foreign';
    const head = isPending ? null : /^ {2}\d+\) (\S.*)$/.exec(line);
    if (head !== null) return begin({ name: head[1] ?? '' });
    block?.push(line);
    return 'text';
  }

  return { take, end: flush };
}

/** Below the failed line come the type and message, or the expected value, and then the places. */
function rubyFailure(text: string, isOutside: boolean): ReadFailure {
  const lines = dedent(text.split('\n'));
  const end = lines.findIndex((line) => /^# \S/.test(line));
  const told = end < 0 ? lines : lines.slice(0, end);
  const blank = told.findIndex((line, index) => index > 0 && line.trim() === '');
  const said = dedent(told.slice(Math.max(0, blank)))
    .join('\n')
    .trim();
  const [, type, rest] = /^([A-Z]\w*(?:::\w+)*):\n([\s\S]*)$/.exec(said) ?? [];
  const message =
    type === undefined
      ? said
      : dedent((rest ?? '').split('\n'))
          .join('\n')
          .trim();
  const stack = lines
    .map((line) => line.replace(/^# (?=\S)/, ''))
    .join('\n')
    .trim();
  const isExpectation =
    !isOutside &&
    /^Failure\/Error: .*(?:expect|should)/.test(lines.join('\n').trimStart()) &&
    type === undefined;
  return { kind: isExpectation ? 'failure' : 'error', type, message, stack };
}

export const minitestLog: LogRunner = {
  name: 'minitest',
  begins: /^(?: {1,4}\d+\) )?(?:Failure|Error|Skipped):$|^\d+ (?:runs|tests), \d+ assertions, \d+ failures/,
  open: openMinitest,
};

function openMinitest(tests: LogTests): LogSection {
  let word = '';
  let block: OpenFailure<string> | undefined;

  function close(): void {
    if (block === undefined) return;
    const { head, place } = block;
    const text = block.text().trim();
    const [, className = '', name = head, at = ''] = /^(\S+)#(.+?)(?: \[(\S+:\d+)\])?:?$/.exec(head) ?? [];
    const [, file, row] = /^(.*):(\d+)$/.exec(at) ?? /^\s*(\S+?\.rb):(\d+):in `test_/m.exec(text) ?? [];
    const end = text.search(/^ {4}\S+:\d+:in /m);
    const said = (end < 0 ? text : text.slice(0, end)).trim();
    const [, type, rest] = /^([A-Z]\w*(?:::\w+)*): ([\s\S]*)$/.exec(said) ?? [];
    const isError = word === 'Error';
    tests.fail({
      suitePath: [],
      name,
      className,
      file,
      line: row === undefined || isError ? undefined : Number(row),
      failure: {
        kind: isError ? 'error' : 'failure',
        ...(isError ? { type, message: rest ?? said } : { message: said }),
        stack: at === '' ? text : `${said}\n    ${at}`,
      },
      place,
    });
    block = undefined;
  }

  function take(line: string): LineKind {
    const head = /^(?: {1,4}\d+\) )?(Failure|Error|Skipped):$/.exec(line);
    if (head !== null) {
      close();
      word = head[1] ?? '';
      return 'own';
    }
    if (word !== '' && word !== 'Skipped' && block === undefined && /^\S+#\S.*:?$/.test(line)) {
      block = openFailure(line, tests.place());
      return 'own';
    }
    if (/^\d+ (?:runs|tests), \d+ assertions, /.test(line)) {
      close();
      const counts = countsIn(line);
      const red = counts('failures') + counts('errors');
      tests.count('skipped', counts('skips'));
      tests.count('passed', Math.max(0, counts('runs', 'tests') - red - counts('skips')));
      tests.declare(red);
      return 'last';
    }
    // Rails prints how to rerun the test.
    if (/^(?:bin\/)?rails test /.test(line)) {
      close();
      word = '';
      return 'own';
    }
    block?.push(line);
    return 'text';
  }

  return { take, end: close };
}

export const phpunitLog: LogRunner = {
  name: 'PHPUnit or JUnit',
  begins: /^There (?:was|were) \d+ (?:PHPUnit )?(?:failure|error)s?:$/,
  open: openPhpunit,
};

/** PHPUnit's format is derived from JUnit's, whose own runner still prints it. */
function openPhpunit(tests: LogTests): LogSection {
  let kind: ReadFailure['kind'] | undefined;
  let block: OpenFailure<{ readonly title: string; readonly kind: ReadFailure['kind'] }> | undefined;

  function close(): void {
    if (block === undefined) return;
    const { head, place } = block;
    const text = block.text().trim();
    // The class is alone if its set-up failed.
    const [, method, owner = ''] = /^(?:([^\s(:]+)\()?((?:\w+\.)+\w+)\)?$/.exec(head.title) ?? [];
    const junit = { suitePath: [owner], name: method ?? owner, className: owner };
    tests.fail({
      ...(owner === ''
        ? phpTest(head.title, text, head.kind)
        : { ...junit, failure: junitFailure(text, head.kind) }),
      place,
    });
    block = undefined;
  }

  function take(line: string): LineKind {
    const part = /^There (?:was|were) \d+ (.+):$/.exec(line);
    if (part !== null || line === '--') {
      close();
      if (part !== null) kind = kindOf(part[1] ?? '');
      return 'own';
    }
    const head = /^\d+\) (\S.*)$/.exec(line);
    if (head !== null) {
      close();
      if (kind !== undefined) block = openFailure({ title: head[1] ?? '', kind }, tests.place());
      return 'own';
    }
    if (/^(?:FAILURES|ERRORS|WARNINGS|OK)\b.*!$/.test(line)) {
      close();
      return 'own';
    }
    if (/^Tests(?: run)?: +\d+, +(?:Assertions|Failures): +\d+/.test(line)) {
      close();
      const counts = countsIn(line);
      const red = counts('failures') + counts('errors');
      const left = counts('skipped', 'incomplete');
      tests.count('skipped', left);
      tests.count('passed', Math.max(0, counts('tests', 'run') - red - left));
      tests.declare(red);
      return 'last';
    }
    block?.push(line);
    return 'text';
  }

  return { take, end: close };
}

function kindOf(part: string): ReadFailure['kind'] | undefined {
  if (/failure/.test(part)) return 'failure';
  return /error/.test(part) ? 'error' : undefined;
}

function junitFailure(stack: string, kind: ReadFailure['kind']): ReadFailure {
  const head = stack.split(/\n\s+at /, 1)[0] ?? '';
  const [, type, message] = /^((?:\w+\.)+\w+)(?:: ([\s\S]*))?$/.exec(head) ?? [];
  return { kind, type, message: type === undefined ? head : (message ?? ''), stack };
}

function phpTest(title: string, text: string, kind: ReadFailure['kind']) {
  const [, className = '', told = title] = /^([\w\\]+)::(.*)$/s.exec(title) ?? [];
  // The values of a data set follow its name.
  const name = told.replace(/^(\w+ with data set (?:"[^"]*"|#\d+)) \(.*\)$/s, '$1');
  const places = [...text.matchAll(/^(\S.*\.(?:php|phpt)):(\d{1,9})$/gm)];
  const said = (places[0] === undefined ? text : text.slice(0, places[0].index)).trim();
  const [, type, rest] = /^([\w\\]*(?:Error|Exception)): ([\s\S]*)$/.exec(said) ?? [];
  const short = className.split('\\').at(-1) ?? '';
  const own = places.findLast(([, file = '']) => short !== '' && file.endsWith(`/${short}.php`));
  return {
    suitePath: [className],
    name,
    className,
    file: own?.[1],
    failure: { kind, type, message: rest ?? said, stack: text },
  };
}
