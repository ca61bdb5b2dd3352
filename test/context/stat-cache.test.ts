// A scan reads what moved and nothing else, and what it does not read is as it was.

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openFileTree, openScanIndex } from '../../src/adapters/files/index.ts';
import { openRepository } from '../../src/adapters/git/index.ts';
import { scanTree } from '../../src/context/index.ts';
import { type Folder, git, leavesOf, letClockTick, makeFolder, scan, writeFiles } from './workspace.ts';

const INDEX = '.penumbra/scan.index';

/** Makes a folder whose files are older than the next scan. */
function makeSettled(files: Readonly<Record<string, string>>): Folder {
  const folder = makeFolder();
  writeFiles(folder.path, files);
  letClockTick(folder.path);
  return folder;
}

function identityOf(path: string): readonly bigint[] {
  const { ino, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
  return [ino, mtimeNs, ctimeNs];
}

const files = { 'a.txt': 'a', 'b/c.txt': 'c', 'b/d.txt': 'd', 'b/e/f.txt': 'f', 'g/h.txt': 'h' };

test('a second scan reads nothing and has the same root, and a third writes nothing', () => {
  using folder = makeSettled(files);
  const first = scan(folder.path);
  expect(first).toMatchObject({ read: 5, reused: 0, files: 5 });
  // The first scan made the index's directory, and so moved the root.
  letClockTick(folder.path);
  expect(scan(folder.path)).toMatchObject({ read: 0, reused: 5, root: first.root });
  const written = identityOf(join(folder.path, INDEX));
  expect(scan(folder.path)).toMatchObject({ read: 0, reused: 5, root: first.root });
  expect(identityOf(join(folder.path, INDEX))).toEqual(written);
  expect(readdirSync(join(folder.path, '.penumbra')).sort()).toEqual(['.gitignore', 'scan.index']);
});

test('only what moved is read', () => {
  using folder = makeSettled({ ...files, '.gitignore': 'x\n' });
  scan(folder.path);
  writeFiles(folder.path, { 'b/d.txt': 'D', 'b/e/new.txt': 'n' });
  expect(scan(folder.path)).toMatchObject({ read: 2, reused: 5 });
});

test('--force reads everything and has the same root', () => {
  using folder = makeSettled(files);
  const { root } = scan(folder.path);
  expect(scan(folder.path, { force: true })).toMatchObject({ read: 5, reused: 0, root });
});

test('a file changed in the tick it was read in is read again, though size, times and inode are equal', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { a: 'one' });
  // The clock of the files stands still: the change below falls into the tick of the scan.
  const files = openFileTree(folder.path);
  const before = lstatSync(join(folder.path, 'a'), { bigint: true });
  const frozen: typeof files = {
    ...files,
    stat: (path) => {
      const stat = files.stat(path);
      return typeof stat === 'string' || path !== 'a' ? stat : before;
    },
    digest: (path, stat) =>
      files.digest(path, { ...stat, ...lstatSync(join(folder.path, 'a'), { bigint: true }) }),
  };
  const index = { ...openScanIndex(folder.path), now: () => before.mtimeNs };
  const ports = { files: frozen, repository: openRepository(folder.path), index };
  const first = scanTree(ports);
  writeFiles(folder.path, { a: 'two' });
  const second = scanTree(ports);
  expect(second).toMatchObject({ read: 1, reused: 0 });
  expect(second.root).not.toBe(first.root);

  // A tick later the same files are read once more and then trusted.
  const later = { ...ports, index: { ...index, now: () => before.mtimeNs + 1n } };
  expect(scanTree(later)).toMatchObject({ read: 1, reused: 0 });
  expect(scanTree(later)).toMatchObject({ read: 0, reused: 1 });
});

test('a file whose time was set back is read again', () => {
  using folder = makeSettled(files);
  const { mtime } = lstatSync(join(folder.path, 'a.txt'));
  const { root } = scan(folder.path);
  writeFiles(folder.path, { 'a.txt': 'A' });
  utimesSync(join(folder.path, 'a.txt'), mtime, mtime);
  const again = scan(folder.path);
  expect(again.read).toBe(1);
  expect(again.root).not.toBe(root);
});

test('where directories have no times, new files are found all the same', () => {
  using folder = makeSettled(files);
  const index = openScanIndex(folder.path);
  const untimed = () => {
    const found = index.load();
    return found && { ...found, hasDirectoryTimes: false };
  };
  const ports = { files: openFileTree(folder.path), index: { ...index, load: untimed } };
  scanTree(ports);
  const { mtime, atime } = lstatSync(join(folder.path, 'b'));
  writeFiles(folder.path, { 'b/new.txt': 'n' });
  utimesSync(join(folder.path, 'b'), atime, mtime);
  expect(scanTree(ports)).toMatchObject({ read: 1, reused: 5 });
});

