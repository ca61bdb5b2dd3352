// Whatever stands in a workspace, a scan ends, tells what it left out, and has the rest.

import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openFileTree } from '../../src/adapters/files/index.ts';
import { type FileTree, linkContentId, scanLimits, scanTree } from '../../src/context/index.ts';
import { contentId } from '../../src/kernel/index.ts';
import { leavesOf, makeFolder, scan, writeFiles } from './workspace.ts';

const rest = { 'good/a.txt': 'a', 'z.txt': 'z' };

/** Scans a folder of good files and one bad thing; the good files must be there. */
function check(make: (path: string) => void, skipped: object[], more: string[] = []): void {
  using folder = makeFolder();
  writeFiles(folder.path, rest);
  make(folder.path);
  for (const result of [scan(folder.path), scan(folder.path), scan(folder.path, { force: true })]) {
    expect(result.skipped).toEqual(skipped);
    expect(leavesOf(result).sort()).toEqual([...Object.keys(rest), ...more].sort());
  }
}

function makePipe(path: string): void {
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]);
}

/** A path whose bytes are given as Latin-1. */
function bytesPath(folder: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
}

describe('left out and reported:', () => {
  test('a pipe, which is not waited for', () => {
    check((path) => makePipe(join(path, 'pipe')), [{ path: 'pipe', reason: 'special-file' }]);
  });

  test('a socket', async () => {
    using folder = makeFolder();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder.path, 's'), resolve));
    expect(scan(folder.path)).toMatchObject({ files: 0, skipped: [{ path: 's', reason: 'special-file' }] });
    await new Promise((resolve) => server.close(resolve));
  });

  test('a name that is not UTF-8, and everything below one', () => {
    check(
      (path) => {
        writeFileSync(bytesPath(path, 'bad\xff.txt'), 'x');
        mkdirSync(bytesPath(path, 'dir\xc3'));
        writeFileSync(bytesPath(path, 'dir\xc3/x'), 'x');
      },
      [
        { path: 'bad\\xff.txt', reason: 'name-not-utf8' },
        { path: 'dir\\xc3', reason: 'name-not-utf8' },
      ],
    );
  });

  test('a link whose target is not UTF-8', () => {
    check(
      (path) => symlinkSync(Buffer.from('t\xff', 'latin1') as unknown as string, join(path, 'link')),
      [{ path: 'link', reason: 'name-not-utf8' }],
    );
  });

  test('two names that are one in normal form C', () => {
    const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
    check(
      (path) => writeFiles(path, { [composed]: '1', [decomposed]: '2' }),
      [
        { path: decomposed, reason: 'same-name' },
        { path: composed, reason: 'same-name' },
      ],
    );
  });

  test('a file over the limit', () => {
    using folder = makeFolder();
    writeFiles(folder.path, { small: '12', large: '123' });
    const result = scan(folder.path, { maxFileBytes: 2 });
    expect(result).toMatchObject({ files: 1, skipped: [{ path: 'large', reason: 'too-large' }] });
    expect(scan(folder.path)).toMatchObject({ files: 2, skipped: [] });
  });

  test('rules over the limit, whose file is scanned but not obeyed', () => {
    const text = `z.txt\n${'#'.repeat(scanLimits.rulesBytes)}\n`;
    check(
      (path) => writeFiles(path, { '.gitignore': text }),
      [{ path: '.gitignore', reason: 'rules-too-large' }],
      ['.gitignore'],
    );
  });

  test.runIf(process.getuid?.() === 0)('what this user may not read', () => {
    using folder = makeFolder();
    writeFiles(folder.path, { ...rest, 'secret.txt': 's', 'closed/x': 'x' });
    chmodSync(folder.path, 0o755);
    chmodSync(join(folder.path, 'secret.txt'), 0);
    chmodSync(join(folder.path, 'closed'), 0);
    expect(asNobody(folder.path)).toMatchObject({
      files: 2,
      skipped: [
        { path: 'closed', reason: 'unreadable' },
        { path: 'secret.txt', reason: 'unreadable' },
      ],
    });
  });
});

