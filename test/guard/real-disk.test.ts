// The real disk: the same answers as the one in memory, links refused wherever they stand, nothing that hangs, and a
// race against a process that swaps links in, which an unguarded reader loses.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DiskOptions, openDisk } from '../../src/adapters/files/index.ts';
import type { Disk, DiskRoot } from '../../src/guard/index.ts';
import { makeFolder, writeFiles } from '../context/workspace.ts';
import { createMemoryDisk } from './memory-disk.ts';

/** Every way a disk can be opened on this machine. */
const ways: readonly [string, DiskOptions][] = [
  ['through descriptors', { isByDescriptor: true }],
  ['through paths', { isByDescriptor: false }],
  ['with names checked', { isByDescriptor: true, isNameChecked: true }],
];

const MANY_BYTES = { maxBytes: 1_000 };
const OUTSIDE = 'from outside';

function openAt(directory: string, options: DiskOptions) {
  const disk = openDisk(options);
  const root = disk.openRoot(directory);
  if (root === null) throw new Error('the folder is not there');
  const textAt = (path: string) => {
    const read = disk.readFile({ root, path }, MANY_BYTES);
    return typeof read === 'string' ? read : Buffer.from(read.bytes).toString();
  };
  return { disk, root, textAt };
}

const openDescriptors = () => readdirSync('/proc/self/fd').length;

