/** Reads the failures printed by jest, vitest, mocha and node:test. */

import { dedent } from '../formats/tap-diagnosis.ts';
import { looksLikeSourcePath } from '../reading/failed-test.ts';
import { type ReadFailure, splitFailure } from '../reading/record-test.ts';
import {
  countsIn,
  type LineKind,
  type LogRunner,
  type LogSection,
  type LogTests,
  type OpenFailure,
  openFailure,
} from './log-section.ts';

function failureIn(text: string, kind: ReadFailure['kind'] = 'failure'): ReadFailure {
  return { kind, ...splitFailure(dedent(text.split('\n')).join('\n').trim()) };
}

type Titled = { readonly titles: readonly string[]; readonly file: string };

function failTitled(
  tests: LogTests,
  { head: { titles, file }, place }: OpenFailure<Titled>,
  failure: ReadFailure,
): void {
  const name = titles.at(-1) ?? file;
  tests.fail({ suitePath: titles.slice(0, -1), name, file, failure, place });
}

export const jestLog: LogRunner = {
  name: 'jest',
  begins: /^ {0,2}(?:FAIL|PASS) {1,2}(?!.* > )\S.*\.[cm]?[jt]sx?(?: \([\d.]+ m?s\))?$/,
  open: openJest,
};

const JEST_FILE = /^ {0,2}(FAIL|PASS) {1,2}(?:.* )?(\S+\.[cm]?[jt]sx?)(?: \([\d.]+ m?s\))?$/;
/** Notes that jest prints among its failures. */
const JEST_NOTE = /^(?:Console|Cannot log after tests are done|Deprecation Warning|Validation Warning)/;

function openJest(tests: LogTests): LogSection {
  let file = '';
  let block: OpenFailure<Titled> | undefined;
  let isRepeating = false;

  function close(): void {
    // A failure without text was cut off, and its title may be incomplete.
    if (block !== undefined && block.text().trim() !== '')
      failTitled(tests, block, failureIn(block.text(), block.head.titles.length === 0 ? 'error' : 'failure'));
    block = undefined;
  }

  function take(line: string): LineKind {
    const title = /^ {2}● (.+)$/.exec(line)?.[1];
    if (title !== undefined) {
      close();
      if (isRepeating || file === '' || JEST_NOTE.test(title)) return 'own';
      const isLoading = title === 'Test suite failed to run';
      block = openFailure({ titles: isLoading ? [] : title.split(' › '), file }, tests.place());
      return 'own';
    }
    const named = JEST_FILE.exec(line);
    if (named !== null) {
      close();
      file = named[1] === 'FAIL' ? (named[2] ?? '') : '';
      return 'own';
    }
    if (/^(?:Test Suites|Snapshots|Time): /.test(line)) {
      close();
      return 'own';
    }
    if (/^Tests: /.test(line)) {
      const counts = countsIn(line);
      tests.count('passed', counts('passed'));
      tests.count('skipped', counts('skipped', 'todo'));
      tests.declare(counts('failed'));
      return 'own';
    }
    if (/^Ran all test suites/.test(line)) return 'last';
    if (/^Summary of all failing tests$/.test(line)) isRepeating = true;
    // Everything that belongs to a failure is indented.
    if (/^ {0,2}\S/.test(line)) close();
    else block?.push(line);
    return 'text';
  }

  return { take, end: close };
}

export const vitestLog: LogRunner = {
  name: 'vitest',
  begins: /^ ?RUN {1,2}v\d+\.\d+\.\d+|^⎯+ (?:Failed|Unhandled) [A-Z][\w ]{0,20} ?\d* ?⎯+$/,
  open: openVitest,
};

function openVitest(tests: LogTests): LogSection {
  let heads: { readonly title: string; readonly place: string }[] = [];
  let block: OpenFailure<null> | undefined;
  let part = '';

  /** Tests that failed with the same text are listed together. */
  function close(): void {
    const text = block?.text().trim() ?? '';
    const failure = vitestFailure(text);
    // A failure without text was cut off, and its title may be incomplete.
    for (const { title, place } of text === '' ? [] : heads) {
      const [, project, whole = ''] = /^ *(?:\|([^|]{1,200})\| )?(.*)$/.exec(title) ?? [];
      const [file = '', ...titles] = whole.replace(/ \[ .* \]$/, '').split(' > ');
      const head = { titles, file, variant: project };
      if (titles.length === 0)
        tests.fail({ suitePath: [], name: file, file, failure: { ...failure, kind: 'error' }, place });
      else
        tests.fail({
          suitePath: titles.slice(0, -1),
          name: titles.at(-1) ?? '',
          variant: head.variant,
          file: head.file,
          failure,
          place,
        });
    }
    heads = [];
    block = undefined;
  }

  function take(line: string): LineKind {
    const rule = /^⎯+ (\S.*?) ⎯+$/.exec(line);
    if (rule !== null) {
      close();
      part = rule[1] ?? '';
      if (/^Unhandled (?!Errors)/.test(part)) heads.push({ title: 'outside of tests', place: tests.place() });
      return 'own';
    }
    const failed = /^ ?FAIL {1,2}(\S.*)$/.exec(line);
    if (failed !== null) {
      if (block !== undefined) close();
      heads.push({ title: failed[1] ?? '', place: tests.place() });
      return 'own';
    }
    if (/^⎯+(?:\[\d+\/\d+\]⎯+)?$/.test(line)) {
      close();
      return 'own';
    }
    const summary = /^ *(Test Files|Tests|Duration) {2}(.*)$/.exec(line);
    if (summary !== null) {
      close();
      if (summary[1] === 'Duration') return 'last';
      if (summary[1] === 'Tests') {
        const counts = countsIn(summary[2] ?? '');
        tests.count('passed', counts('passed'));
        tests.count('skipped', counts('skipped', 'todo'));
        tests.declare(counts('failed'));
      }
      return 'own';
    }
    if (heads.length === 0) return 'text';
    block ??= openFailure(null, tests.place());
    block.push(line);
    return 'text';
  }

  return { take, end: close };
}

