/**
 * Watches the files of a workspace through the system's own events. On Linux the package watches directory by
 * directory and leaves gaps: the content of a new directory is not watched, and what is below a moved one is
 * reported under its old name. New directories that contain others are therefore subscribed to separately,
 * and reported with everything below.
 */
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { platform } from 'node:os';
import { join, relative, sep } from 'node:path';
import type { ChangeListener, ChangeWatcher, OpenWatch } from '../../context/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';

/**
 * From this many paths on, a whole scan is as quick, and the system's queue may have overflowed, which the
 * package does not report on Linux.
 */
const MOST_PATHS = 4096;
const RETRY_MS = 2000;
const FIRST_ATTEMPTS = 3;

/** Watches the files below a root until it is closed. */
export const openWatcher: ChangeWatcher = async (root, listener) => {
  const watch = createWatch(realRoot(root), listener);
  for (let attempt = 1; ; attempt++) {
    try {
      await watch.open();
      return { close: watch.close };
    } catch (error) {
      // The package fails if a directory disappears while its parent is being read.
      if (attempt < FIRST_ATTEMPTS) continue;
      throw new PenumbraError('unreadable-input', `cannot watch ${cite(root)}: ${messageOf(error)}`, {
        hint: 'on Linux, raise fs.inotify.max_user_watches if there are more directories than it allows',
      });
    }
  }
};

function createWatch(root: string, listener: ChangeListener): OpenWatch & { open(): Promise<void> } {
  const open = new Map<string, Subscription>();
  let work: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Opening and closing wait for each other, or a subscription could outlive its watch. */
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const done = work.then(act);
    work = done.catch(() => {});
    return done;
  };
  const subscribe = async (directory: string): Promise<void> => {
    if (isClosed) return;
    // A subscription to a directory that was removed and recreated still watches the old one, and would be
    // shared.
    await open.get(directory)?.close();
    const onFault = (reason: string) => reopen(`the watcher failed: ${reason}`);
    open.set(directory, await openSubscription({ directory, onEvents: take, onFault }));
  };
  const unsubscribe = (directory: string): void => {
    const subscription = open.get(directory);
    if (!subscription) return;
    inTurn(async () => {
      if (open.get(directory) !== subscription) return;
      open.delete(directory);
      await subscription.close();
    });
  };
  const closeAll = async (): Promise<void> => {
    const all = [...open.values()];
    open.clear();
    await Promise.all(all.map((subscription) => subscription.close()));
  };

  /** Starts over; until that succeeds, each attempt requests a whole scan in place of the events. */
  const reopen = (reason: string): void => {
    if (isClosed) return;
    clearTimeout(retry);
    retry = undefined;
    listener.onOverflow(reason);
    inTurn(async () => {
      await closeAll();
      await subscribe(root);
      listener.onOverflow('the workspace is watched anew');
    }).catch((error) => {
      if (isClosed) return;
      retry ??= setTimeout(reopen, RETRY_MS, `the workspace cannot be watched: ${messageOf(error)}`).unref();
    });
  };

  const subscribeBeside = (directory: string): void => {
    inTurn(async () => {
      await subscribe(directory);
      if (!isClosed) listener.onPaths(hintsOf([...directoriesFrom(directory)]));
    }).catch((error) => {
      if (isDirectory(directory)) reopen(`a directory cannot be watched: ${messageOf(error)}`);
    });
  };

  const hintsOf = (paths: readonly string[]): readonly string[] => {
    const hints = paths.flatMap((path) => hintOfPath(root, path) ?? []);
    return [...new Set(hints)];
  };

  function take(events: readonly FileEvent[]): void {
    if (events.some(({ path, type }) => path === root && type === 'delete')) {
      reopen('the root of the workspace was moved or removed');
      return;
    }
    for (const { path, type } of events) if (type === 'delete') unsubscribe(path);
    const hints = hintsOf(events.map(({ path }) => path));
    if (hints.length > MOST_PATHS) listener.onOverflow(`more than ${MOST_PATHS} paths changed at once`);
    else if (hints.length > 0) listener.onPaths(hints);
    if (platform() === 'linux') for (const directory of findGaps(root, events)) subscribeBeside(directory);
  }

  return {
    open: () => inTurn(() => subscribe(root)),
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      return inTurn(closeAll);
    },
  };
}

