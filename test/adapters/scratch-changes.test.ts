// Changes in pieces: told, taken back in part and elsewhere, and made patches of; against git itself.

import { chmodSync, cpSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ScratchStates } from '../../src/adapters/git/scratch/index.ts';
import type { ChangeUnit } from '../../src/rca/index.ts';
import { commitAll, git, makeFolder, writeFiles } from '../context/workspace.ts';
import { filesOf, makeScratchWorld, type ScratchWorld } from './scratch-world.ts';

type Change = { readonly before: string; readonly after: string };

/** The change from the commit at hand to the work tree. */
function uncommitted(space: ScratchStates): Change {
  return { before: space.history(1)[0]?.tree ?? '', after: space.workTree };
}

function unitsOf(space: ScratchStates): readonly ChangeUnit[] {
  const { before, after } = uncommitted(space);
  return space.changes(before, after);
}

async function filesIn(world: ScratchWorld, space: ScratchStates, tree: string) {
  return world.pool(space).withState(tree, async ({ top }) => filesOf(top));
}

const lines = (...numbers: readonly (number | string)[]) => numbers.map((number) => `${number}\n`).join('');
const thirty = Array.from({ length: 30 }, (_, index) => index + 1);

describe('the pieces of a change', () => {
  test('are lines, and whole files where these were added, deleted, renamed, or have no lines', async () => {
    const files = {
      'mod.txt': lines(1, 2, 3, 4, 5),
      'gone.txt': 'x\n',
      'moved.txt': lines(...thirty),
      'p.sh': 'p\n',
    };
    await using world = makeScratchWorld({
      files: { ...files, 'bin.dat': 'a\0b', link: 'file\n', 'e.txt': '' },
    });
    const { repo } = world;
    writeFiles(repo, { 'mod.txt': lines(1, 'two', 3, 4, 5, 6), 'bin.dat': 'a\0c', 'new.txt': 'n' });
    unlinkSync(join(repo, 'gone.txt'));
    unlinkSync(join(repo, 'link'));
    symlinkSync('mod.txt', join(repo, 'link'));
    renameSync(join(repo, 'moved.txt'), join(repo, 'there.txt'));
    writeFiles(repo, { 'there.txt': lines(...thirty.slice(0, 29), 'thirty') });
    chmodSync(join(repo, 'p.sh'), 0o755);
    const space = world.open();
    const units = unitsOf(space);
    expect(units.map(({ id, before, after }) => [id, before.lines, after.lines])).toEqual([
      ['bin.dat@binary', [], []],
      ['gone.txt@deleted', ['x'], []],
      ['link@binary', [], []],
      ['mod.txt@-2,1+2,1', ['2'], ['two']],
      ['mod.txt@-5,0+6,1', [], ['6']],
      ['new.txt@added', [], ['n']],
      ['p.sh@mode', [], []],
      ['there.txt@renamed', [], []],
      ['there.txt@-30,1+30,1', ['30'], ['thirty']],
    ]);
    expect(units.find(({ kind }) => kind === 'renamed')).toMatchObject({
      path: 'there.txt',
      from: 'moved.txt',
    });
    const change = uncommitted(space);
    expect(space.without(change, units)).toBe(change.before);
    expect(space.without(change, [])).toBe(change.after);
    const renamed = units.filter(({ kind }) => kind === 'renamed' || kind === 'mode');
    const found = await filesIn(world, space, space.without(change, renamed));
    expect(found['moved.txt']).toBe(lines(...thirty.slice(0, 29), 'thirty'));
    expect(found['there.txt']).toBeUndefined();
    expect(found['p.sh']).toBe('p\n');
  });

  test('lines with carriage returns and without a last line end stay exact', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\r\nb\r\nc\r\nd', 'b.txt': 'x\ny\n' } });
    writeFiles(world.repo, { 'a.txt': 'A\r\nb\r\nc\nd\r\n', 'b.txt': 'x\ny' });
    const space = world.open();
    const change = uncommitted(space);
    const units = unitsOf(space);
    expect(units.map(({ id }) => id)).toEqual(['a.txt@-1,1+1,1', 'a.txt@-3,2+3,2', 'b.txt@-2,1+2,1']);
    const [first, second, third] = units as [ChangeUnit, ChangeUnit, ChangeUnit];
    const without = (...taken: ChangeUnit[]) => filesIn(world, space, space.without(change, taken));
    expect(await without(first)).toEqual({ 'a.txt': 'a\r\nb\r\nc\nd\r\n', 'b.txt': 'x\ny' });
    expect(await without(second)).toEqual({ 'a.txt': 'A\r\nb\r\nc\r\nd', 'b.txt': 'x\ny' });
    expect(await without(third)).toEqual({ 'a.txt': 'A\r\nb\r\nc\nd\r\n', 'b.txt': 'x\ny\n' });
  });

  test('a piece of another change is refused', async () => {
    await using world = makeScratchWorld({ files: { 'a.txt': 'a\n' } });
    writeFiles(world.repo, { 'a.txt': 'b\n' });
    const space = world.open();
    const [unit] = unitsOf(space) as [ChangeUnit];
    expect(() => space.without(uncommitted(space), [{ ...unit, id: 'other' }])).toThrow(/no piece/);
  });
});

