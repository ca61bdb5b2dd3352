// Renames among the changes of a scan, from trees written as paths with their content.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCodePoints, contentId } from '../../kernel/index.ts';
import {
  directoryContentId,
  lastName,
  linkContentId,
  type NodeKind,
  parentPath,
  pathsAbove,
} from '../scan/tree-ids.ts';
import { findRenames } from './find-renames.ts';
import type { NodeState, TreeChange } from './stored-trees.ts';

type Files = Readonly<Record<string, string>>;

/** Returns every node of a tree; a content that begins with `->` is a link, with `#!` an executable. */
function nodesOf(files: Files): ReadonlyMap<string, NodeState> {
  const nodes = new Map<string, NodeState>();
  for (const [path, text] of Object.entries(files)) nodes.set(path, leafOf(text));
  const directories = new Set([...nodes.keys()].flatMap(pathsAbove));
  for (const path of [...directories].sort((one, other) => other.length - one.length)) {
    if (path === '.') continue;
    const lines = [...nodes].filter(([own]) => parentPath(own) === path);
    const sorted = lines.sort(([one], [other]) => compareCodePoints(one, other));
    const told = sorted.map(([own, { kind, contentId: id }]) => [lastName(own), kind, id] as const);
    nodes.set(path, { kind: 'directory', contentId: directoryContentId(told) });
  }
  return nodes;
}

function leafOf(text: string): NodeState {
  if (text.startsWith('->')) return { kind: 'link', contentId: linkContentId(text) };
  const kind: NodeKind = text.startsWith('#!') ? 'executable' : 'file';
  return { kind, contentId: contentId(text.replace('#!', '')) };
}

function changesBetween(before: Files, after: Files): readonly TreeChange[] {
  const [old, now] = [nodesOf(before), nodesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter(({ before: was, after: is }) => was?.contentId !== is?.contentId || was?.kind !== is?.kind)
    .sort((one, other) => compareCodePoints(one.path, other.path));
}

function check(before: Files, after: Files, expected: Readonly<Record<string, string>>): void {
  expect(Object.fromEntries(findRenames(changesBetween(before, after)))).toEqual(expected);
}

describe('renames', () => {
  test.each<[string, Files, Files, Readonly<Record<string, string>>]>([
    ['are none where nothing changed', { a: '1' }, { a: '1' }, {}],
    ['are found by equal content', { a: '1' }, { b: '1' }, { b: 'a' }],
    ['are not found where the content differs', { a: '1' }, { b: '2' }, {}],
    ['are none where the file is still there', { a: '1' }, { a: '1', b: '1' }, {}],
    ['are none where something else is there', { a: '1' }, { a: '2', b: '1' }, {}],
    ['are none between empty files', { a: '' }, { b: '' }, {}],
    ['are none between a file and a link', { a: '->x' }, { b: 'x' }, {}],
    ['are found between links', { a: '->x' }, { b: '->x' }, { b: 'a' }],
    ['are found although the file became executable', { a: '1' }, { b: '#!1' }, { b: 'a' }],
    [
      'pair those of one name first',
      { 'x/a': '1', 'x/b': '1' },
      { 'y/b': '1', 'y/c': '1' },
      { 'y/b': 'x/b', 'y/c': 'x/a' },
    ],
    ['pair the rest by path', { a: '1', b: '1' }, { c: '1', d: '1' }, { c: 'a', d: 'b' }],
    ['leave over what has no partner', { a: '1', b: '1' }, { c: '1' }, { c: 'a' }],
    [
      'take a directory with all in it',
      { 'x/a': '1', 'x/e': '' },
      { 'y/a': '1', 'y/e': '' },
      { y: 'x', 'y/a': 'x/a', 'y/e': 'x/e' },
    ],
    [
      'take a directory before one in it',
      { 'x/s/a': '1', 'x/b': '2' },
      { 'c/a': '1', 'longer/s/a': '1', 'longer/b': '2' },
      { longer: 'x', 'longer/s': 'x/s', 'longer/s/a': 'x/s/a', 'longer/b': 'x/b' },
    ],
    [
      'take a directory before one like that in it',
      { 'longer/s/a': '1', 'longer/b': '2', 'c/a': '1' },
      { 'x/s/a': '1', 'x/b': '2' },
      { x: 'longer', 'x/s': 'longer/s', 'x/s/a': 'longer/s/a', 'x/b': 'longer/b' },
    ],
    [
      'do not take a directory for one whose name begins alike',
      { 'x/a': '1', 'x-y/a': '2' },
      { 'z/a': '1', 'z-y/a': '2' },
      { z: 'x', 'z/a': 'x/a', 'z-y': 'x-y', 'z-y/a': 'x-y/a' },
    ],
    [
      'take files where the directory changed',
      { 'x/a': '1', 'x/b': '2' },
      { 'y/a': '1', 'y/b': '3' },
      { 'y/a': 'x/a' },
    ],
  ])('%s', (_name, before, after, expected) => check(before, after, expected));

  const files = fc.dictionary(
    fc.constantFrom('a', 'b', 'x/a', 'x/b', 'x/s/a', 'y/a', 'y/s/a', 'z/x/s/a', 'z/b'),
    fc.constantFrom('', '1', '2', '->1', '#!1'),
  );

  test('pair what went with what came, each once and of equal content', () => {
    fc.assert(
      fc.property(files, files, (before, after) => {
        const changes = changesBetween(before, after);
        const renames = findRenames(changes);
        const [old, now] = [nodesOf(before), nodesOf(after)];
        expect(new Set(renames.values()).size).toBe(renames.size);
        for (const [to, from] of renames) {
          expect([old.has(to), now.has(from)]).toEqual([false, false]);
          expect(now.get(to)?.contentId).toBe(old.get(from)?.contentId);
        }
      }),
    );
  });

  // A whole directory would take seconds each if all changes were gone through for it.
  test('of many directories are found in time', () => {
    const made = (lead: string) =>
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${lead}${index}/f`, `${index}`]));
    expect(findRenames(changesBetweenFlat(made('x'), made('y'))).size).toBe(10_000);
  });
});

/** Like `changesBetween`, for files of which each is alone in its directory. */
function changesBetweenFlat(before: Files, after: Files): readonly TreeChange[] {
  const side = (files: Files, isOld: boolean) =>
    Object.entries(files).flatMap(([path, text]) => {
      const leaf = leafOf(text);
      const lines = [[lastName(path), leaf.kind, leaf.contentId]] as const;
      const directory: NodeState = { kind: 'directory', contentId: directoryContentId(lines) };
      const told = [
        [path, leaf],
        [parentPath(path) ?? '', directory],
      ] as const;
      return told.map(([own, state]) => ({
        path: own,
        before: isOld ? state : null,
        after: isOld ? null : state,
      }));
    });
  return [...side(before, true), ...side(after, false)].sort((one, other) =>
    compareCodePoints(one.path, other.path),
  );
}
