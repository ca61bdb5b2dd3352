/** Reads the failures printed by pytest and unittest. */
import { dedent } from '../formats/tap-diagnosis.ts';
import type { ReadFailure } from '../reading/record-test.ts';
import {
  countsIn,
  type LogRunner,
  type LogSection,
  type LogTests,
  MOST_WAITING,
  type OpenFailure,
  openFailure,
} from './log-section.ts';

export const pytestLog: LogRunner = {
  name: 'pytest',
  begins:
    /^=+ (?:test session starts|FAILURES|ERRORS|short test summary info) =+$|^=* ?\d+ (?:passed|failed|errors?)\b[\w ,]* in \d+\.\d+s\b/,
  open: openPytest,
};

const PYTEST_RULE = /^=+ (\S.*?) =+$/;
const PYTEST_END = /^=* ?((?:\d+ \w+(?:, )?|no tests ran ?)+) in \d+(?:\.\d+)?s\b/;
const PYTEST_HEAD = /^_+ (?![_ ]+$)(\S.*?) _+$/;
const PYTEST_ID = /^(FAILED|ERROR) (\S.*?)(?: - (.*))?$/;
const CAPTURED = /^-+ Captured \w+ (?:setup|call|teardown) -+$/;

type PytestHead = { readonly name: string; readonly isError: boolean };
type PytestId = { readonly id: string; readonly message: string; readonly place: string };

function openPytest(tests: LogTests): LogSection {
  let part = '';
  let block: OpenFailure<PytestHead> | undefined;
  let blocks: OpenFailure<PytestHead>[] = [];
  const ids = new Map<string, PytestId[]>();
  let listed = 0;
  let hasTraces = false;

  function flush(): void {
    for (const { head, place, text } of blocks) {
      const name = head.name.replace(/^ERROR (?:at (?:setup|teardown) of|collecting) /, '');
      const known = ids.get(name)?.shift();
      tests.fail({ ...pytestNames(name, known?.id, text()), ...pytestFailure(text(), head), place });
    }
    // Without traces, the summary is the only source.
    for (const { id, message, place } of hasTraces ? [] : [...ids.values()].flat()) {
      const name = id.split('::').slice(1).join('::') || id;
      tests.fail({ ...pytestNames(name, id, ''), failure: { kind: 'failure', message }, place });
    }
    blocks = [];
    ids.clear();
    listed = 0;
    hasTraces = false;
  }

  function take(line: string): ReturnType<LogSection['take']> {
    const end = PYTEST_END.exec(line);
    if (end !== null) {
      const counts = countsIn(end[1] ?? '');
      tests.count('passed', counts('passed', 'xpassed'));
      tests.count('skipped', counts('skipped', 'xfailed'));
      tests.declare(counts('failed', 'error', 'errors'));
      flush();
      return 'last';
    }
    const rule = PYTEST_RULE.exec(line);
    if (rule !== null) {
      if (part === '' && rule[1] === 'test session starts') flush();
      part = rule[1] ?? '';
      block = undefined;
      return 'own';
    }
    if (part === 'short test summary info') {
      const [, , id = '', message = ''] = PYTEST_ID.exec(line) ?? [];
      if (id === '' || ++listed > MOST_WAITING) return 'text';
      const key = id.split('::').slice(1).join('.') || id;
      ids.set(key, [...(ids.get(key) ?? []), { id, message, place: tests.place() }]);
      return 'own';
    }
    if (part !== 'FAILURES' && part !== 'ERRORS') return 'text';
    const head = PYTEST_HEAD.exec(line);
    if (head !== null) {
      if (blocks.length >= MOST_WAITING) flush();
      block = openFailure({ name: head[1] ?? '', isError: part === 'ERRORS' }, tests.place());
      blocks.push(block);
      hasTraces = true;
      return 'own';
    }
    block?.push(line);
    return 'text';
  }

  return { take, end: flush };
}

/** Names tests like pytest's JUnit XML, so that both refer to the same test. */
function pytestNames(name: string, id: string | undefined, text: string) {
  const isFile = id === undefined ? /[.]py$/.test(name) : !id.includes('::');
  const file = isFile
    ? (id ?? name)
    : (id?.split('::', 1)[0] ?? /^([^\s:]+\.py):\d+: /m.exec(text)?.[1] ?? '');
  if (isFile) return { suitePath: [], name: file, file };
  const parts = id === undefined ? name.split(/[.](?![^[]*\])/) : id.split('::').slice(1);
  const module = file.replace(/[.]py$/, '').replace(/[/\\]/g, '.');
  const className = [module, ...parts.slice(0, -1)].filter((part) => part !== '').join('.');
  return { suitePath: ['pytest'], name: parts.at(-1) ?? name, className, file };
}

