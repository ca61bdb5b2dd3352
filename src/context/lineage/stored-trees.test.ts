// What differs between two stored trees, and the smallest list that tells it.

import { describe, expect, test } from 'vitest';
import { type ContentId, contentId, makeId } from '../../kernel/index.ts';
import { createMemoryStore, directoryObject, type Store, type TreeLine } from '../../ledger/index.ts';
import { diffTrees, findStoredNode, smallestChanges, type TreeChange } from './stored-trees.ts';

type Folder = { readonly [name: string]: string | Folder };

/** Stores a tree and returns its root. */
async function lay(store: Store, folder: Folder): Promise<ContentId> {
  const lines: TreeLine[] = [];
  for (const name of Object.keys(folder).sort()) {
    const inside = folder[name] ?? '';
    if (typeof inside === 'string') lines.push([name, 'file', contentId(inside)]);
    else lines.push([name, 'directory', await lay(store, inside)]);
  }
  const object = directoryObject(lines);
  await store.commit({ atMs: 1, puts: [object] });
  return makeId('content', object.id);
}

const kinds = ({ path, before, after }: TreeChange) => `${path} ${before?.kind ?? '-'} ${after?.kind ?? '-'}`;

async function check(
  before: Folder | null,
  after: Folder | null,
  expected: { readonly all: readonly string[]; readonly smallest: readonly string[] },
): Promise<void> {
  const store = createMemoryStore();
  const roots = { before: before && (await lay(store, before)), after: after && (await lay(store, after)) };
  const changes = await diffTrees(store, roots);
  expect(changes.map(kinds)).toEqual(expected.all);
  expect(smallestChanges(changes).map(kinds)).toEqual(expected.smallest);
}

describe('the difference', () => {
  test.each<[string, Folder | null, Folder | null, readonly string[], readonly string[]]>([
    ['of equal trees is none', { a: '1' }, { a: '1' }, [], []],
    ['of nothing and nothing is none', null, null, [], []],
    ['of two empty trees is none', {}, {}, [], []],
    [
      'is a file that changed',
      { a: '1' },
      { a: '2' },
      ['. directory directory', 'a file file'],
      ['a file file'],
    ],
    [
      'is a directory that came whole',
      { a: '1' },
      { a: '1', d: { e: { f: '1' } } },
      ['. directory directory', 'd - directory', 'd/e - directory', 'd/e/f - file'],
      ['d - directory'],
    ],
    [
      'is a directory that went whole',
      { a: '1', d: { e: '1' } },
      { a: '1' },
      ['. directory directory', 'd directory -', 'd/e file -'],
      ['d directory -'],
    ],
    [
      'is a file in the place of a directory',
      { d: { e: '1' } },
      { d: '1' },
      ['. directory directory', 'd directory file', 'd/e file -'],
      ['d directory file'],
    ],
    [
      'is a directory in the place of a file',
      { d: '1' },
      { d: { e: { f: '' } } },
      ['. directory directory', 'd file directory', 'd/e - directory', 'd/e/f - file'],
      ['d file directory'],
    ],
    [
      'of nothing and a tree is all of it, told by its root',
      null,
      { '!': '1', a: { b: '1' } },
      ['! - file', '. - directory', 'a - directory', 'a/b - file'],
      ['. - directory'],
    ],
    [
      'is told by path, whatever names begin alike',
      { a: { x: '1' }, 'a-b': '1' },
      { a: { x: '2' }, 'a-b': '2', 'a.c': '3' },
      ['. directory directory', 'a directory directory', 'a-b file file', 'a.c - file', 'a/x file file'],
      ['a-b file file', 'a.c - file', 'a/x file file'],
    ],
    [
      'knows names that objects have',
      { constructor: '1' },
      { __proto__x: '1', toString: '1' },
      ['. directory directory', '__proto__x - file', 'constructor file -', 'toString - file'],
      ['__proto__x - file', 'constructor file -', 'toString - file'],
    ],
  ])('%s', (_name, before, after, all, smallest) => check(before, after, { all, smallest }));

  test('does not look into directories that are equal', async () => {
    const store = createMemoryStore();
    const same = { deep: { deeper: { f: '1' } } };
    const [before, after] = [await lay(store, { a: '1', same }), await lay(store, { a: '2', same })];
    const asked: string[] = [];
    const watched: Store = {
      ...store,
      getMany(ids) {
        asked.push(...ids);
        return store.getMany(ids);
      },
    };
    await diffTrees(watched, { before, after });
    expect(asked).toHaveLength(2);
  });

  test('is told whole where a directory of 150,000 files came', async () => {
    const store = createMemoryStore();
    const content = contentId('1');
    const lines = Array.from({ length: 150_000 }, (_, index): TreeLine => [`f${index}`, 'file', content]);
    const wide = directoryObject(lines.sort(([left], [right]) => (left < right ? -1 : 1)));
    const root = directoryObject([['d', 'directory', makeId('content', wide.id)]]);
    await store.commit({ atMs: 1, puts: [wide, root] });
    const changes = await diffTrees(store, { before: null, after: makeId('content', root.id) });
    expect(changes).toHaveLength(150_002);
    expect(smallestChanges(changes).map(kinds)).toEqual(['. - directory']);
  });

  test('of a root that is not stored is refused', async () => {
    const store = createMemoryStore();
    const after = await lay(store, { a: '1' });
    await expect(diffTrees(store, { before: contentId('nowhere'), after })).rejects.toMatchObject({
      code: 'node-not-found',
    });
  });
});

test.each<[string, string | null]>([
  ['.', 'directory'],
  ['a', 'file'],
  ['d', 'directory'],
  ['d/e/f', 'file'],
  ['d/x', null],
  ['a/b', null],
  ['d//e', null],
  ['', null],
  ['toString', null],
])('in a stored tree there stands at `%s`: %s', async (path, kind) => {
  const store = createMemoryStore();
  const root = await lay(store, { a: '1', d: { e: { f: '2' } } });
  expect((await findStoredNode(store, root, path))?.kind ?? null).toBe(kind);
});
