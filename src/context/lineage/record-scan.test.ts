// What a scan could not look at is not gone: nothing of it is told as deleted or renamed.

import { expect, test } from 'vitest';
import { contentId } from '../../kernel/index.ts';
import type { SkipReason } from '../scan/file-tree.ts';
import { excludeUnseen } from './record-scan.ts';
import type { TreeChange } from './stored-trees.ts';

const file = { kind: 'file', contentId: contentId('1') } as const;
const gone = (path: string): TreeChange => ({ path, before: file, after: null });
const came = (path: string): TreeChange => ({ path, before: null, after: file });

function check(
  changes: readonly TreeChange[],
  skipped: Readonly<Record<string, SkipReason>>,
  left: string[],
) {
  const list = Object.entries(skipped).map(([path, reason]) => ({ path, reason }));
  expect(excludeUnseen(changes, list).map(({ path }) => path)).toEqual(left);
}

test.each<[string, readonly TreeChange[], Record<string, SkipReason>, string[]]>([
  ['an unreadable file', [gone('a'), gone('b')], { a: 'unreadable' }, ['b']],
  ['all below an unreadable directory', [gone('d'), gone('d/a'), gone('da')], { d: 'unreadable' }, ['da']],
  ['a file that kept changing', [gone('a')], { a: 'changing' }, []],
  ['a decomposed name', [gone('\u00fc')], { 'u\u0308': 'unreadable' }, []],
])('%s stays', (_name, changes, skipped, left) => check(changes, skipped, left));

test('what vanished is gone, and what came has come', () => {
  check([gone('a')], { a: 'vanished' }, ['a']);
  check([came('a')], { a: 'unreadable' }, ['a']);
  check([gone('a')], {}, ['a']);
});