test('an index newer than its directory is not trusted for directories', () => {
  using folder = makeSettled(files);
  scan(folder.path);
  expect(openScanIndex(folder.path).load()?.hasDirectoryTimes).toBe(true);
  const future = lstatSync(join(folder.path, INDEX)).mtimeMs / 1000 + 60;
  utimesSync(join(folder.path, INDEX), future, future);
  expect(openScanIndex(folder.path).load()?.hasDirectoryTimes).toBe(false);
  expect(scan(folder.path)).toMatchObject({ read: 0, reused: 5 });
});

test('a changed rule is obeyed in directories that did not move', () => {
  using folder = makeSettled({ ...files, '.gitignore': 'nothing\n' });
  scan(folder.path);
  letClockTick(folder.path);
  writeFiles(folder.path, { '.gitignore': 'd.txt\n' });
  expect(leavesOf(scan(folder.path))).not.toContain('b/d.txt');
  writeFiles(folder.path, { '.gitignore': 'nothing\n' });
  expect(leavesOf(scan(folder.path))).toContain('b/d.txt');
});

test('an ignored file appears when git begins to track it and goes when git stops', () => {
  using folder = makeSettled({ ...files, '.gitignore': '*.txt\nb/\n' });
  git(folder.path, 'init', '--quiet');
  expect(leavesOf(scan(folder.path))).toEqual(['.gitignore']);
  git(folder.path, 'add', '--force', 'b/e/f.txt', 'a.txt');
  expect(leavesOf(scan(folder.path))).toEqual(['.gitignore', 'a.txt', 'b/e/f.txt']);
  letClockTick(folder.path);
  expect(leavesOf(scan(folder.path))).toEqual(['.gitignore', 'a.txt', 'b/e/f.txt']);
  git(folder.path, 'rm', '--quiet', '--cached', 'b/e/f.txt');
  expect(leavesOf(scan(folder.path))).toEqual(['.gitignore', 'a.txt']);
});

test('a directory that was hollow is looked into again', () => {
  using folder = makeSettled(files);
  mkdirSync(join(folder.path, 'hollow/below'), { recursive: true });
  letClockTick(folder.path);
  const { root } = scan(folder.path);
  writeFiles(folder.path, { 'hollow/below/x': 'x' });
  expect(leavesOf(scan(folder.path))).toContain('hollow/below/x');
  rmSync(join(folder.path, 'hollow/below/x'));
  expect(scan(folder.path).root).toBe(root);
});

test('over commits checked out one after another the cached root is the forced one', () => {
  using folder = makeFolder();
  const at = folder.path;
  git(at, 'init', '--quiet');
  const steps: (() => void)[] = [
    () => writeFiles(at, { ...files, '.gitignore': '*.log\n' }),
    () => writeFiles(at, { 'a.txt': 'A', 'b/e/f.txt': 'F', 'new/deep/file': 'x' }),
    () => rmSync(join(at, 'b'), { recursive: true }),
    () => writeFiles(at, { b: 'now a file', 'a.log': 'tracked though ignored' }),
    () => {
      rmSync(join(at, 'b'));
      symlinkSync('g', join(at, 'b'));
    },
    () => chmodSync(join(at, 'a.txt'), 0o755),
    () => writeFiles(at, { '.gitignore': 'g/\n', 'g/.gitignore': '!h.txt\n' }),
    () => rmSync(join(at, 'new'), { recursive: true }),
  ];
  for (const [index, step] of steps.entries()) {
    step();
    git(at, 'add', '--all', '--force', ':!.penumbra');
    git(at, 'commit', '--quiet', '--message', String(index));
  }
  const commits = git(at, 'rev-list', 'HEAD').trim().split('\n');
  const roots = new Map<string, string>();
  for (const commit of [
    ...commits,
    ...commits.toReversed(),
    ...commits.filter((_, index) => index % 3 === 0),
  ]) {
    git(at, 'checkout', '--quiet', '--detach', commit);
    const cached = scan(at);
    expect(scan(at, { force: true }).root).toBe(cached.root);
    expect(roots.get(commit) ?? cached.root).toBe(cached.root);
    roots.set(commit, cached.root);
  }
  expect(new Set(roots.values()).size).toBe(steps.length);
});

