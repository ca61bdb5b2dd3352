// What becomes of what is said about a path while files are edited, renamed, deleted and restored between scans.

import { describe, expect, test } from 'vitest';
import type { Staleness } from '../../src/context/index.ts';
import { contentId } from '../../src/kernel/index.ts';
import { exportArchive, importArchive } from '../../src/ledger/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import { type LivingWorkspace, openLiving, textOf } from './living-workspace.ts';

type Act = (living: LivingWorkspace) => unknown;

const write =
  (files: Readonly<Record<string, string>>): Act =>
  (living) =>
    living.write(files);
const rename =
  (from: string, to: string): Act =>
  (living) =>
    living.rename(from, to);
const remove =
  (path: string): Act =>
  (living) =>
    living.remove(path);
const note =
  (path: string, text: string): Act =>
  (living) =>
    living.note(path, text);
const scan: Act = ({ workspace }) => workspace.scan();
const swap =
  (one: string, other: string): Act =>
  (living) => {
    living.rename(one, 'between');
    living.rename(other, one);
    living.rename('between', other);
  };

/** What stands at each path, as `text`, or `text!` where it is stale; null where there is no such node. */
type Standing = Readonly<Record<string, readonly string[] | null>>;

/** Begins with a scan, acts with a scan after each act, and compares what stands then. */
async function check(
  files: Readonly<Record<string, string>>,
  acts: readonly Act[],
  expected: Standing,
): Promise<void> {
  await using living = await openLiving({ files });
  await living.workspace.scan();
  for (const act of acts) {
    await act(living);
    await living.workspace.scan();
  }
  const standing: Record<string, readonly string[] | null> = {};
  for (const path of Object.keys(expected)) standing[path] = await told(living, path);
  expect(standing).toEqual(expected);
  expect(await living.workspace.validate()).toMatchObject({ ok: true });
}

async function told(living: LivingWorkspace, path: string): Promise<readonly string[] | null> {
  if (!(await living.workspace.tree()).at(path)) return null;
  return (await living.frames(path)).map((frame) => `${textOf(frame)}${frame.fresh ? '' : '!'}`);
}