/** Frames are marked by an arrow, and source lines follow the first one. */
function vitestFailure(text: string): ReadFailure {
  const stack = text
    .split('\n')
    .filter((line) => !/^ +\d* *\| ?/.test(line))
    .map((line) => line.replace(/^ ❯ (?:(\S.*) )?(\S+:\d+:\d+)$/, placeOfFrame))
    .join('\n')
    .trim();
  const { message = '', ...told } = splitFailure(stack);
  return { kind: 'failure', ...told, message: message.split(/\n+- Expected\n/, 1)[0] ?? '' };
}

function placeOfFrame(_: string, called: string | undefined, place: string): string {
  return called === undefined ? `    at ${place}` : `    at ${called} (${place})`;
}

export const mochaLog: LogRunner = {
  name: 'mocha',
  begins: /^ {2}\d+ (?:passing(?: \(.*\))?|failing)$/,
  open: openMocha,
};

function openMocha(tests: LogTests): LogSection {
  let block: OpenFailure<string[]> | undefined;
  let isInTitle = false;
  let hasFrames = false;

  function close(): void {
    if (block === undefined) return;
    const titles = block.head.map((title) => title.trim()).filter((title) => title !== '');
    titles.push((titles.pop() ?? '').replace(/:$/, ''));
    const isHook = /^"(?:before|after)\b.*" hook\b/.test(titles.at(-1) ?? '');
    const { message = '', ...told } = failureIn(block.text(), isHook ? 'error' : 'failure');
    // The diff follows the error's own message.
    const failure = { ...told, message: message.split(/\n\s*\+ expected - actual\n/, 1)[0] ?? '' };
    failTitled(tests, { ...block, head: { titles, file: '' } }, failure);
    block = undefined;
  }

  function take(line: string): LineKind {
    const count = /^ {2}(\d{1,9}) (passing|pending|failing)\b/.exec(line);
    if (count !== null) {
      close();
      const [, times, word] = count;
      if (word === 'failing') tests.declare(Number(times));
      else tests.count(word === 'passing' ? 'passed' : 'skipped', Number(times));
      return 'own';
    }
    const head = /^ {2}\d+\) (\S.*)$/.exec(line);
    if (head !== null) {
      close();
      block = openFailure([head[1] ?? ''], tests.place());
      isInTitle = true;
      hasFrames = false;
      return 'own';
    }
    if (block === undefined) return 'text';
    // Each title is indented two columns further than its parent; the error is indented less than the titles.
    const indent = line.length - line.trimStart().length;
    if (isInTitle && line.trim() !== '' && indent === 5 + 2 * block.head.length) {
      block.head.push(line);
      return 'own';
    }
    isInTitle = false;
    if (hasFrames && /^\S/.test(line)) return 'foreign';
    hasFrames ||= /^ {6}at /.test(line);
    block.push(line);
    return 'text';
  }

  return { take, end: close };
}

export const nodeTestLog: LogRunner = {
  name: 'node:test',
  begins: /^ℹ tests \d+$|^✖ failing tests:$/,
  open: openNodeTest,
};

function openNodeTest(tests: LogTests): LogSection {
  let at: { readonly file: string; readonly line: number } | undefined;
  let block:
    | OpenFailure<{ readonly name: string; readonly file: string; readonly line?: number }>
    | undefined;
  let isListing = false;

  function close(): void {
    if (block === undefined) return;
    const isFile = looksLikeSourcePath(block.head.name);
    const failure = failureIn(block.text(), isFile ? 'error' : 'failure');
    tests.fail({ suitePath: [], ...block.head, failure, place: block.place });
    block = undefined;
  }

  function take(line: string): LineKind {
    const count = /^ℹ (\w+) (\d{1,9})$/.exec(line);
    if (count !== null) {
      const [, word, times] = count;
      if (word === 'pass') tests.count('passed', Number(times));
      if (word === 'skipped' || word === 'todo') tests.count('skipped', Number(times));
      if (word === 'fail') tests.declare(Number(times));
      return 'own';
    }
    if (/^✖ failing tests:$/.test(line)) {
      isListing = true;
      return 'own';
    }
    const place = /^test at (\S+?):(\d{1,9}):\d{1,9}$/.exec(line);
    if (place !== null) {
      close();
      at = { file: place[1] ?? '', line: Number(place[2]) };
      return 'own';
    }
    const head = isListing ? /^✖ (.+?)(?: \([\d.]+ms\))?$/.exec(line) : null;
    if (head !== null) {
      close();
      block = openFailure({ name: head[1] ?? '', file: '', ...at }, tests.place());
      at = undefined;
      return 'own';
    }
    if (isListing && /^[^\sℹ]/.test(line)) return 'foreign';
    block?.push(line);
    return 'text';
  }

  return { take, end: close };
}
