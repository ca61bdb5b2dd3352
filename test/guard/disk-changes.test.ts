// A disk that changes: whole files put in place, rights kept, nothing through a link, nothing left behind by a fault,
// and a race against a process that swaps a directory for a link, which an unguarded writer loses.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DiskOptions, openDisk } from '../../src/adapters/files/index.ts';
import { contentId } from '../../src/kernel/index.ts';
import type { ChangeFault, Expected } from '../../src/tools/index.ts';
import { makeFolder, scan, writeFiles } from '../context/workspace.ts';

/** Every way a disk can be opened on this machine. */
const ways: readonly [string, DiskOptions][] = [
  ['through descriptors', { isByDescriptor: true, isNameChecked: false }],
  ['through paths', { isByDescriptor: false, isNameChecked: false }],
  ['with names checked', { isByDescriptor: true, isNameChecked: true }],
];

const OLD = 'old text';
const NEW = 'new text';
const oldContent = contentId(OLD);
const DRAFT = `.penumbra-${'0123456789abcdef'.repeat(2)}`;

function openAt(directory: string, options: DiskOptions = {}) {
  const disk = openDisk(options);
  const root = disk.openRoot(directory);
  if (root === null) throw new Error('the folder is not there');
  return {
    write: (path: string, text: string, expected: Expected = 'anything') =>
      disk.writeFile({ root, path }, Buffer.from(text), expected),
    move: (from: string, to: string, expected: Expected = 'anything') =>
      disk.moveFile({ from: { root, path: from }, to: { root, path: to }, expected }),
    remove: (path: string, expected: Expected = 'anything') => disk.deleteFile({ root, path }, expected),
  };
}

/** Every path below a folder with what is there, links not followed. */
function contentsOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => !entry.isDirectory() || readdirSync(join(entry.parentPath, entry.name)).length === 0)
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const kind = entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other';
        return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, 'utf8') : kind];
      }),
  );
}

const openDescriptors = () => readdirSync('/proc/self/fd').length;
const modeOf = (path: string) => statSync(path).mode & 0o7777;

interface Room {
  readonly at: (path: string) => string;
  readonly disk: ReturnType<typeof openAt>;
}

/** A root with files, links out of it and something beside it. */
function inRoom(options: DiskOptions, act: (room: Room) => void): void {
  using folder = makeFolder();
  const at = (path: string) => join(folder.path, path);
  writeFiles(folder.path, { 'top/a/file': OLD, 'top/twin': OLD, 'top/b/x': 'x', 'far/file': 'far' });
  linkSync(at('top/twin'), at('top/b/twin'));
  symlinkSync(at('far'), at('top/way'));
  symlinkSync(at('far/file'), at('top/link'));
  symlinkSync(at('far/gone'), at('top/loose'));
  execFileSync('mkfifo', [at('top/pipe')]);
  const before = openDescriptors();
  act({ at, disk: openAt(at('top'), options) });
  expect(openDescriptors()).toBe(before);
  expect(contentsOf(at('far'))).toEqual({ file: 'far' });
}

type Attempt = (disk: Room['disk']) => ChangeFault | null;