describe('what is said of a path', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly Act[], Standing]>([
    ['is fresh while nothing moves', { a: '1' }, [note('a', 'n')], { a: ['n'], '.': [] }],
    ['is stale once the file is edited', { a: '1' }, [note('a', 'n'), write({ a: '2' })], { a: ['n!'] }],
    [
      'is fresh again once the bytes are back',
      { a: '1' },
      [note('a', 'n'), write({ a: '2' }), write({ a: '1' })],
      { a: ['n'] },
    ],
    ['goes with a rename', { a: '1', c: '3' }, [note('a', 'n'), rename('a', 'b')], { a: null, b: ['n'] }],
    [
      'goes with a rename to a name that sorts before',
      { b: '1' },
      [note('b', 'n'), rename('b', 'a')],
      { b: null, a: ['n'] },
    ],
    [
      'goes with a rename and is stale once the file is edited there',
      { a: '1' },
      [note('a', 'n'), rename('a', 'b'), write({ b: '2' })],
      { b: ['n!'] },
    ],
    [
      'does not go with what was renamed and edited at once',
      { a: '1' },
      [
        note('a', 'n'),
        (living) => {
          living.remove('a');
          living.write({ b: '2' });
        },
      ],
      { a: null, b: [] },
    ],
    [
      'comes back with a file that comes back',
      { a: '1' },
      [note('a', 'n'), remove('a'), write({ a: '1' })],
      { a: ['n'] },
    ],
    [
      'comes back stale with a file that comes back as another',
      { a: '1' },
      [note('a', 'n'), remove('a'), write({ a: '2' })],
      { a: ['n!'] },
    ],
    [
      'is not that of another file under the name it had',
      { a: '1' },
      [note('a', 'old'), rename('a', 'b'), write({ a: '2' }), note('a', 'new')],
      { a: ['new'], b: ['old'] },
    ],
    [
      'is not that of an equal file under the name it had',
      { a: '1' },
      [note('a', 'old'), rename('a', 'b'), write({ a: '1' })],
      { a: [], b: ['old'] },
    ],
    [
      'may be the same text about two files, one under the former name of the other',
      { a: '1' },
      [note('a', 'same'), rename('a', 'b'), write({ a: '1' }), note('a', 'same')],
      { a: ['same'], b: ['same'] },
    ],
    [
      'follows a chain of names and back',
      { a: '1' },
      [
        note('a', 'n'),
        ...[rename('a', 'b'), rename('b', 'c'), rename('c', 'a'), rename('a', 'z'), rename('z', 'b')],
      ],
      { a: null, c: null, b: ['n'] },
    ],
    [
      'stays where it is when two files are swapped, and is stale',
      { a: '1', b: '2' },
      [note('a', 'of a'), note('b', 'of b'), swap('a', 'b')],
      { a: ['of a!'], b: ['of b!'] },
    ],
    [
      'is fresh again when two files are swapped back',
      { a: '1', b: '2' },
      [note('a', 'of a'), note('b', 'of b'), swap('a', 'b'), swap('a', 'b')],
      { a: ['of a'], b: ['of b'] },
    ],
    [
      'goes with the directory that is renamed, however deep',
      { 'x/y/a': '1', 'x/b': '2', other: '3' },
      [note('x/y/a', 'n'), note('x/y', 'of y'), note('x', 'of x'), rename('x', 'w/v')],
      { x: null, 'w/v/y/a': ['n'], 'w/v/y': ['of y'], 'w/v': ['of x'], 'w/v/b': [], w: [] },
    ],
    [
      'goes with equal files to their places in a renamed directory',
      { 'x/a': '1', 'x/b': '1', 'x/sub/a': '1' },
      [note('x/a', 'of a'), note('x/b', 'of b'), note('x/sub/a', 'of sub'), rename('x', 'y')],
      { 'y/a': ['of a'], 'y/b': ['of b'], 'y/sub/a': ['of sub'] },
    ],
    [
      'goes with an empty file in a renamed directory',
      { 'x/a': '1', 'x/empty': '' },
      [note('x/empty', 'n'), rename('x', 'y')],
      { 'y/empty': ['n'] },
    ],
    [
      'goes with a directory although what it holds lies elsewhere, too',
      { 'x/sub/a': '1', 'x/b': '2' },
      [
        note('x/sub/a', 'n'),
        (living) => {
          living.write({ 'c/a': '1' });
          living.rename('x', 'long-name');
        },
      ],
      { 'long-name/sub/a': ['n'], 'c/a': [] },
    ],
    [
      'does not go with an empty file, which says nothing of where it came from',
      { a: '', b: '1' },
      [note('a', 'n'), rename('a', 'c')],
      { a: null, c: [] },
    ],
    [
      'goes to the file of the same name first where equal files are moved',
      { 'a/x': '1', 'a/y': '1' },
      [
        note('a/x', 'of x'),
        note('a/y', 'of y'),
        (living) => {
          living.rename('a/x', 'b/y');
          living.rename('a/y', 'b/z');
        },
      ],
      { 'b/y': ['of y'], 'b/z': ['of x'] },
    ],
    [
      'goes by the order of paths where equal files get other names',
      { q: '1', p: '1' },
      [
        note('p', 'of p'),
        note('q', 'of q'),
        (living) => {
          living.rename('p', 'y');
          living.rename('q', 'x');
        },
      ],
      { x: ['of p'], y: ['of q'] },
    ],
    [
      'goes back and forth with a directory that is renamed twice',
      { 'x/a': '1' },
      [note('x/a', 'one'), rename('x', 'y'), note('y/a', 'two'), rename('y', 'x')],
      { 'x/a': ['two'] },
    ],
    [
      'of a file is not that of a directory in its place',
      { a: '1' },
      [note('a', 'n'), remove('a'), write({ 'a/b': '1' })],
      { a: ['n!'], 'a/b': [] },
    ],
    [
      'of a directory is stale once anything below it moved',
      { 'a/b/c': '1' },
      [note('a', 'n'), write({ 'a/b/c': '2' })],
      { a: ['n!'] },
    ],
  ])('%s', (_name, files, acts, expected) => check(files, acts, expected));
});