describe.each(ways)('a disk %s', (_name, options) => {
  test('answers as the one in memory does', () => {
    using folder = makeFolder();
    const at = (path: string) => join(folder.path, path);
    writeFiles(folder.path, {
      'top/a/b/file': '',
      'top/c': '',
      'top/inner/d': '',
      'far/x': '',
      'topmost/x': '',
    });
    const links = { 'top/link': 'far', 'top/a/way': 'top/inner', 'top/a/b/none': 'nowhere', door: 'top' };
    for (const [from, to] of Object.entries(links)) symlinkSync(at(to), at(from));
    const memory = createMemoryDisk({
      present: ['top/a/b/file', 'top/c', 'top/inner/d', 'far/x', 'topmost/x'].map(at),
      links: Object.fromEntries(Object.entries(links).map(([from, to]) => [at(from), at(to)])),
    });
    const answersOf = (disk: Disk) => {
      const roots = ['door', 'top/inner', 'gone'].map((path) => disk.openRoot(at(path)));
      const open = roots.filter((root): root is DiskRoot => root !== null);
      const located = ['top', 'top/inner', 'top/a/b', 'far', 'gone', 'topmost', 'top/link', 'door'].map(
        (path) => {
          const place = disk.locate(at(path), open);
          return place && [open.indexOf(place.root), place.path];
        },
      );
      const name = fc.constantFrom(
        'a',
        'b',
        'c',
        'd',
        'file',
        'link',
        'way',
        'none',
        'inner',
        'x',
        '..',
        '.',
        '',
      );
      const paths = fc.sample(fc.array(name, { maxLength: 4 }), { seed: 7, numRuns: 1_500 });
      const looked = open.flatMap((root) =>
        paths.map((names) => disk.lookUp({ root, path: names.join('/') })),
      );
      return { roots: roots.map((root) => root !== null), located, looked };
    };
    const answers = answersOf(openDisk(options));
    expect(answers).toEqual(answersOf(memory));
    expect(new Set(answers.looked)).toEqual(new Set(['present', 'absent', 'link']));
  });

  test.each<[string, string]>([
    ['a/file', 'inside'],
    ['', 'not-a-file'],
    ['a', 'not-a-file'],
    ['gone', 'absent'],
    ['a/file/below', 'absent'],
    ['link', 'link'],
    ['a/link', 'link'],
    ['way/file', 'link'],
    ['a/own/file', 'link'],
    ['a/../a/file', 'absent'],
    ['../far/file', 'absent'],
    ['./a/file', 'absent'],
    ['a//file', 'absent'],
    ['a/file\0', 'absent'],
    ['\ud800', 'absent'],
    [`${'x'.repeat(300)}`, 'absent'],
  ])('reads %j as %j', (path, expected) => {
    using folder = makeFolder();
    const at = (name: string) => join(folder.path, name);
    writeFiles(folder.path, { 'top/a/file': 'inside', 'far/file': OUTSIDE });
    symlinkSync(at('far/file'), at('top/link'));
    symlinkSync(at('top/a/file'), at('top/a/link'));
    symlinkSync(at('far'), at('top/way'));
    symlinkSync('.', at('top/a/own'));
    const before = openDescriptors();
    expect(openAt(at('top'), options).textAt(path)).toBe(expected);
    expect(openDescriptors()).toBe(before);
  });

  test('lists what is there, each as what it is, and what a killed write left', () => {
    using folder = makeFolder();
    writeFiles(folder.path, { 'a/file': '', 'a/sub/x': '', [`a/.penumbra-${'0'.repeat(32)}`]: 'half' });
    symlinkSync('/etc', join(folder.path, 'a/link'));
    execFileSync('mkfifo', [join(folder.path, 'a/pipe')]);
    const { disk, root } = openAt(folder.path, options);
    const list = (path: string) => disk.listDirectory({ root, path });
    expect(new Set(list('a') as object[])).toEqual(
      new Set([
        { name: `.penumbra-${'0'.repeat(32)}`, kind: 'file' },
        { name: 'file', kind: 'file' },
        { name: 'sub', kind: 'directory' },
        { name: 'link', kind: 'link' },
        { name: 'pipe', kind: 'other' },
      ]),
    );
    const faults = ['a/link', 'a/file', 'a/gone', '..', 'a/..'].map(list);
    expect(faults).toEqual(['link', 'not-a-directory', 'absent', 'absent', 'absent']);
  });

  test('does not wait for a pipe, a socket or a device', async () => {
    using folder = makeFolder();
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);
    const server = createServer().listen(join(folder.path, 'socket'));
    await once(server, 'listening');
    const { textAt } = openAt(folder.path, options);
    expect([textAt('pipe'), textAt('socket')]).toEqual(['not-a-file', 'not-a-file']);
    server.close();
    expect(openAt('/dev', options).textAt('zero')).toBe('not-a-file');
  });

  test('reads no more than it is asked for, and says so', () => {
    using folder = makeFolder();
    writeFiles(folder.path, { a: 'abcdef' });
    const { disk, root } = openAt(folder.path, options);
    const read = (maxBytes: number) => disk.readFile({ root, path: 'a' }, { maxBytes });
    expect(read(4)).toEqual({ bytes: Buffer.from('abcd'), isCut: true, size: 6 });
    expect(read(6)).toEqual({ bytes: Buffer.from('abcdef'), isCut: false, size: 6 });
  });

  test('knows no root of another disk', () => {
    using folder = makeFolder();
    writeFiles(folder.path, { a: '' });
    const { root } = openAt(folder.path, options);
    const other = openDisk(options);
    const place = { root, path: 'a' };
    expect([
      other.lookUp(place),
      other.readFile(place, MANY_BYTES),
      other.listDirectory({ root, path: '' }),
    ]).toEqual(['absent', 'absent', 'absent']);
  });

  test('lets go of what it looked into with the turn, whatever follows', async () => {
    using folder = makeFolder();
    writeFiles(folder.path, { 'a/file': 'inside', 'b/file': '' });
    symlinkSync('a', join(folder.path, 'way'));
    const { disk, root, textAt } = openAt(folder.path, options);
    const before = openDescriptors();
    for (const path of ['a/file', 'a/gone', 'b/file', 'way/file', 'gone/file', '', 'a']) {
      disk.lookUp({ root, path });
      await nextTurn();
      expect([path, openDescriptors()]).toEqual([path, before]);
      for (const act of [() => textAt(path), () => disk.listDirectory({ root, path: 'a' })]) {
        disk.lookUp({ root, path });
        act();
        expect([path, openDescriptors()]).toEqual([path, before]);
      }
    }
  });

  test('holds a directory until it is released', () => {
    using folder = makeFolder();
    writeFiles(folder.path, { 'top/a/b/file': 'inside' });
    symlinkSync('a', join(folder.path, 'top/way'));
    const { disk, root } = openAt(join(folder.path, 'top'), options);
    const before = openDescriptors();
    const held = disk.hold({ root, path: 'a/b' });
    expect(readFileSync(`${held?.path}/file`, 'utf8')).toBe('inside');
    expect(held?.descriptor === null).toBe(options.isByDescriptor === false);
    held?.release();
    const faults = ['way', 'way/b', 'a/gone', 'a/b/file', '..', 'a//b'].map((path) =>
      disk.hold({ root, path }),
    );
    expect(new Set(faults)).toEqual(new Set([null]));
    expect(openDescriptors()).toBe(before);
  });

  test('reads many files in any order as it reads each, and lets go of all of them', () => {
    using folder = makeFolder();
    const files = ['a/b/c/1', 'a/b/2', 'a/3', '4', 'd/5', 'd/b/6'];
    writeFiles(folder.path, Object.fromEntries(files.map((path) => [`top/${path}`, path])));
    symlinkSync('a', join(folder.path, 'top/link'));
    const { disk, root, textAt } = openAt(folder.path, options);
    const path = fc.constantFrom(...files, 'link/3', 'a/gone', 'gone/x', '4/x', 'd', '../top/4');
    const before = openDescriptors();
    fc.assert(
      fc.property(fc.array(path, { maxLength: 10 }), (paths) => {
        using reader = disk.openReader({ root, path: 'top' });
        for (const one of paths) {
          const read = reader.readFile(one, MANY_BYTES);
          const text = typeof read === 'string' ? read : Buffer.from(read.bytes).toString();
          expect(text).toBe(textAt(`top/${one}`));
        }
      }),
    );
    expect(openDescriptors()).toBe(before);
  });
});