describe('any subset', () => {
  /** Numbers that look random and are the same each time. */
  function* numbers(seed: number): Generator<number> {
    for (let state = seed; ; state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) yield state >>> 8;
  }

  function randomText(next: () => number, base: readonly string[]): readonly string[] {
    return base.flatMap((line) => {
      const roll = next() % 10;
      if (roll === 0) return [];
      if (roll === 1) return [`${line}!`];
      return roll === 2 ? [line, `new ${next() % 5}`] : [line];
    });
  }

  function textOf(next: () => number, text: readonly string[]): string {
    const end = next() % 4 === 0 ? '\r\n' : '\n';
    return text.join(end) + (next() % 3 === 0 ? '' : end);
  }

  test.each([1, 2, 3, 4, 5, 6])(
    'builds what git builds by applying the other way round (%i)',
    async (seed) => {
      const source = numbers(seed);
      const next = () => source.next().value as number;
      const base = Array.from({ length: 40 }, (_, index) => `line ${index % 7} ${next() % 4}`);
      const names = ['a.txt', 'dir/b.txt', 'dir/deep/c.txt', 'ü.txt'];
      await using world = makeScratchWorld({
        files: Object.fromEntries(names.map((name) => [name, textOf(next, randomText(next, base))])),
      });
      writeFiles(
        world.repo,
        Object.fromEntries(names.map((name) => [name, textOf(next, randomText(next, base))])),
      );
      writeFiles(world.repo, { 'added.txt': 'added\n' });
      if (next() % 2 === 0) renameSync(join(world.repo, 'a.txt'), join(world.repo, 'dir/renamed.txt'));
      const space = world.open();
      const change = uncommitted(space);
      const units = unitsOf(space);
      expect(space.without(change, units)).toBe(change.before);
      for (let round = 0; round < 3; round++) {
        const taken = units.filter(({ kind }) => kind === 'hunk' && next() % 2 === 0);
        const tree = space.without(change, taken);
        expect(tree).toBe(appliedBack(world.repo, change, taken));
        expect(lengthened(space.changes(tree, change.after))).toBe(lengthened(taken));
        const { before, after } = change;
        expect(space.changesAlong([after, tree, tree, before])).toEqual([
          space.changes(tree, after),
          [],
          space.changes(before, tree),
        ]);
      }
    },
  );

  function lengthened(units: readonly ChangeUnit[]): number {
    return units.reduce((sum, { before, after }) => sum + after.lines.length - before.lines.length, 0);
  }

  /** Takes lines back with `git apply`, from git's own comparison, in a copy of the repository. */
  function appliedBack(repo: string, change: Change, units: readonly ChangeUnit[]): string {
    using copy = makeFolder();
    const folder = join(copy.path, 'repo');
    cpSync(repo, folder, { recursive: true });
    commitAll(folder);
    const options = ['-r', '-p', '-U0', '-M50%', '--diff-algorithm=histogram'];
    const compared = git(folder, 'diff-tree', ...options, change.before, change.after);
    const places = new Set(units.map(({ id }) => id));
    const chosen = compared.split(/^diff --git /m).flatMap((section) => {
      const named = /^\+\+\+ (.*)$/m.exec(section)?.[1]?.replace(/\t$/, '') ?? '';
      const path = named === '"b/\\303\\274.txt"' ? 'ü.txt' : named.replace('b/', '');
      const hunks = section
        .split(/^(?=@@ )/m)
        .slice(1)
        .map(readHunk);
      const own = renumbered(hunks.filter(({ place }) => places.has(`${path}@${place}`)));
      return own.length === 0 ? [] : [`--- ${named.replace('b/', 'a/')}\n+++ ${named}\n${own.join('')}`];
    });
    writeFileSync(join(copy.path, 'patch'), chosen.join(''), 'latin1');
    if (chosen.length > 0) git(folder, 'apply', '-R', '--cached', '--unidiff-zero', join(copy.path, 'patch'));
    return git(folder, 'write-tree').trim();
  }

  type Hunk = { readonly place: string; readonly counts: readonly number[]; readonly body: string };

  function readHunk(hunk: string): Hunk {
    const [head = '', ...found] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@.*\n/.exec(hunk) ?? [];
    const counts = found.map((text) => (text === undefined ? 1 : Number(text)));
    const [old, oldCount, fresh, freshCount] = counts;
    return { place: `-${old},${oldCount}+${fresh},${freshCount}`, counts, body: hunk.slice(head.length) };
  }

  /** Git looks for lines where they come to lie when the hunks before them, and no others, are applied. */
  function renumbered(hunks: readonly Hunk[]): readonly string[] {
    let moved = 0;
    return hunks.map(({ counts, body }) => {
      const [, oldCount = 0, fresh = 0, freshCount = 0] = counts;
      const first = (freshCount === 0 ? fresh : fresh - 1) + moved;
      moved += oldCount - freshCount;
      const old = oldCount === 0 ? first : first + 1;
      return `@@ -${old},${oldCount} +${fresh},${freshCount} @@\n${body}`;
    });
  }
});