describe('why something is stale', () => {
  /** Notes on `a`, acts, and compares why the note is stale; roots are told by the number of their scan. */
  async function checkStale(
    acts: readonly Act[],
    expected: (roots: readonly string[]) => Staleness | undefined,
    at = 'a',
  ): Promise<void> {
    await using living = await openLiving({ files: { a: '1', b: 'other' } });
    await living.workspace.scan();
    await living.note('a', 'n');
    for (const act of acts) await act(living);
    const scans = await living.workspace.scans();
    const { frames } = await living.workspace.history(at);
    const roots = scans.map(({ root }) => root);
    expect(frames[0]?.stale).toEqual(expected([...roots, (await living.workspace.tree()).root.contentId]));
  }
  const moved = (to: string | null, since: Staleness['since']): Staleness => ({
    reason: 'content-changed',
    input: contentId('1'),
    from: contentId('1'),
    to: to === null ? null : contentId(to),
    since,
  });
  const seen = (roots: readonly string[], scanned: number) =>
    ({ scan: scanned, root: roots[scanned - 1] }) as Staleness['since'];
  const look: Act = ({ workspace }) => workspace.look({});

  test.each<[string, readonly Act[], (roots: readonly string[]) => Staleness | undefined, string?]>([
    ['an edit', [write({ a: '2' }), scan], (roots) => moved('2', seen(roots, 2))],
    [
      'the first of several edits',
      [write({ a: '2' }), scan, write({ b: 'x' }), scan, write({ a: '3' }), scan],
      (roots) => moved('3', seen(roots, 2)),
    ],
    [
      'the last departure, where it came back in between',
      [write({ a: '2' }), scan, write({ a: '1' }), scan, write({ a: '3' }), scan],
      (roots) => moved('3', seen(roots, 4)),
    ],
    ['a deletion', [remove('a'), scan], (roots) => moved(null, seen(roots, 2))],
    [
      'an edit that was only looked at',
      [write({ a: '2' }), look],
      (roots) => moved('2', { scan: null, root: roots.at(-1) as never }),
    ],
    [
      'an edit that was only looked at, after others that were recorded',
      [write({ a: '2' }), scan, write({ a: '1' }), scan, write({ a: '3' }), look],
      (roots) => moved('3', { scan: null, root: roots.at(-1) as never }),
    ],
    [
      'bytes that went to another file, only looked at',
      [write({ a: '2', b: '1' }), look],
      (roots) => moved('2', { scan: null, root: roots.at(-1) as never }),
    ],
    [
      'bytes that went to another file, recorded',
      [write({ a: '2', b: '1' }), scan],
      (roots) => moved('2', seen(roots, 2)),
    ],
    [
      'an edit under another name',
      [rename('a', 'z'), scan, write({ z: '9' }), scan],
      (roots) => moved('9', seen(roots, 3)),
      'z',
    ],
    ['nothing but a rename', [rename('a', 'z'), scan], () => undefined, 'z'],
  ])('is %s', (_name, acts, expected, at) => checkStale(acts, expected, at));
});