describe.each(ways)('a disk %s', (_name, options) => {
  test.each<[string, string, Expected]>([
    ['replaces a file', 'a/file', 'anything'],
    ['replaces a file of known bytes', 'a/file', oldContent],
    ['makes a file', 'a/new', 'nothing'],
    ['makes a file where anything is right', 'a/new', 'anything'],
    ['makes the directories to a file', 'c/d/e/new', 'nothing'],
  ])('%s', (_case, path, expected) => {
    inRoom(options, ({ at, disk }) => {
      expect(disk.write(path, NEW, expected)).toBeNull();
      const { [path]: written, ...rest } = contentsOf(at('top'));
      expect(written).toBe(NEW);
      expect(Object.keys(rest).filter((name) => name.includes('.penumbra'))).toEqual([]);
    });
  });

  test.each<[string, ChangeFault, Attempt]>([
    ['a file where nothing is expected', 'exists', (disk) => disk.write('a/file', NEW, 'nothing')],
    ['a file of other bytes', 'changed', (disk) => disk.write('a/file', NEW, contentId('other'))],
    ['nothing where bytes are expected', 'absent', (disk) => disk.write('a/new', NEW, oldContent)],
    ['nothing in nothing', 'absent', (disk) => disk.write('new/new', NEW, oldContent)],
    ['a file with a second name', 'hard-linked', (disk) => disk.write('twin', NEW)],
    ['a directory', 'not-a-file', (disk) => disk.write('a', NEW)],
    ['the root', 'not-a-file', (disk) => disk.write('', NEW)],
    ['a pipe', 'not-a-file', (disk) => disk.write('pipe', NEW)],
    ['a link to a file', 'link', (disk) => disk.write('link', NEW)],
    ['a link to nothing', 'link', (disk) => disk.write('loose', NEW)],
    ['a file behind a link', 'link', (disk) => disk.write('way/file', NEW)],
    ['a new file behind a link', 'link', (disk) => disk.write('way/new', NEW)],
    ['new directories behind a link', 'link', (disk) => disk.write('way/c/d', NEW)],
    ['new directories behind a loose link', 'link', (disk) => disk.write('loose/c/d', NEW)],
    ['a file below a file', 'not-a-directory', (disk) => disk.write('a/file/b/c', NEW)],
    ['a path that leads up', 'absent', (disk) => disk.write('../far/file', NEW)],
    ['a path that leads up from new directories', 'absent', (disk) => disk.write('new/../../far/x', NEW)],
    ['a name that leads up', 'absent', (disk) => disk.write('new/..', NEW)],
    ['a name with a NUL', 'absent', (disk) => disk.write('new/a\0b', NEW)],
    ['a name that is too long', 'absent', (disk) => disk.write(`new/${'x'.repeat(300)}`, NEW)],
    ['a rename to what is there', 'exists', (disk) => disk.move('a/file', 'b/x')],
    ['a rename to itself', 'exists', (disk) => disk.move('a/file', 'a/file')],
    ['a rename to a directory', 'exists', (disk) => disk.move('a/file', 'b')],
    ['a rename to a link', 'link', (disk) => disk.move('a/file', 'loose')],
    ['a rename to behind a link', 'link', (disk) => disk.move('a/file', 'way/new')],
    ['a rename from behind a link', 'link', (disk) => disk.move('way/file', 'new/file')],
    ['a rename of a link', 'link', (disk) => disk.move('link', 'new/file')],
    ['a rename of a directory', 'not-a-file', (disk) => disk.move('a', 'new/a')],
    ['a rename of nothing', 'absent', (disk) => disk.move('gone', 'new/gone')],
    ['a rename of other bytes', 'changed', (disk) => disk.move('a/file', 'new/file', contentId('other'))],
    ['a rename below itself', 'not-a-directory', (disk) => disk.move('a/file', 'a/file/b')],
    ['the deletion of a link', 'link', (disk) => disk.remove('link')],
    ['the deletion behind a link', 'link', (disk) => disk.remove('way/file')],
    ['the deletion of a directory', 'not-a-file', (disk) => disk.remove('a')],
    ['the deletion of a pipe', 'not-a-file', (disk) => disk.remove('pipe')],
    ['the deletion of nothing', 'absent', (disk) => disk.remove('a/gone')],
    ['the deletion of other bytes', 'changed', (disk) => disk.remove('a/file', contentId('other'))],
    ['the deletion of the root', 'not-a-file', (disk) => disk.remove('')],
  ])('refuses %s as `%s` and leaves everything as it was', (_case, fault, attempt) => {
    inRoom(options, ({ at, disk }) => {
      const before = contentsOf(at('top'));
      expect(attempt(disk)).toBe(fault);
      expect(contentsOf(at('top'))).toEqual(before);
    });
  });

  test('renames a file and makes the directories to its new name', () => {
    inRoom(options, ({ at, disk }) => {
      expect(disk.move('a/file', 'c/d/file', oldContent)).toBeNull();
      expect([existsSync(at('top/a/file')), readFileSync(at('top/c/d/file'), 'utf8')]).toEqual([false, OLD]);
      expect(lstatSync(at('top/c/d/file')).nlink).toBe(1);
    });
  });

  test('deletes a file, and of a file with a second name only the one', () => {
    inRoom(options, ({ at, disk }) => {
      expect([disk.remove('a/file', oldContent), disk.remove('twin')]).toEqual([null, null]);
      expect([existsSync(at('top/a/file')), existsSync(at('top/twin'))]).toEqual([false, false]);
      expect(readFileSync(at('top/b/twin'), 'utf8')).toBe(OLD);
    });
  });

  test('keeps the mode of what it replaces, but never lets other bytes run as someone else', () => {
    inRoom(options, ({ at, disk }) => {
      const modes = [0o600, 0o444, 0o755, 0o4755].map((mode) => {
        chmodSync(at('top/a/file'), mode);
        expect(disk.write('a/file', `${NEW} ${mode}`)).toBeNull();
        return modeOf(at('top/a/file'));
      });
      expect(modes).toEqual([0o600, 0o444, 0o755, 0o755]);
      expect(disk.write('a/new', NEW)).toBeNull();
      expect(modeOf(at('top/a/new'))).toBe(0o644 & ~process.umask());
    });
  });
});

