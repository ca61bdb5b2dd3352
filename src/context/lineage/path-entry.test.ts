// Entries of lineage: what is appended for a change, and that it is read back as it was.

import { describe, expect, test } from 'vitest';
import { canonicalText, contentId, digestOf } from '../../kernel/index.ts';
import { departedLog, lineageAppends, pathLog, readDepartedEntry, readPathEntry } from './path-entry.ts';
import type { TreeChange } from './stored-trees.ts';

const root = contentId('root');
const file = (text: string) => ({ kind: 'file', contentId: contentId(text) }) as const;
const directory = (text: string) => ({ kind: 'directory', contentId: contentId(text) }) as const;

const entryOf = (value: string) => ({ sequence: 1, stamp: 7, value });

test.each<[string, TreeChange, readonly string[]]>([
  ['that came', { path: 'a', before: null, after: file('1') }, []],
  ['that changed', { path: 'a', before: file('1'), after: file('2') }, ['1']],
  ['that went', { path: 'a', before: file('1'), after: null }, ['1']],
  [
    'that only became executable',
    { path: 'a', before: file('1'), after: { ...file('1'), kind: 'executable' } },
    [],
  ],
  ['that changed within', { path: 'd', before: directory('1'), after: directory('2') }, []],
])('a path %s is told in its log, and bytes that left it in theirs', (_name, change, left) => {
  const appends = lineageAppends([change], new Map(), root);
  expect(appends.map(({ log }) => log)).toEqual([
    pathLog(change.path),
    ...left.map((text) => departedLog(contentId(text))),
  ]);
  const [own, departed] = appends;
  expect(readPathEntry('log', entryOf(own?.value ?? ''))).toEqual({
    stamp: 7,
    root,
    before: change.before,
    after: change.after,
    renamedFrom: null,
    renamedTo: null,
  });
  if (departed)
    expect(readDepartedEntry('log', entryOf(departed.value))).toEqual({ stamp: 7, root, path: change.path });
});

test('a rename is told under both names', () => {
  const changes = [
    { path: 'a', before: file('1'), after: null },
    { path: 'b', before: null, after: file('1') },
  ];
  const appends = lineageAppends(changes, new Map([['b', 'a']]), root).filter(({ log }) =>
    log.startsWith('path/'),
  );
  expect(appends.map(({ value }) => readPathEntry('log', entryOf(value)))).toMatchObject([
    { renamedFrom: null, renamedTo: 'b' },
    { renamedFrom: 'a', renamedTo: null },
  ]);
});

test('no value holds an id that a ledger would look for among its objects', () => {
  for (const { value } of lineageAppends(
    [{ path: 'a', before: file('1'), after: file('2') }],
    new Map(),
    root,
  ))
    expect(value).not.toMatch(/"[a-z]+:[0-9a-f]{64}"/);
});

describe('what tells no change is damage', () => {
  const digest = digestOf(root);
  test.each([
    ['null', canonicalText(null)],
    ['a list', canonicalText([])],
    ['no root', canonicalText({ after: null, before: null, from: null, to: null })],
    ['a short root', canonicalText({ after: null, before: null, from: null, root: 'abcd', to: null })],
    [
      'an unknown kind',
      canonicalText({ after: ['pipe', digest], before: null, from: null, root: digest, to: null }),
    ],
    [
      'a state without digest',
      canonicalText({ after: ['file'], before: null, from: null, root: digest, to: null }),
    ],
    [
      'a state that is a record',
      canonicalText({ after: {}, before: null, from: null, root: digest, to: null }),
    ],
    ['a state that is missing', canonicalText({ from: null, root: digest, to: null })],
  ])('%s', (_name, value) => {
    expect(() => readPathEntry('log', entryOf(value))).toThrow(
      expect.objectContaining({ code: 'log-corrupt' }),
    );
  });
  test.each([
    ['no path', canonicalText({ root: digest })],
    ['a number', '1'],
  ])('%s for departed bytes', (_name, value) => {
    expect(() => readDepartedEntry('log', entryOf(value))).toThrow(
      expect.objectContaining({ code: 'log-corrupt' }),
    );
  });
});
