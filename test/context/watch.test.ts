// Changes as a real watcher tells them lead a rescan to what a fresh scan finds.

import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFileTree, openScanIndex } from '../../src/adapters/files/index.ts';
import { openRepository } from '../../src/adapters/git/index.ts';
import { openWatcher } from '../../src/adapters/watch/index.ts';
import {
  createChangeGatherer,
  type GatheredChanges,
  rescanTree,
  type Scan,
  scanTree,
} from '../../src/context/index.ts';
import { commitAll, git, makeFolder, writeFiles } from './workspace.ts';

const PATIENCE_MS = 120_000;

/** Polls until a condition holds. */
async function until(what: string, holds: () => boolean): Promise<void> {
  const endMs = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error(`in vain waited until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const files = { 'a.txt': 'a', 'b/c.txt': 'c', 'b/d/e.txt': 'e', '.gitignore': '*.log\nignored/\n' };

type Watched = {
  readonly path: string;
  readonly hints: ReadonlySet<string>;
  readonly overflows: readonly string[];
  /** Waits until rescans by what was told have found what a fresh scan finds. */
  settle(): Promise<void>;
};

/** Watches a folder and rescans it by what the watcher tells, and by nothing else. */
async function watching(
  prepare: (path: string) => void,
  use: (watched: Watched) => Promise<void>,
): Promise<void> {
  using folder = makeFolder();
  writeFiles(folder.path, files);
  prepare(folder.path);
  const ports = {
    files: openFileTree(folder.path),
    repository: openRepository(folder.path),
    index: openScanIndex(folder.path),
  };
  const hints = new Set<string>();
  const overflows: string[] = [];
  let scan: Scan;
  const take = (changes: GatheredChanges) => {
    scan = changes === 'everything' ? scanTree(ports) : rescanTree(ports, scan, changes);
  };
  const startTimer = (act: () => void, delayMs: number) => {
    const timer = setTimeout(act, delayMs);
    return { cancel: () => clearTimeout(timer) };
  };
  const gatherer = createChangeGatherer({ startTimer, quietMs: 10, longestMs: 100, take });
  const watcher = await openWatcher(folder.path, {
    onPaths: (paths) => {
      for (const path of paths) hints.add(path);
      gatherer.onPaths(paths);
    },
    onOverflow: (reason) => {
      overflows.push(reason);
      gatherer.onOverflow(reason);
    },
  });
  scan = scanTree(ports);
  const fresh = () =>
    scanTree({ files: ports.files, repository: openRepository(folder.path) }, { force: true });
  const settle = () =>
    until('the rescan is a fresh scan', () => scan.root === fresh().root && scan.files === fresh().files);
  try {
    await use({ path: folder.path, hints, overflows, settle });
  } finally {
    gatherer.close();
    await watcher.close();
  }
}

const nothing = () => {};

test('a changed, a new and a removed file are told', async () => {
  await watching(nothing, async ({ path, hints, overflows, settle }) => {
    writeFiles(path, { 'b/c.txt': 'C', 'b/new.txt': 'n' });
    rmSync(join(path, 'b/d/e.txt'));
    await settle();
    expect([...hints]).toEqual(expect.arrayContaining(['b/c.txt', 'b/new.txt', 'b/d/e.txt']));
    expect(overflows).toEqual([]);
  });
});

test('a thousand changes in a burst', async () => {
  const paths = Array.from({ length: 1000 }, (_, index) => `many/${index % 29}/${index}`);
  const prepare = (path: string) => writeFiles(path, Object.fromEntries(paths.map((name) => [name, name])));
  await watching(prepare, async ({ path, overflows, settle }) => {
    for (const [index, name] of paths.entries()) {
      if (index % 3 === 0) rmSync(join(path, name));
      else if (index % 3 === 1) writeFileSync(join(path, name), 'changed');
      else renameSync(join(path, name), join(path, `${name}.moved`));
    }
    await settle();
    expect(overflows).toEqual([]);
  });
});

test('files in a new deep directory, at once and later', async () => {
  await watching(nothing, async ({ path, overflows, settle }) => {
    for (const top of ['x', 'y', 'z']) {
      const deep = `${top}/1/2/3/4/5/6/7/8`;
      writeFiles(path, { [`${deep}/file`]: 'new' });
      await settle();
      writeFiles(path, { [`${deep}/file`]: 'changed', [`${top}/1/2/other`]: 'later' });
      await settle();
      writeFiles(path, { [`${deep}/file`]: 'changed again' });
      await settle();
    }
    expect(overflows).toEqual([]);
  });
});

test('a directory that is moved is told under its new name from then on', async () => {
  await watching(nothing, async ({ path, overflows, settle }) => {
    renameSync(join(path, 'b'), join(path, 'moved'));
    await settle();
    writeFiles(path, { 'moved/d/e.txt': 'E' });
    await settle();
    rmSync(join(path, 'moved'), { recursive: true });
    mkdirSync(join(path, 'moved/d/f'), { recursive: true });
    writeFiles(path, { 'moved/d/f/g': 'g' });
    await settle();
    writeFiles(path, { 'moved/d/f/g': 'G', 'moved/d/h': 'h' });
    await settle();
    expect(overflows).toEqual([]);
  });
});

test('a directory at the old path of one that was moved is still watched when that one is removed', async () => {
  await watching(nothing, async ({ path, overflows, settle }) => {
    renameSync(join(path, 'b'), join(path, 'moved'));
    await settle();
    writeFiles(path, { 'b/d/e.txt': 'new' });
    await settle();
    rmSync(join(path, 'moved'), { recursive: true });
    await settle();
    for (const text of ['changed', 'changed again']) {
      writeFiles(path, { 'b/d/e.txt': text });
      await settle();
    }
    expect(overflows).toEqual([]);
  });
});

test('a directory that comes from outside with all that is in it', async () => {
  using outside = makeFolder();
  writeFiles(outside.path, { 'in/1/2/x': 'x', 'in/3/y': 'y' });
  await watching(nothing, async ({ path, settle }) => {
    renameSync(join(outside.path, 'in'), join(path, 'in'));
    await settle();
    writeFiles(path, { 'in/1/2/x': 'X', 'in/1/new': 'n' });
    await settle();
    cpSync(join(path, 'in'), join(path, 'copy'), { recursive: true });
    await settle();
    writeFiles(path, { 'copy/1/2/x': 'XX' });
    await settle();
  });
});

test('another branch is checked out, and an ignored file begins to be tracked', async () => {
  const prepare = (path: string) => {
    git(path, 'init', '--quiet');
    commitAll(path);
    git(path, 'checkout', '--quiet', '-b', 'other');
    rmSync(join(path, 'b'), { recursive: true });
    writeFiles(path, { b: 'a file', 'src/deep/er/x.ts': 'x', '.gitignore': 'ignored/\n', 'y.log': 'y' });
    for (let index = 0; index < 200; index++)
      writeFiles(path, { [`lib/${index % 7}/${index}.ts`]: `${index}` });
    commitAll(path);
    git(path, 'checkout', '--quiet', 'main');
    writeFiles(path, { 'ignored/z': 'z' });
  };
  await watching(prepare, async ({ path, hints, settle }) => {
    for (const branch of ['other', 'main', 'other']) {
      git(path, 'checkout', '--quiet', branch);
      await settle();
    }
    git(path, 'add', '--force', 'ignored/z');
    await settle();
    writeFileSync(join(path, '.git/info/exclude'), 'deep\n');
    await settle();
    expect(hints).toContain('.git');
    expect([...hints].filter((hint) => hint.startsWith('.git/') || hint.startsWith('.penumbra'))).toEqual([]);
  });
});

test('a root that is moved away is an overflow, and it is watched again when it is back', async () => {
  using folder = makeFolder();
  const [paths, overflows]: [string[], string[]] = [[], []];
  const watcher = await openWatcher(folder.path, {
    onPaths: (more) => void paths.push(...more),
    onOverflow: (reason) => void overflows.push(reason),
  });
  try {
    renameSync(folder.path, `${folder.path}-away`);
    await until('the move is told', () => overflows.length > 0);
    renameSync(`${folder.path}-away`, folder.path);
    await until('it is watched again', () => overflows.includes('the workspace is watched anew'));
    writeFiles(folder.path, { later: 'x' });
    await until('a change is told', () => paths.includes('later'));
    expect(overflows[0]).toBe('the root of the workspace was moved or removed');
  } finally {
    await watcher.close();
  }
});

test('after closing nothing is told, and closing twice does no harm', async () => {
  using folder = makeFolder();
  const [told, toldLater]: [string[], string[]] = [[], []];
  const closed = await openWatcher(folder.path, {
    onPaths: (paths) => void told.push(...paths),
    onOverflow: nothing,
  });
  await closed.close();
  await closed.close();
  const other = await openWatcher(folder.path, {
    onPaths: (paths) => void toldLater.push(...paths),
    onOverflow: nothing,
  });
  writeFiles(folder.path, { x: 'x' });
  await until('another watcher is told', () => toldLater.includes('x'));
  expect(told).toEqual([]);
  await other.close();
});

test('a root that is not there cannot be watched', async () => {
  using folder = makeFolder();
  const listener = { onPaths: nothing, onOverflow: nothing };
  await expect(openWatcher(join(folder.path, 'none'), listener)).rejects.toThrow('cannot watch');
});