test('a disk knows no root of another one', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { a: OLD });
  const root = openDisk().openRoot(folder.path);
  if (root === null) throw new Error('the folder is not there');
  const place = { root, path: 'a' };
  const other = openDisk();
  const answers = [
    other.writeFile(place, Buffer.from(NEW), 'anything'),
    other.moveFile({ from: place, to: { root, path: 'b' }, expected: 'anything' }),
    other.deleteFile(place, 'anything'),
  ];
  expect([answers, contentsOf(folder.path)]).toEqual([['absent', 'absent', 'absent'], { a: OLD }]);
});

/** A second device, where this machine has one that everyone can write to. */
const otherDevice = ['/dev/shm', '/run/shm'].find(
  (path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev,
);

test.skipIf(otherDevice === undefined)('a file is not renamed onto another device', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { a: OLD });
  const other = mkdtempSync(join(otherDevice ?? '', 'penumbra-'));
  const disk = openDisk();
  const [from, to] = [disk.openRoot(folder.path), disk.openRoot(other)];
  if (from === null || to === null) throw new Error('a folder is not there');
  const ends = { from: { root: from, path: 'a' }, to: { root: to, path: 'new/a' } };
  const answer = disk.moveFile({ ...ends, expected: oldContent });
  expect([answer, contentsOf(folder.path), contentsOf(other)]).toEqual(['other-device', { a: OLD }, {}]);
  rmSync(other, { recursive: true });
});

test('a root that is replaced by a link is not written to', () => {
  inRoom({}, ({ at, disk }) => {
    renameSync(at('top'), at('aside'));
    symlinkSync(at('far'), at('top'));
    expect([disk.write('file', NEW), disk.remove('file'), disk.move('file', 'x')]).toEqual([
      'link',
      'link',
      'link',
    ]);
    rmSync(at('top'));
  });
});

test('a disk that takes no more bytes is unwritable, and nothing is left behind', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { 'a/file': OLD });
  const adapter = join(import.meta.dirname, '../../src/adapters/files/index.ts');
  const program = `
    import { openDisk } from ${JSON.stringify(adapter)};
    const disk = openDisk();
    const root = disk.openRoot(process.argv[1]);
    const bytes = Buffer.alloc(1_000_000);
    process.stdout.write(['a/file', 'new/b/file'].map((path) => disk.writeFile({ root, path }, bytes, 'anything')).join());`;
  // The limit is that of one file, in blocks of a kibibyte, and stands for a full disk.
  const line = 'ulimit -f 64 && exec "$0" --input-type=module-typescript -e "$1" "$2"';
  const answer = execFileSync('bash', ['-c', line, process.execPath, program, folder.path], {
    encoding: 'utf8',
  });
  expect([answer, contentsOf(folder.path)]).toEqual(['unwritable,unwritable', { 'a/file': OLD }]);
});