describe('taken back elsewhere', () => {
  const text = (first: string, middle: string, last: string) =>
    lines(first, 2, 3, 4, 5, 6, 7, middle, 9, 10, 11, 12, 13, 14, last);

  /** A commit that changes three places, and a work tree that has gone on from there. */
  function goneOn(files: Readonly<Record<string, string>>): ScratchWorld {
    const world = makeScratchWorld({ files: { 'a.txt': text('one', 'eight', 'fifteen'), 'b.txt': 'b\n' } });
    writeFiles(world.repo, { 'a.txt': text('ONE', 'EIGHT', 'fifteen'), 'new.txt': 'new\n' });
    unlinkSync(join(world.repo, 'b.txt'));
    commitAll(world.repo);
    writeFiles(world.repo, files);
    return world;
  }

  function undoCommit(space: ScratchStates, wanted: (unit: ChangeUnit) => boolean): string | null {
    const [after, before] = space.history(2).map(({ tree }) => tree) as [string, string];
    const units = space.changes(before, after).filter(wanted);
    expect(units.length).toBeGreaterThan(0);
    return space.undo({ before, after }, { units, at: space.workTree });
  }

  test('lines are found where they have moved to', async () => {
    await using world = goneOn({ 'a.txt': `0\n${text('ONE', 'EIGHT', 'later')}` });
    const space = world.open();
    const tree = undoCommit(space, ({ after }) => after.lines.includes('EIGHT'));
    expect((await filesIn(world, space, tree ?? ''))['a.txt']).toBe(`0\n${text('ONE', 'eight', 'later')}`);
  });

  test('in a file that was renamed since', async () => {
    await using world = goneOn({});
    renameSync(join(world.repo, 'a.txt'), join(world.repo, 'c.txt'));
    const space = world.open();
    const tree = undoCommit(space, ({ after }) => after.lines.includes('EIGHT'));
    expect((await filesIn(world, space, tree ?? ''))['c.txt']).toBe(text('ONE', 'eight', 'fifteen'));
  });

  test('all of it, with whole files', async () => {
    await using world = goneOn({ 'x.txt': 'x\n' });
    const space = world.open();
    const tree = undoCommit(space, () => true);
    expect(await filesIn(world, space, tree ?? '')).toEqual({
      'a.txt': text('one', 'eight', 'fifteen'),
      'b.txt': 'b\n',
      'x.txt': 'x\n',
    });
  });

  test('not where the same lines have changed again', async () => {
    await using world = goneOn({
      'a.txt': text('ONE', 'eighth', 'fifteen'),
      'new.txt': 'other\n',
      'b.txt': 'again\n',
    });
    const space = world.open();
    expect(undoCommit(space, ({ after }) => after.lines.includes('EIGHT'))).toBeNull();
    expect(undoCommit(space, ({ kind }) => kind === 'added')).toBeNull();
    expect(undoCommit(space, ({ kind }) => kind === 'deleted')).toBeNull();
    expect(undoCommit(space, ({ after }) => after.lines.includes('ONE'))).not.toBeNull();
  });
});

