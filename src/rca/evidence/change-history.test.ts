// One `git log` to changes under today's names, and what they say about files and tests.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChangeHistory, createChangeHistory } from '../../context/producers/change-history.ts';
import { gitLogArguments, parseGitLog } from '../../context/producers/produce-history.ts';
import { evidenceLimits } from '../ranking/evidence-features.ts';
import { changeEvidence } from './code-columns.ts';

const id = (digit: number) => String(digit).repeat(40);

function check(log: string, expected: [number, ...string[]][]) {
  const { changes } = createChangeHistory(parseGitLog(log));
  expect(changes.map(({ age, paths }) => [age, ...paths])).toEqual(expected);
}

const commit = (digit: number, ...fields: string[]) =>
  `\u0001${id(digit)}\0${fields.length > 0 ? `\n${fields.join('\0')}\0` : ''}`;

test.each<[string, string, [number, ...string[]][]]>([
  ['nothing', '', []],
  ['no log at all', 'fatal: not a git repository\n', []],
  [
    'two commits',
    commit(1, 'M', 'a', 'A', 'b') + commit(2, 'A', 'a'),
    [
      [0, 'a', 'b'],
      [1, 'a'],
    ],
  ],
  ['a merge only counts', commit(1) + commit(2, 'A', 'a'), [[1, 'a']]],
  ['a path that looks like a status', commit(1, 'M', 'M', 'A', 'R100'), [[0, 'M', 'R100']]],
  [
    'a rename, and one before it',
    commit(1, 'M', 'c') + commit(2, 'R100', 'b', 'c') + commit(3, 'R100', 'a', 'b') + commit(4, 'A', 'a'),
    [
      [0, 'c'],
      [1, 'c'],
      [2, 'c'],
      [3, 'c'],
    ],
  ],
  [
    'a move with a changed text',
    commit(1, 'D', 'old/X.java', 'A', 'new/X.java') + commit(2, 'M', 'old/X.java'),
    [
      [0, 'old/X.java', 'new/X.java'],
      [1, 'new/X.java'],
    ],
  ],
  [
    'a name that left two folders is no move',
    commit(1, 'D', 'a/X', 'D', 'b/X', 'A', 'c/X') + commit(2, 'M', 'a/X'),
    [
      [0, 'a/X', 'b/X', 'c/X'],
      [1, 'a/X'],
    ],
  ],
  ['a log that breaks off', `${commit(1, 'M', 'a')}\u0001${id(2)}\0\nR100\0b`, [[0, 'a']]],
])('%s', (_, log, expected) => {
  check(log, expected);
});

test("git's own log is read, with a rename and odd names", () => {
  const root = mkdtempSync(join(tmpdir(), 'penumbra-history-'));
  try {
    const identity = [
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@example.invalid',
      '-c',
      'commit.gpgsign=false',
    ];
    const git = (...rest: string[]) =>
      execFileSync('git', [...identity, ...rest], { cwd: root }).toString('utf8');
    const save = () => git('add', '-A') + git('commit', '-q', '-m', 'a\u0001b');
    git('init', '-q');
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src/a.js'), 'one');
    writeFileSync(join(root, 'test ü\n.js'), 'two');
    save();
    renameSync(join(root, 'src/a.js'), join(root, 'src/b.js'));
    save();
    check(git(...gitLogArguments), [
      [0, 'src/b.js'],
      [1, 'src/b.js', 'test ü\n.js'],
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

const tests = new Set(['test']);
const history = (...changes: [number, ...string[]][]): ChangeHistory => ({
  changes: changes.map(([age, ...paths]) => ({ commit: id(1), age, paths })),
});

test('small and recent commits count more, and huge ones not at all', () => {
  const many = (start: string) => Array.from({ length: 20 }, (_, index) => `${start}${index}`);
  const huge = Array.from({ length: evidenceLimits.commitFiles }, (_, index) => `huge${index}`);
  const evidence = changeEvidence(
    history(
      [0, 'test', 'small'],
      [1, 'test', ...many('large')],
      [900, 'test', 'old'],
      [2, 'test', ...huge],
      [3, 'alone'],
    ),
    tests,
  );
  const together = (path: string) => evidence.get(path)?.together ?? 0;
  expect(together('small')).toBeGreaterThan(together('large1'));
  expect(together('small')).toBeGreaterThan(together('old'));
  expect(evidence.get('huge1')).toEqual({ together: 0, common: 0, changes: 0, age: 2 });
  expect(evidence.get('alone')).toEqual({ together: 0, common: 0, changes: 1, age: 3 });
});

test('the order of changes and paths does not matter, and all numbers are whole', () => {
  const path = fc.constantFrom('test', 'a', 'b', 'c', 'd');
  const change = fc.record({
    commit: fc.constant(id(1)),
    age: fc.nat(50_000),
    paths: fc.uniqueArray(path, { minLength: 1 }),
  });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const forward = changeEvidence({ changes }, tests);
      const backward = changeEvidence(
        { changes: changes.toReversed().map((one) => ({ ...one, paths: one.paths.toReversed() })) },
        tests,
      );
      expect(new Map([...backward].sort())).toEqual(new Map([...forward].sort()));
      expect([...forward.values()].flatMap((one) => Object.values(one)).every(Number.isSafeInteger)).toBe(
        true,
      );
    }),
  );
});