test('a directory without the right to write is unwritable, and nothing is left behind', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { 'own/a': OLD, 'own/closed/file': OLD });
  chmodSync(folder.path, 0o755);
  chmodSync(join(folder.path, 'own'), 0o777);
  chmodSync(join(folder.path, 'own/closed'), 0o555);
  const adapter = join(import.meta.dirname, '../../src/adapters/files/index.ts');
  // Whoever may do anything becomes nobody first, to whom a file of another gets no second name either.
  const program = `
    import { openDisk } from ${JSON.stringify(adapter)};
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
    const disk = openDisk();
    const root = disk.openRoot(process.argv[1]);
    const at = (path) => ({ root, path });
    const move = (from, to) => disk.moveFile({ from: at(from), to: at(to), expected: 'anything' });
    const bytes = Buffer.from('new');
    process.stdout.write(JSON.stringify([
      disk.writeFile(at('closed/file'), bytes, 'anything'),
      disk.writeFile(at('closed/new/file'), bytes, 'anything'),
      disk.deleteFile(at('closed/file'), 'anything'),
      move('closed/file', 'new/file'),
      move('a', 'closed/a'),
      move('a', 'b/a'),
    ]));`;
  const args = ['--input-type=module-typescript', '-e', program, join(folder.path, 'own')];
  const answer = execFileSync(process.execPath, args, { encoding: 'utf8' });
  expect(JSON.parse(answer)).toEqual([...Array(5).fill('unwritable'), null]);
  expect(contentsOf(folder.path)).toEqual({ 'own/b/a': OLD, 'own/closed/file': OLD });
  chmodSync(join(folder.path, 'own/closed'), 0o755);
});

test('what a killed write leaves is no file of a scan', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { 'a/file': OLD });
  const before = scan(folder.path).tree.root;
  writeFiles(folder.path, { [`a/${DRAFT}`]: 'half', [DRAFT]: 'half' });
  expect(scan(folder.path).tree.root).toEqual(before);
  writeFiles(folder.path, { 'a/.penumbra-notes': 'a file like any other' });
  expect(scan(folder.path).tree.root).not.toEqual(before);
});

describe.each(ways)(
  'after a write that was killed when its file had both names, a disk %s',
  (_name, options) => {
    test.each<[string, Attempt]>([
      ['writes the file', (disk) => disk.write('a/file', NEW, oldContent)],
      ['writes the file whatever it is', (disk) => disk.write('a/file', NEW)],
    ])('%s and takes the draft away', (_case, attempt) => {
      inRoom(options, ({ at, disk }) => {
        linkSync(at('top/a/file'), at(`top/a/${DRAFT}`));
        expect(attempt(disk)).toBeNull();
        expect(contentsOf(at('top/a'))).toEqual({ file: NEW });
      });
    });

    test('still leaves a file alone that has a name elsewhere, and the draft of another file', () => {
      inRoom(options, ({ at, disk }) => {
        linkSync(at('top/twin'), at(`top/${DRAFT}`));
        const other = DRAFT.replace('0', 'f');
        writeFileSync(at(`top/${other}`), 'half');
        expect(disk.write('twin', NEW)).toBe('hard-linked');
        expect([existsSync(at(`top/${DRAFT}`)), existsSync(at(`top/${other}`))]).toEqual([false, true]);
        expect(readFileSync(at('top/b/twin'), 'utf8')).toBe(OLD);
      });
    });
  },
);