function realRoot(root: string): string {
  try {
    return realpathSync.native(root);
  } catch (error) {
    throw new PenumbraError('unreadable-input', `cannot watch ${cite(root)}: ${messageOf(error)}`, {
      hint: 'name a directory that exists and that you may read',
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the directories to subscribe to separately, without those below them: new ones that contain others
 * for which there was no event, and existing ones that were reported as deleted. The latter happens when
 * something that had been moved is removed, and drops the watch of what is now at the old path.
 */
function findGaps(root: string, events: readonly FileEvent[]): readonly string[] {
  const told = new Set(events.flatMap(({ path, type }) => (type === 'delete' ? [] : path)));
  const gaps = new Set<string>();
  // Shorter paths first, so that parents precede their children.
  for (const { path } of events.toSorted((left, right) => left.path.length - right.path.length)) {
    if (hintOfPath(root, path) === undefined || isBelow(path, gaps) || !isDirectory(path)) continue;
    if (hasOther(path, told)) gaps.add(path);
  }
  return [...gaps];
}

/** Returns whether a directory, or one below it, is missing in the reported paths. */
function hasOther(path: string, told: ReadonlySet<string>): boolean {
  for (const directory of directoriesFrom(path)) if (!told.has(directory)) return true;
  return false;
}

function isBelow(path: string, directories: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (directories.has(path.slice(0, end))) return true;
  }
  return false;
}

/**
 * The parts of `.git` that matter: what is tracked, which rules apply, and whether it is a repository at all.
 */
const TELLING = new Set(['', 'HEAD', 'index', 'info', 'info/exclude', 'objects', 'refs', 'commondir']);

/**
 * Returns the hint for an absolute path, relative to the root and empty for the root itself; undefined if it
 * is irrelevant. Git and the program itself write much that is in no tree; of git's own files only those
 * count that determine what belongs to a tree.
 */
export function hintOfPath(root: string, path: string): string | undefined {
  const names = relative(root, path).split(sep);
  if (names[0] === '..' || path.includes('\0') || names.includes('.penumbra')) return undefined;
  const git = names.indexOf('.git');
  if (git < 0) return names.join('/');
  return TELLING.has(names.slice(git + 1).join('/')) ? names.slice(0, git + 1).join('/') : undefined;
}

/** Returns whether a path is a directory. */
function isDirectory(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Iterates over a directory and all below it; one that cannot be listed has none. */
function* directoriesFrom(top: string): Generator<string> {
  const open = [top];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    yield path;
    for (const name of subdirectoryNames(path)) open.push(join(path, name));
  }
}

function subdirectoryNames(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** An event at a path; a directory removed and recreated at once is reported as `update`. */
type FileEvent = { readonly path: string; readonly type: 'create' | 'update' | 'delete' };

/** Where to subscribe, and who receives the events. */
type SubscriptionPlace = {
  readonly directory: string;
  onEvents(events: readonly FileEvent[]): void;
  /** Called when events were lost; nothing follows from this subscription. */
  onFault(reason: string): void;
};

/** A subscription that is open. */
type Subscription = { readonly directory: string; close(): Promise<void> };

/** Paths that change all the time and do not matter. */
const IGNORED = [
  '.penumbra',
  ...['objects', 'logs', 'lfs', 'modules', 'worktrees'].map((name) => `.git/${name}`),
];

/** Opens a subscription; rejects if the directory cannot be watched. */
async function openSubscription(place: SubscriptionPlace): Promise<Subscription> {
  const { directory, onEvents, onFault } = place;
  const { subscribe } = await import('./parcel-watcher.ts');
  let isOpen = true;
  const listen = (fault: Error | null, events: readonly FileEvent[]) => {
    if (!isOpen) return;
    if (events.length > 0) onEvents(events);
    if (fault === null) return;
    isOpen = false;
    onFault(fault.message);
  };
  const ignore = IGNORED.map((path) => join(directory, path));
  const subscription = await subscribe(directory, listen, { ignore });
  return {
    directory,
    close: async () => {
      isOpen = false;
      // For a deleted directory the system has already ended the watch, which the package reports as an
      // error.
      await subscription.unsubscribe().catch(() => {});
    },
  };
}