describe('lineage', () => {
  const lineageOf = async (living: LivingWorkspace, path: string) =>
    (await living.workspace.history(path)).lineage.map((entry) => [
      entry.scan,
      entry.path,
      entry.contentId,
      entry.renamedFrom,
      entry.renamedTo,
    ]);

  test('tells every state with the scan that saw it, over all names', async () => {
    await using living = await openLiving({ files: { a: '1', other: 'o' } });
    const { workspace } = living;
    await workspace.scan();
    expect((await workspace.getNode('a')).node.lineage).toEqual([]);
    living.write({ a: '2' });
    await workspace.scan();
    living.rename('a', 'b');
    await workspace.scan();
    living.remove('b');
    await workspace.scan();
    living.write({ b: '3' });
    await workspace.scan();
    expect(await lineageOf(living, 'b')).toEqual([
      [1, 'a', contentId('1'), null, null],
      [2, 'a', contentId('2'), null, null],
      [3, 'b', contentId('2'), 'a', null],
      [4, 'b', null, null, null],
      [5, 'b', contentId('3'), null, null],
    ]);
    expect(await lineageOf(living, 'a')).toEqual([
      [1, 'a', contentId('1'), null, null],
      [2, 'a', contentId('2'), null, null],
      [3, 'a', null, null, 'b'],
    ]);
    expect(await lineageOf(living, 'other')).toEqual([]);
  });

  test('keeps the history of many names, as of any place in it', async () => {
    await using living = await openLiving({ files: { 'name 0': '1', other: 'o' } });
    const { workspace } = living;
    await workspace.scan();
    for (let index = 0; index < 20; index++) {
      living.clock.advance(1_000);
      await living.note(`name ${index}`, `note ${index}`);
      living.rename(`name ${index}`, `name ${index + 1}`);
      await workspace.scan();
    }
    const { frames } = await workspace.history('name 20');
    expect(frames.map(textOf)).toEqual(Array.from({ length: 20 }, (_, index) => `note ${index}`));
    expect(frames.map(({ sequence }) => sequence)).toEqual(frames.map((_, index) => index + 1));
    expect((await workspace.history('name 20', { until: 7 })).frames.map(textOf)).toEqual(
      Array.from({ length: 7 }, (_, index) => `note ${index}`),
    );
    const seventh = new Date(frames[6]?.recordedMs ?? 0);
    expect((await workspace.history('name 20', { until: seventh })).frames).toHaveLength(7);
    expect((await living.frames('name 20')).map(textOf)).toEqual(['note 19']);
  });

  test('goes with a rename that no scan has recorded yet', async () => {
    await using living = await openLiving({ files: { a: '1', 'd/b': '2' } });
    await living.workspace.scan();
    await living.note('a', 'of a');
    await living.note('d/b', 'of b');
    living.rename('a', 'z');
    living.rename('d', 'e');
    await living.workspace.look({});
    expect([await told(living, 'z'), await told(living, 'e/b')]).toEqual([['of a'], ['of b']]);
    expect(await living.workspace.status()).toMatchObject({ scan: 1, frames: 2, stale: 0 });
    living.write({ z: 'edited' });
    await living.workspace.look({});
    // Moved and edited at once, it is another file.
    expect(await told(living, 'z')).toEqual([]);
  });

  test('of a former name begins with what the first scan saw', async () => {
    await using living = await openLiving({ files: { 'd/e': '1' } });
    await living.workspace.scan();
    const { nodeId } = (await living.workspace.getNode('d/e')).node;
    const basis = [nodeId];
    await living.workspace
      .as('person', 'writer')
      .putFrame({ path: 'd/e', type: 'note', content: 'here', basis });
    living.rename('d/e', 'd/f');
    await living.workspace.scan({});
    const { node, frames } = await living.workspace.getNode('d/f');
    expect(frames[0]?.stale).toMatchObject({
      reason: 'place-changed',
      from: nodeId,
      to: node.nodeId,
      since: { scan: 2 },
    });
  });

  test('has no place for a path that nobody ever saw', async () => {
    await using living = await openLiving({ files: { a: '1' } });
    await living.workspace.scan();
    for (const path of ['b', 'a/b', '../a', '', 'a\0'])
      await expect(
        path === '' ? living.workspace.getNode('\0') : living.workspace.history(path),
      ).rejects.toMatchObject({ code: 'node-not-found' });
  });

  test('of two ledgers is that of both once one is imported into the other', async () => {
    await using ours = await openLiving({ files: { a: '1', b: 'o' } });
    await using theirs = await openLiving({
      files: { a: '1', b: 'o' },
      clock: createFakeClock(Date.UTC(2026, 1)),
    });
    await ours.workspace.scan();
    await ours.note('a', 'ours');
    ours.rename('a', 'z');
    await ours.workspace.scan();
    await theirs.workspace.scan();
    await theirs.note('b', 'theirs');
    await importArchive(ours.ledger.store, exportArchive(theirs.ledger.store));
    await importArchive(theirs.ledger.store, exportArchive(ours.ledger.store));
    expect((await ours.frames('b')).map(textOf)).toEqual(['theirs']);
    expect((await ours.frames('z')).map(textOf)).toEqual(['ours']);
    expect(await theirs.workspace.scans()).toEqual(await ours.workspace.scans());
    // Their files are those before the rename: the last scan on record is theirs, and ours goes on from it.
    ours.clock.advance(100 * 24 * 3_600_000);
    await ours.workspace.scan();
    expect((await ours.frames('z')).map(textOf)).toEqual(['ours']);
    expect(await ours.workspace.validate()).toMatchObject({ ok: true });
  });
});