test('a draft that is taken away while its file is put in place leaves the file there', async () => {
  using folder = makeFolder();
  const adapter = join(import.meta.dirname, '../../src/adapters/files/index.ts');
  // Both write the same new files all the time, so that one meets the other between its two names.
  const program = `
    import { openDisk } from ${JSON.stringify(adapter)};
    const disk = openDisk();
    const root = disk.openRoot(process.argv[1]);
    const answers = new Set();
    for (let turn = 0; turn < 1500; turn++)
      answers.add(disk.writeFile({ root, path: 'd/' + turn }, Buffer.from('whole'), 'anything'));
    process.stdout.write(JSON.stringify([...answers]));`;
  const args = ['--input-type=module-typescript', '-e', program, folder.path];
  const children = [0, 1].map(() =>
    spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  await Promise.all(children.map((child) => once(child, 'exit')));
  const all = contentsOf(join(folder.path, 'd'));
  expect([Object.keys(all).length, ...new Set(Object.values(all))]).toEqual([1_500, 'whole']);
});

test('every write is whole or not there, though its process is killed', async () => {
  using folder = makeFolder();
  const adapter = join(import.meta.dirname, '../../src/adapters/files/index.ts');
  const program = `
    import { openDisk } from ${JSON.stringify(adapter)};
    const disk = openDisk();
    const root = disk.openRoot(process.argv[1]);
    for (let turn = 0; ; turn++) {
      const bytes = Buffer.alloc(300_000, 97 + (turn % 26));
      disk.writeFile({ root, path: 'd/file' }, bytes, 'anything');
      if (turn === Number(process.argv[2])) process.stdout.write('ready');
    }`;
  for (const turns of ['3', '4', '5']) {
    const args = ['--input-type=module-typescript', '-e', program, folder.path, turns];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    if (child.stdout) await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const text = readFileSync(join(folder.path, 'd/file'), 'latin1');
    expect([text.length, new Set(text).size]).toEqual([300_000, 1]);
    expect(openAt(folder.path).write('d/file', NEW)).toBeNull();
    rmSync(join(folder.path, 'd/file'));
    const others = readdirSync(join(folder.path, 'd')).filter((name) => name !== 'file');
    expect(others.every((name) => /^\.penumbra-[0-9a-f]{32}$/.test(name))).toBe(true);
  }
});

describe('against a process that swaps a directory for a link', () => {
  // What the disk makes in place of a directory that is away is put aside for good.
  const swapper = `
    const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
    const [folder] = process.argv.slice(1);
    const way = folder + '/top/way';
    const attempt = (act, ...paths) => { try { act(...paths); return true; } catch { return false; } };
    process.stdout.write('ready');
    for (let turn = 0; ; turn++) {
      const aside = folder + '/top/aside-' + turn;
      if (!attempt(renameSync, way, aside)) continue;
      if (attempt(symlinkSync, folder + '/far', way)) attempt(unlinkSync, way);
      if (!attempt(renameSync, aside, way)) attempt(renameSync, way, aside + '-made');
    }`;

  async function startSwapper(folder: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['-e', swapper, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (child.stdout) await once(child.stdout, 'data');
    return child;
  }

  /** Looks first and writes then, by path: what the disk must not do. */
  function writeUnguarded(path: string): void {
    try {
      if (lstatSync(join(path, '..')).isDirectory()) writeFileSync(path, NEW);
    } catch {
      // The directory was on its way.
    }
  }

  test('thousands of changes go through, and none reaches outside, though looking first would not have helped', async () => {
    using folder = makeFolder();
    const far = join(folder.path, 'far');
    writeFiles(folder.path, { 'top/way/file': OLD, 'far/kept': 'far', 'far/file': 'far' });
    const { write, move, remove } = openAt(join(folder.path, 'top'), { isByDescriptor: true });
    const answers = new Set<ChangeFault | null>();
    const child = await startSwapper(folder.path);
    try {
      const isReached = () => existsSync(join(far, 'unguarded'));
      for (let turn = 0; turn < 500_000 && !isReached(); turn++) {
        writeUnguarded(join(folder.path, 'top/way/unguarded'));
      }
      expect(isReached()).toBe(true);
      rmSync(join(far, 'unguarded'));
      for (let turn = 0; turn < 20_000 && (turn < 1_000 || !answers.has('link')); turn++) {
        answers.add(write('way/file', NEW));
        answers.add(write(`way/new-${turn % 7}/deep/file`, NEW));
        answers.add(move('way/file', `way/moved-${turn % 5}`));
        answers.add(remove(turn % 2 === 0 ? 'way/file' : `way/moved-${turn % 5}`));
      }
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    // The race was on: the place was met as it should be, and as a link.
    expect([...answers]).toEqual(expect.arrayContaining([null, 'link']));
    expect(contentsOf(far)).toEqual({ kept: 'far', file: 'far' });
  });
});