/**
 * Lines that begin with E describe the exception. The last block counts, since it is the exception that was
 * not caught.
 */
function pytestFailure(whole: string, { isError }: PytestHead): { failure: ReadFailure; out?: string } {
  const lines = whole.split('\n');
  const printed = lines.findIndex((line) => CAPTURED.test(line));
  const told = printed < 0 ? lines : lines.slice(0, printed);
  const last = told.findLastIndex((line) => /^E( |$)/.test(line));
  let first = last;
  while (first > 0 && /^E( |$)/.test(told[first - 1] ?? '')) first--;
  const message = dedent(told.slice(first, last + 1).map((line) => line.slice(1))).join('\n');
  return {
    failure: {
      kind: isError ? 'error' : 'failure',
      message: last < 0 ? (told.findLast((line) => line.trim() !== '') ?? '') : message,
      stack: told.join('\n'),
    },
    ...(printed >= 0 && { out: lines.slice(printed).join('\n') }),
  };
}

export const unittestLog: LogRunner = {
  name: 'unittest',
  begins: /^={70}$|^Ran \d+ tests? in \d+\.\d+s$/,
  open: openUnittest,
};

const UNITTEST_HEAD = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) ?(?:\(([\w.<>]+)\))? ?(.*)$/;

type UnittestHead = { readonly word: string; readonly name: string; readonly className: string };

function openUnittest(tests: LogTests): LogSection {
  let block: OpenFailure<UnittestHead> | undefined;
  let isInHead = false;
  let ran: number | undefined;
  const failed = new Set<string>();

  function close(): void {
    if (block === undefined) return;
    const { head, place } = block;
    const stack = block.text().trim();
    if (failed.size < MOST_WAITING) failed.add(`${head.className}.${head.name.split(' ', 1)[0]}`);
    // The exception follows the last frame; its message may have any lines.
    const lines = stack.split('\n');
    const frame = lines.findLastIndex((line) => /^ {2}File "/.test(line));
    const raised = lines.findIndex((line, at) => at > frame && /^[A-Za-z_][\w.]*(?:: |$)/.test(line));
    const [type = '', ...message] = lines.slice(raised).join('\n').split(': ');
    const kind = head.word === 'FAIL' ? 'failure' : 'error';
    const failure: ReadFailure =
      raised < 0 ? { kind, message: stack, stack } : { kind, type, message: message.join(': '), stack };
    tests.fail({ suitePath: [], name: head.name, className: head.className, failure, place });
    block = undefined;
  }

  function take(line: string): ReturnType<LogSection['take']> {
    if (/^={70}$/.test(line)) {
      close();
      isInHead = true;
      return 'own';
    }
    const head = isInHead && block === undefined ? UNITTEST_HEAD.exec(line) : null;
    if (head !== null) {
      const [, word = '', name = '', owner = '', parts = ''] = head;
      const className = owner.endsWith(`.${name}`) ? owner.slice(0, -name.length - 1) : owner;
      // Subtests are told apart by their parameters.
      block = openFailure({ word, name: parts === '' ? name : `${name} ${parts}`, className }, tests.place());
      return 'own';
    }
    if (isInHead && block === undefined) return 'foreign';
    if (/^-{70}$/.test(line)) {
      if (!isInHead) close();
      isInHead = false;
      return 'own';
    }
    const total = /^Ran (\d{1,9}) tests? in /.exec(line);
    if (total !== null) {
      close();
      ran = Number(total[1]);
      return 'own';
    }
    if (ran !== undefined && /^(?:OK|FAILED|NO TESTS RAN)\b/.test(line)) {
      const counts = countsIn(line);
      tests.count('skipped', counts('skipped'));
      tests.count('passed', Math.max(0, ran - failed.size - counts('skipped')));
      return 'last';
    }
    // The first line of a test's description is part of its header.
    if (!isInHead) block?.push(line);
    return 'text';
  }

  return { take, end: close };
}
