// A watch of a real workspace: whatever happens to the files, it ends at the root that a fresh scan finds, with work by
// the changes alone.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openScanIndex } from '../../src/adapters/files/index.ts';
import { watchWorkspace } from '../../src/commands/workspace/index.ts';
import type { ChangeListener, ChangeWatcher } from '../../src/context/index.ts';
import { type OpenedWorkspace, openWorkspace } from '../../src/engine/index.ts';
import type { WatchEvent } from '../../src/report/index.ts';
import { commitAll, git, makeFolder, scan, writeFiles } from '../context/workspace.ts';

const PATIENCE_MS = 120_000;

type EventNamed<Name extends WatchEvent['event']> = WatchEvent & { readonly event: Name };

type Watched = {
  readonly path: string;
  readonly workspace: OpenedWorkspace;
  readonly events: readonly WatchEvent[];
  named<Name extends WatchEvent['event']>(name: Name): readonly EventNamed<Name>[];
  until(what: string, holds: () => boolean): Promise<void>;
  /** Waits until the watch has found what a fresh scan finds. */
  settle(): Promise<void>;
  /** Tells the watch of changes by hand, where it was given such a watcher. */
  readonly tell: ChangeListener;
};

type Options = {
  readonly prepare?: (path: string) => void;
  readonly before?: (workspace: OpenedWorkspace) => Promise<void>;
  readonly regenerate?: boolean;
  readonly command?: string;
  readonly byHand?: boolean;
};