test('after any changes the cached scan is the forced one', () => {
  const name = fc.constantFrom('a', 'b', 'c', '.gitignore');
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  const change = fc.record({ path, act: fc.constantFrom('write', 'remove', 'make', 'mode', 'link') });
  fc.assert(
    fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { maxLength: 5 }), (rounds) => {
      using folder = makeFolder();
      const at = (relative: string) => join(folder.path, relative);
      for (const [round, changes] of rounds.entries()) {
        for (const { path: place, act } of changes) {
          try {
            if (act === 'write') writeFiles(folder.path, { [place]: round % 2 ? 'b\n' : 'a\n' });
            if (act === 'make') mkdirSync(at(place), { recursive: true });
            if (act === 'remove') rmSync(at(place), { recursive: true });
            if (act === 'mode') chmodSync(at(place), lstatSync(at(place)).mode ^ 0o100);
            if (act === 'link') symlinkSync('a', at(place));
          } catch {
            // A change that cannot be made is none.
          }
        }
        const cached = scan(folder.path);
        const forced = scanTree({ files: openFileTree(folder.path) }, { force: true });
        expect([...cached.tree.walk()].map((node) => node.nodeId)).toEqual(
          [...forced.tree.walk()].map((node) => node.nodeId),
        );
      }
    }),
    { numRuns: 60 },
  );
});

describe('an index that is not whole is no index', () => {
  using folder = makeSettled(files);
  git(folder.path, 'init', '--quiet');
  git(folder.path, 'add', 'a.txt');
  writeFiles(folder.path, { '.gitignore': '*.log\n', 'x.log': '' });
  letClockTick(folder.path);
  const { root } = scan(folder.path);
  const whole = readFileSync(join(folder.path, INDEX));

  function expectRecovery(bytes: Uint8Array | undefined): void {
    using copy = makeFolder();
    writeFiles(copy.path, { ...files, '.gitignore': '*.log\n', 'x.log': '' });
    if (bytes) {
      mkdirSync(join(copy.path, '.penumbra'));
      writeFileSync(join(copy.path, INDEX), bytes);
    }
    expect(scan(copy.path)).toMatchObject({ root, read: 6, reused: 0 });
    expect(scan(copy.path).root).toBe(root);
  }

  test('when it is missing, empty or something else', () => {
    expectRecovery(undefined);
    expectRecovery(new Uint8Array());
    expectRecovery(Buffer.from('not an index'.repeat(50)));
  });

  test('when any byte is another', () => {
    // Known good bytes reach the reader unharmed; each altered copy must be refused by it.
    const index = openScanIndex('.');
    const ports = (bytes: Uint8Array) => ({
      files: openFileTree(folderCopy.path),
      index: { ...index, load: () => ({ bytes, hasDirectoryTimes: true }), save: () => {}, now: () => 1n },
    });
    using folderCopy = makeSettled(files);
    scan(folderCopy.path);
    const good = readFileSync(join(folderCopy.path, INDEX));
    expect(scanTree(ports(good)).reused).toBe(5);
    for (let at = 0; at < good.length; at++) {
      const bad = Uint8Array.from(good);
      bad[at] = (bad[at] ?? 0) ^ (1 << (at % 8));
      expect(scanTree(ports(bad)), `byte ${at}`).toMatchObject({ read: 5, reused: 0 });
    }
  });

  test('when it is cut at any place', () => {
    for (let length = 0; length < whole.length; length += 97) expectRecovery(whole.subarray(0, length));
  });

  test('when another kind of machine wrote it', () => {
    using other = makeSettled(files);
    const index = { ...openScanIndex(other.path), platform: 'amiga m68k BE' };
    scanTree({ files: openFileTree(other.path), index });
    expect(scan(other.path)).toMatchObject({ read: 5, reused: 0 });
  });
});

test('what goes wrong with the index does not go wrong with the scan', () => {
  using folder = makeSettled(files);
  const { root } = scan(folder.path);
  truncateSync(join(folder.path, INDEX), 10);
  expect(scan(folder.path).root).toBe(root);
  rmSync(join(folder.path, '.penumbra'), { recursive: true });
  writeFileSync(join(folder.path, '.penumbra'), 'a file');
  expect(scan(folder.path)).toMatchObject({ root, skipped: [] });
});

test('a link in place of the index directory is not written through', () => {
  using folder = makeSettled(files);
  using elsewhere = makeFolder();
  symlinkSync(elsewhere.path, join(folder.path, '.penumbra'));
  scan(folder.path);
  expect(readdirSync(elsewhere.path)).toEqual([]);
});

test('drafts of killed scans are taken away after an hour', () => {
  using folder = makeSettled(files);
  scan(folder.path);
  writeFiles(folder.path, { '.penumbra/scan.index.1.a.partial': '', '.penumbra/scan.index.2.b.partial': '' });
  utimesSync(join(folder.path, '.penumbra/scan.index.1.a.partial'), 1, 1);
  writeFiles(folder.path, { 'a.txt': 'A' });
  scan(folder.path);
  expect(existsSync(join(folder.path, '.penumbra/scan.index.1.a.partial'))).toBe(false);
  expect(existsSync(join(folder.path, '.penumbra/scan.index.2.b.partial'))).toBe(true);
});