describe('a patch', () => {
  test('makes one state of another when git applies it in the work tree', async () => {
    const files = {
      'a b.txt': lines(...thirty),
      'bin.dat': 'a\0b',
      'crlf.txt': 'a\r\nb\r\n',
      'ü.txt': 'x',
      'm.txt': lines(...thirty),
    };
    await using world = makeScratchWorld({ files });
    const { repo } = world;
    writeFiles(repo, {
      'a b.txt': lines(0, ...thirty, 31),
      'bin.dat': 'c\0d',
      'crlf.txt': 'a\r\nB\r\n',
      'ü.txt': 'x\ny',
    });
    writeFileSync(join(repo, 'latin.txt'), Buffer.from([0xe4, 0x0a]));
    renameSync(join(repo, 'm.txt'), join(repo, 'n.txt'));
    symlinkSync('a b.txt', join(repo, 'link'));
    const space = world.open();
    const { before, after } = uncommitted(space);
    const patch = space.patch(after, before);
    using copy = makeFolder();
    git(repo, 'clone', '-q', '--no-hardlinks', repo, join(copy.path, 'clone'));
    const clone = join(copy.path, 'clone');
    writeFiles(copy.path, { there: space.patch(before, after), back: patch });
    git(clone, 'apply', '--index', '--whitespace=nowarn', join(copy.path, 'there'));
    expect(git(clone, 'write-tree').trim()).toBe(after);
    git(clone, 'apply', '--index', '--whitespace=nowarn', join(copy.path, 'back'));
    expect(git(clone, 'write-tree').trim()).toBe(before);
  });
});

describe('carried files', () => {
  test('come from another state, and go where that one has none', async () => {
    await using world = makeScratchWorld({ files: { 'test/a.txt': 'old\n', 'src.txt': 'old\n' } });
    const { repo } = world;
    writeFiles(repo, { 'test/a.txt': 'new\n', 'test/deep/b.txt': 'new\n', 'src.txt': 'new\n' });
    const space = world.open();
    const { before, after } = uncommitted(space);
    const carried = space.carry(before, { from: after, paths: ['test'] });
    expect(await filesIn(world, space, carried)).toEqual({
      'test/a.txt': 'new\n',
      'test/deep/b.txt': 'new\n',
      'src.txt': 'old\n',
    });
    expect(space.carry(carried, { from: before, paths: ['test/deep/b.txt', 'test/a.txt', 'nowhere'] })).toBe(
      before,
    );
  });
});