async function until(what: string, holds: () => boolean): Promise<void> {
  const endMs = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error(`in vain waited until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Tells whether a process runs; one that nobody has waited for is gone as well. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Watches a folder while it is used, and then ends the watch in order. */
async function watching(options: Options, use: (watched: Watched) => Promise<void>): Promise<void> {
  using folder = makeFolder();
  writeFiles(folder.path, { 'a.txt': 'a', 'b/c.txt': 'c', 'b/d/e.txt': 'e', 'b/d/f.txt': 'f' });
  options.prepare?.(folder.path);
  const workspace = await openWorkspace({ root: folder.path, environment: {} });
  await workspace.scan();
  await options.before?.(workspace);
  const events: WatchEvent[] = [];
  const stop = new AbortController();
  let tell: ChangeListener | undefined;
  const watcher: ChangeWatcher = async (_root, listener) => {
    tell = listener;
    return { close: async () => {} };
  };
  const { regenerate = false, command } = options;
  const watch = watchWorkspace(workspace, {
    regenerate,
    ...(command !== undefined && { command }),
    commandOutput: 'error',
    signal: stop.signal,
    onEvent: (event) => void events.push(event),
    ...(options.byHand && { watcher }),
    quietMs: 10,
  });
  const named = <Name extends WatchEvent['event']>(name: Name) =>
    events.filter((event): event is EventNamed<Name> => event.event === name);
  const last = () => events.findLast((event) => 'root' in event)?.root;
  const settle = () => until('the watch found it', () => last() === scan(folder.path, { force: true }).root);
  try {
    await until('the watch began', () => named('started').length === 1);
    const given: ChangeListener = tell ?? { onPaths: () => {}, onOverflow: () => {} };
    await use({ path: folder.path, workspace, events, named, until, settle, tell: given });
    stop.abort();
    await watch;
    expect(events.at(-1)).toMatchObject({ event: 'stopped', root: last() });
  } finally {
    stop.abort();
    await watch.catch(() => {});
    await workspace.close();
  }
}

test('a change is recorded once, and told with what it was', async () => {
  await watching({}, async ({ path, workspace, named, settle }) => {
    writeFiles(path, { 'b/c.txt': 'C' });
    await settle();
    renameSync(join(path, 'a.txt'), join(path, 'b/d/a.txt'));
    await settle();
    expect(named('scanned').flatMap(({ changes }) => changes)).toEqual([
      expect.objectContaining({ path: 'b/c.txt', change: 'changed', kind: 'file' }),
      expect.objectContaining({ path: 'b/d/a.txt', change: 'renamed', from: 'a.txt' }),
    ]);
    expect((await workspace.scans()).map(({ root }) => root)).toEqual([
      ...[...named('started'), ...named('scanned')].map(({ root }) => root),
    ]);
  });
});

test('a thousand changes in a burst are few scans that read each changed file about once', async () => {
  const paths = Array.from({ length: 1_000 }, (_, index) => `many/${index % 29}/${index}`);
  const prepare = (path: string) => {
    writeFiles(path, Object.fromEntries(paths.map((name) => [name, name])));
    writeFiles(path, Object.fromEntries(paths.map((name) => [`still/${name}`, name])));
  };
  await watching({ prepare }, async ({ path, named, settle }) => {
    for (const [index, name] of paths.entries()) {
      if (index % 3 === 0) rmSync(join(path, name));
      else if (index % 3 === 1) writeFileSync(join(path, name), 'changed');
      else renameSync(join(path, name), join(path, `${name}.moved`));
    }
    await settle();
    const scans = named('scanned');
    expect(scans.length).toBeLessThan(20);
    const read = scans.reduce((sum, { read: count }) => sum + count, 0);
    // A file that is written while a scan looks is read again by the next, but never one that stood still.
    expect(read).toBeGreaterThanOrEqual(666);
    expect(read).toBeLessThan(2_000);
  });
});

test('one change among many files reads one file', async () => {
  const names = Array.from({ length: 500 }, (_, index) => `many/${index % 20}/${index}`);
  const prepare = (path: string) => writeFiles(path, Object.fromEntries(names.map((name) => [name, name])));
  await watching({ prepare, byHand: true }, async ({ path, named, settle, tell }) => {
    writeFiles(path, { 'many/7/7': 'other' });
    tell.onPaths(['many/7/7']);
    await settle();
    expect(named('scanned').map(({ read, changes }) => [read, changes.length])).toEqual([[1, 1]]);
  });
});

test('files in a new deep directory, at once and later', async () => {
  await watching({}, async ({ path, named, settle }) => {
    const deep = 'x/1/2/3/4/5/6/7/8';
    writeFiles(path, { [`${deep}/file`]: 'new' });
    await settle();
    writeFiles(path, { [`${deep}/file`]: 'changed', 'x/1/2/other': 'later' });
    await settle();
    expect(named('scanned')[0]?.changes).toMatchObject([{ path: 'x', change: 'added', kind: 'directory' }]);
  });
});

test('another branch is checked out', async () => {
  const prepare = (path: string) => {
    git(path, 'init', '--quiet');
    commitAll(path);
    git(path, 'checkout', '--quiet', '-b', 'other');
    rmSync(join(path, 'b'), { recursive: true });
    writeFiles(path, { b: 'a file', '.gitignore': '*.log\n' });
    for (let index = 0; index < 100; index++)
      writeFiles(path, { [`lib/${index % 7}/${index}.ts`]: `${index}` });
    commitAll(path);
    git(path, 'checkout', '--quiet', 'main');
    writeFiles(path, { 'x.log': 'x' });
  };
  await watching({ prepare }, async ({ path, settle }) => {
    for (const branch of ['other', 'main', 'other']) {
      git(path, 'checkout', '--quiet', branch);
      await settle();
    }
  });
});

test('after an overflow everything is looked at', async () => {
  await watching({ byHand: true }, async ({ path, events, settle, tell }) => {
    writeFiles(path, { 'unseen/x': 'x', 'b/c.txt': 'unseen too' });
    tell.onPaths(['a.txt']);
    tell.onOverflow('the queue ran over');
    await settle();
    expect(events.map(({ event }) => event)).toEqual(['started', 'overflow', 'scanned']);
  });
});

test('a hint without a change tells and records nothing', async () => {
  await watching({ byHand: true }, async ({ path, workspace, events, settle, tell }) => {
    tell.onPaths(['a.txt', 'b', 'nowhere/at/all', '../outside', '']);
    writeFiles(path, { later: 'x' });
    tell.onPaths(['later']);
    await settle();
    expect(events.map(({ event }) => event)).toEqual(['started', 'scanned']);
    expect(await workspace.scans()).toHaveLength(2);
  });
});

test('what is derived from what changed is renewed, and nothing else is examined', async () => {
  const before = async (workspace: OpenedWorkspace) => {
    const person = workspace.as('person', 'writer');
    for (const path of ['a.txt', 'b/c.txt', 'b/d/e.txt'])
      await person.putFrame({ path, type: 'note', content: `about ${path}` });
    await workspace.as('synthesis', 'synthesis').synthesize({ path: '.', type: 'note', recursive: true });
  };
  await watching({ before, regenerate: true }, async ({ path, workspace, named, settle }) => {
    rmSync(join(path, 'b/d/e.txt'));
    await settle();
    await until('it was renewed', () => named('regenerated').length > 0);
    expect(named('regenerated')).toMatchObject([{ examined: 3, regenerated: 3, cutOff: 0, stale: [] }]);
    writeFiles(path, { 'a.txt': 'A' });
    await settle();
    await until('it was renewed again', () => named('regenerated').length > 1);
    expect(named('regenerated')[1]).toMatchObject({ examined: 1, untouched: 1, stale: [{ path: 'a.txt' }] });
    const { frames } = await workspace.getNode('b', { type: 'note' });
    expect(frames).toMatchObject([{ fresh: true }]);
  });
});

test('a command runs after each change, one at a time, is told the files, and may fail', async () => {
  using beside = makeFolder();
  const log = join(beside.path, 'log');
  const command = `{ echo "begin $PENUMBRA_CHANGED_COUNT"; tr '\\0' '\\n'; echo "$PENUMBRA_CHANGED"; sleep 0.1; echo end; } >> '${log}'; exit 3`;
  await watching({ command }, async ({ path, named, settle, until }) => {
    writeFiles(path, { 'new dir/x\ny': 'two lines', 'new dir/z': 'z' });
    await settle();
    await until('the command ended', () => named('command').length > 0);
    for (const text of ['1', '2', '3']) {
      writeFiles(path, { 'a.txt': text });
      await settle();
    }
    const isLast = () => named('command').at(-1)?.root === named('scanned').at(-1)?.root;
    await until('the last command ended', isLast);
    expect(named('command')[0]).toMatchObject({ exitCode: 3, signal: null, problem: null });
  });
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  expect(lines.slice(0, 6)).toEqual(['begin 2', 'new dir/x', 'y', 'new dir/z', 'new dir/z', 'end']);
  const marks = lines.filter((line) => line === 'end' || line.startsWith('begin'));
  expect(marks.every((line, index) => (index % 2 === 0) === line.startsWith('begin'))).toBe(true);
});

test('a command under way ends with the watch, and with it what it started', async () => {
  using beside = makeFolder();
  const log = join(beside.path, 'pid');
  await watching({ command: `sleep 60 & echo $! > '${log}'; wait` }, async ({ path, settle }) => {
    writeFiles(path, { 'a.txt': 'A' });
    await settle();
    await until('the command began', () => existsSync(log) && readFileSync(log, 'utf8').endsWith('\n'));
  });
  const pid = Number(readFileSync(log, 'utf8'));
  await until('what it started is gone', () => !isRunning(pid));
});

test('two watches of one workspace tell the same changes', async () => {
  await watching({}, async ({ path, named, settle }) => {
    const other = await openWorkspace({ root: path, environment: {} });
    const stop = new AbortController();
    const told: WatchEvent[] = [];
    const onEvent = (event: WatchEvent) => void told.push(event);
    const watch = watchWorkspace(other, { signal: stop.signal, onEvent, quietMs: 30 });
    await until('the other began', () => told.length > 0);
    for (const text of ['1', '2', '3']) {
      writeFiles(path, { 'b/c.txt': text, [`new-${text}`]: text });
      await settle();
      const root = named('scanned').at(-1)?.root;
      await until('the other found it', () => told.some((event) => 'root' in event && event.root === root));
    }
    stop.abort();
    await watch;
    await other.close();
    const pathsOf = (events: readonly WatchEvent[]) =>
      new Set(
        events.flatMap((event) => (event.event === 'scanned' ? event.changes : [])).map(({ path: at }) => at),
      );
    expect(pathsOf(told)).toEqual(new Set(['b/c.txt', 'new-1', 'new-2', 'new-3']));
    expect(pathsOf(named('scanned'))).toEqual(pathsOf(told));
  });
});

test('our own writes wake nobody, and the end leaves the index for the next scan', async () => {
  using folder = makeFolder();
  writeFiles(folder.path, { 'a.txt': 'a' });
  const workspace = await openWorkspace({ root: folder.path, environment: {} });
  const stop = new AbortController();
  const events: WatchEvent[] = [];
  const onEvent = (event: WatchEvent) => void events.push(event);
  const watch = watchWorkspace(workspace, { signal: stop.signal, onEvent, quietMs: 10 });
  await until('it began', () => events.length > 0);
  mkdirSync(join(folder.path, 'new'));
  writeFiles(folder.path, { 'new/b.txt': 'b' });
  await workspace.as('person', 'writer').putFrame({ path: 'a.txt', type: 'note', content: 'n' });
  await until('it was told', () => events.some(({ event }) => event === 'scanned'));
  const index = openScanIndex(folder.path).load();
  stop.abort();
  await watch;
  await workspace.close();
  expect(events.filter(({ event }) => event === 'overflow')).toEqual([]);
  expect(openScanIndex(folder.path).load()).not.toEqual(index);
});