test('a name is found in its own spelling only, where spellings are checked', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { '.git/config': 'token' });
  const { textAt } = openAt(folder.path, { isNameChecked: true });
  expect([textAt('.git/config'), textAt('.GIT/config'), textAt('.git/CONFIG')]).toEqual([
    'token',
    'absent',
    'absent',
  ]);
});

describe('against a process that swaps a link in', () => {
  /** Puts a link in place of a directory, and of a file, and takes it away again, until it is stopped. */
  const swapper = `
    const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
    const [folder] = process.argv.slice(1);
    process.stdout.write('ready');
    for (;;) for (const [name, target] of [['top/way', 'far'], ['top/file', 'far/file']]) {
      renameSync(folder + '/' + name, folder + '/aside');
      symlinkSync(folder + '/' + target, folder + '/' + name);
      unlinkSync(folder + '/' + name);
      renameSync(folder + '/aside', folder + '/' + name);
    }`;

  async function startSwapper(folder: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['-e', swapper, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (child.stdout) await once(child.stdout, 'data');
    return child;
  }

  /** Reads over and over until everything awaited came back, and many times more; ends when outside was reached. */
  function race(read: () => string, awaited: readonly string[] = []): ReadonlySet<string> {
    const found = new Set<string>();
    for (let attempt = 0; attempt < 2_000_000 && !found.has(OUTSIDE); attempt++) {
      found.add(read());
      if (attempt > 15_000 && awaited.every((one) => found.has(one))) break;
    }
    return found;
  }

  /** Looks first and reads then, by path: what the guard must not do. */
  function readUnguarded(disk: Disk, root: DiskRoot, top: string, path: string): string {
    try {
      const found = disk.lookUp({ root, path });
      return found === 'present' ? readFileSync(join(top, path), 'utf8') : found;
    } catch {
      return 'absent';
    }
  }

  test.each(['way/file', 'file'])(
    'nothing outside is read at %s, though looking first would not have helped',
    async (path) => {
      using folder = makeFolder();
      writeFiles(folder.path, { 'top/way/file': 'inside', 'top/file': 'inside' });
      writeFiles(folder.path, { 'far/file': OUTSIDE, 'far/only-outside': '' });
      const top = join(folder.path, 'top');
      const { disk, root, textAt } = openAt(top, { isByDescriptor: true });
      const child = await startSwapper(folder.path);
      try {
        expect(race(() => readUnguarded(disk, root, top, path), [OUTSIDE])).toContain(OUTSIDE);
        const guarded = race(() => textAt(path), ['inside', 'link']);
        // The race was on: the place was met as it should be, and as a link.
        expect([...guarded]).toEqual(expect.arrayContaining(['inside', 'link']));
        expect(guarded).not.toContain(OUTSIDE);
        const many = race(() => {
          using reader = disk.openReader({ root, path: '' });
          reader.readFile('way/file', MANY_BYTES);
          const read = reader.readFile(path, MANY_BYTES);
          return typeof read === 'string' ? read : Buffer.from(read.bytes).toString();
        });
        expect(many).not.toContain(OUTSIDE);
        const listed = race(() => {
          const entries = disk.listDirectory({ root, path: 'way' });
          return Array.isArray(entries) && entries.some(({ name }) => name === 'only-outside')
            ? OUTSIDE
            : 'fine';
        });
        expect(listed).not.toContain(OUTSIDE);
      } finally {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  );
});

test('a root that is replaced by a link is not entered', () => {
  using folder = makeFolder();
  const top = join(folder.path, 'top');
  writeFiles(folder.path, { 'top/file': 'inside', 'far/file': OUTSIDE });
  const { textAt } = openAt(top, {});
  rmSync(top, { recursive: true });
  symlinkSync(join(folder.path, 'far'), top);
  expect(textAt('file')).toBe('link');
});

/** What the system calls a name of bytes that are no text reads like another name. */
test('two names that read alike are told apart', () => {
  using folder = makeFolder();
  const named = (...bytes: number[]) =>
    Buffer.concat([Buffer.from(`${folder.path}/top/`), Buffer.from(bytes)]);
  mkdirSync(join(folder.path, 'top'));
  mkdirSync(named(0xff));
  writeFileSync(Buffer.concat([named(0xff), Buffer.from('/file')]), OUTSIDE);
  symlinkSync(Buffer.from([0xff]), named(0xef, 0xbf, 0xbd));
  expect(openAt(join(folder.path, 'top'), { isNameChecked: false }).textAt('\ufffd/file')).toBe('link');
});

test('what is read after a look stands in the directory that was looked into', () => {
  using folder = makeFolder();
  const top = join(folder.path, 'top');
  writeFiles(folder.path, { 'top/a/file': 'inside', 'far/file': OUTSIDE });
  const { disk, root, textAt } = openAt(top, { isByDescriptor: true });
  expect(disk.lookUp({ root, path: 'a/file' })).toBe('present');
  renameSync(join(top, 'a'), join(top, 'aside'));
  symlinkSync(join(folder.path, 'far'), join(top, 'a'));
  expect([textAt('a/file'), textAt('a/file')]).toEqual(['inside', 'link']);
});

test('what is no directory is no root', () => {
  using folder = makeFolder();
  const disk = openDisk();
  writeFileSync(join(folder.path, 'file'), '');
  mkdirSync(join(folder.path, 'empty'));
  const opened = ['file', 'gone', 'a\0b', 'empty'].map(
    (name) => disk.openRoot(join(folder.path, name)) !== null,
  );
  expect(opened).toEqual([false, false, false, true]);
});