/** Scans as a user without rights, in a process that has put its own away. */
function asNobody(folder: string): unknown {
  const program = `
    import { scanTree } from ${JSON.stringify(join(import.meta.dirname, '../../src/context/index.ts'))};
    import { openFileTree } from ${JSON.stringify(join(import.meta.dirname, '../../src/adapters/files/index.ts'))};
    process.setgid(65534); process.setuid(65534);
    const { tree, ...result } = scanTree({ files: openFileTree(${JSON.stringify(folder)}) });
    console.log(JSON.stringify(result));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  );
}

describe('taken in:', () => {
  test('names with line breaks, quotes, backslashes, spaces and stars', () => {
    const names = ['a\nb', 'c"d', 'e\\f', ' ', '*', '$(x)', '-rf', '\u2028', '\ud83d\ude00', '\ue000'];
    check((path) => writeFiles(path, Object.fromEntries(names.map((name) => [name, name]))), [], names);
  });

  test('siblings in the order of their bytes, also beyond the basic plane', () => {
    using folder = makeFolder();
    writeFiles(folder.path, { '\ud83d\ude00': '', '\uffee': '', a: '', 'a-b': '', 'b/c': '', B: '' });
    expect(leavesOf(scan(folder.path))).toEqual(['B', 'a', 'a-b', 'b/c', '\uffee', '\ud83d\ude00']);
  });

  test('a decomposed name, under its normal form C', () => {
    check((path) => writeFiles(path, { 'cafe\u0301/x': '1' }), [], ['caf\u00e9/x']);
  });

  test('links that go in circles, out of the workspace or nowhere, as their text', () => {
    const targets = { self: 'self', up: '..', out: '/etc', none: 'no/such/thing' };
    check(
      (path) => {
        for (const [name, target] of Object.entries(targets)) symlinkSync(target, join(path, name));
        expect(readlinkSync(join(path, 'up'))).toBe('..');
        expect(scan(path).tree.at('up')).toMatchObject({
          kind: 'link',
          size: 2,
          contentId: linkContentId('..'),
        });
      },
      [],
      Object.keys(targets),
    );
  });

  test('a path of 4,000 characters, and beyond what the system takes a report', () => {
    using folder = makeFolder();
    const name = 'd'.repeat(99);
    const deep = Array(39).fill(name).join('/');
    const file = `${deep}/${'f'.repeat(4000 - deep.length - 1)}`;
    writeFiles(folder.path, { [file]: 'deep' });
    expect(file).toHaveLength(4000);
    expect(leavesOf(scan(folder.path))).toEqual([file]);
    expect(scan(folder.path).tree.at(file)?.contentId).toBe(contentId('deep'));
    execFileSync('sh', [
      '-c',
      `cd "$1/${deep}" && mkdir -p ${name}/${name}/${name} && : > ${name}/x`,
      'sh',
      folder.path,
    ]);
    const longer = scan(folder.path);
    expect(longer.skipped).toEqual([{ path: `${deep}/${name}/${name}`, reason: 'path-too-long' }]);
    expect(leavesOf(longer)).toEqual([`${deep}/${name}/x`, file]);
    // Node itself cannot take so deep a tree away.
    execFileSync('rm', ['-rf', join(folder.path, name)]);
  });

  test('two thousand directories in one another', () => {
    using folder = makeFolder();
    const depth = 1900;
    mkdirSync(join(folder.path, Array(depth).fill('d').join('/')), { recursive: true });
    writeFiles(folder.path, { [`${Array(depth).fill('d').join('/')}/f`]: 'x' });
    expect(scan(folder.path)).toMatchObject({ files: 1, directories: depth + 1, skipped: [] });
    expect(scan(folder.path)).toMatchObject({ files: 1, directories: depth + 1, skipped: [] });
    execFileSync('rm', ['-rf', join(folder.path, 'd')]);
  });

  test('files of a chunk, a byte less, a byte more, and many chunks', () => {
    using folder = makeFolder();
    const sizes = [-1, 0, 1, 2]
      .map((more) => scanLimits.chunkBytes + more)
      .concat(5 * scanLimits.chunkBytes + 7);
    for (const size of sizes) {
      const bytes = Buffer.alloc(size, 'penumbra');
      writeFileSync(join(folder.path, 'f'), bytes);
      expect(scan(folder.path).tree.at('f')).toMatchObject({ size, contentId: contentId(bytes) });
    }
  });

  test('a file of half a gigabyte in the memory of a chunk', () => {
    using folder = makeFolder();
    const descriptor = openSync(join(folder.path, 'huge'), 'w');
    ftruncateSync(descriptor, 512 * 1024 * 1024);
    closeSync(descriptor);
    const before = process.memoryUsage().rss;
    expect(scan(folder.path)).toMatchObject({ files: 1, read: 1 });
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  test('a workspace in a workspace, without its ledger', () => {
    check(
      (path) => writeFiles(path, { 'inner/.penumbra/ledger.db': 'x', 'inner/file': 'y' }),
      [],
      ['inner/file'],
    );
  });
});

describe('what changes under the scan:', () => {
  /** Scans files through a tree in which something happens just before a call. */
  function disturbed(happen: (path: string, call: keyof FileTree) => void) {
    using folder = makeFolder();
    writeFiles(folder.path, { ...rest, 'x/victim': 'one' });
    const tree = openFileTree(folder.path);
    const disturb = (path: string, call: keyof FileTree) => {
      if (path === 'x/victim') happen(folder.path, call);
    };
    const files: FileTree = {
      ...tree,
      stat: (path) => {
        disturb(path, 'stat');
        return tree.stat(path);
      },
      digest: (path, stat) => {
        disturb(path, 'digest');
        return tree.digest(path, stat);
      },
    };
    return scanTree({ files });
  }

  test('a file that goes after its directory was listed', () => {
    const result = disturbed(
      (path, call) => call === 'stat' && rmSync(join(path, 'x/victim'), { force: true }),
    );
    expect(result).toMatchObject({ files: 2, skipped: [{ path: 'x/victim', reason: 'vanished' }] });
  });

  test('a file that goes before it is opened', () => {
    const result = disturbed(
      (path, call) => call === 'digest' && rmSync(join(path, 'x/victim'), { force: true }),
    );
    expect(result).toMatchObject({ files: 2, skipped: [{ path: 'x/victim', reason: 'vanished' }] });
  });

  test('a file that is written once is read again', () => {
    let isWritten = false;
    const result = disturbed((path, call) => {
      if (call !== 'digest' || isWritten) return;
      isWritten = true;
      writeFileSync(join(path, 'x/victim'), 'longer');
    });
    expect(result).toMatchObject({ files: 3, skipped: [] });
    expect(result.tree.at('x/victim')?.contentId).toBe(contentId('longer'));
  });

  test('a file that never holds still', () => {
    let size = 3;
    const result = disturbed((path, call) => {
      if (call === 'digest') writeFileSync(join(path, 'x/victim'), 'x'.repeat(++size));
    });
    expect(result).toMatchObject({ files: 2, skipped: [{ path: 'x/victim', reason: 'changing' }] });
  });

  test('a file that a link, a pipe or a directory takes the place of', () => {
    const replacements: ((path: string) => void)[] = [
      (path) => symlinkSync('../z.txt', path),
      makePipe,
      (path) => mkdirSync(path),
    ];
    const found = replacements.map((replace) => {
      let isReplaced = false;
      const { files, links, skipped } = disturbed((path, call) => {
        if (call !== 'digest' || isReplaced) return;
        isReplaced = true;
        rmSync(join(path, 'x/victim'));
        replace(join(path, 'x/victim'));
      });
      return [files, links, ...skipped.map(({ reason }) => reason)];
    });
    expect(found).toEqual([
      [2, 1],
      [2, 0, 'special-file'],
      [2, 0, 'changing'],
    ]);
  });

  test('a workspace that another process keeps rewriting', async () => {
    using folder = makeFolder();
    writeFiles(folder.path, rest);
    const script = 'while :; do mkdir -p d/e; echo $$ > d/e/f; mv d/e/f d/g; rm -r d; echo x > h; rm h; done';
    const writer = spawn('sh', ['-c', script], { cwd: folder.path, stdio: 'ignore' });
    const ended = new Promise((resolve) => writer.once('exit', resolve));
    for (let round = 0; round < 200; round++) {
      const result = scan(folder.path);
      expect(leavesOf(result)).toEqual(expect.arrayContaining(Object.keys(rest)));
    }
    writer.kill('SIGKILL');
    await ended;
    // What the shell had started last may outlive it for a moment.
    await vi.waitFor(
      () => expect(scan(folder.path).root).toBe(scan(folder.path, { force: true }).root),
      120_000,
    );
  });
});

test('a root that cannot be read is an error that says so', () => {
  using folder = makeFolder();
  writeFiles(folder.path, { file: '' });
  for (const root of [join(folder.path, 'none'), join(folder.path, 'file')]) {
    expect(() => scanTree({ files: openFileTree(root) })).toThrow('cannot read the root of the workspace');
  }
});
